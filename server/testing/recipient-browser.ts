import type { Received } from '../../testkit/http.ts'
import type { TestResponse, TestServer } from './test-server.ts'

/** Form fields. An array is a repeated field, an undefined field is not sent. */
export type FormFields = Record<string, string | readonly string[] | undefined>

export const urlencoded = (fields: FormFields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
    ),
  ).toString()

/** A valid shipping address. */
export const shippingAddress = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  companyName: '',
  street1: '12 St James Square',
  street2: '',
  zip: 'SW1Y 4JH',
  city: 'London',
  state: '',
  country: 'GB',
  phone: '',
}

/** Returns the value of the last hidden field with the name, or an empty text. */
export const hiddenFieldValue = (page: string, name: string): string =>
  page.match(new RegExp(`name="${name}" value="([^"]*)"(?!.*name="${name}")`, 's'))?.[1] ?? ''

/**
 * Returns a client that redeems an invite like a browser without scripts: it keeps the cookie and
 * sends the token of the latest page.
 */
export const recipientBrowser = (server: Pick<TestServer, 'request'>, slug: string) => {
  let cookie: string | undefined
  let token = ''

  const request = async (sent: Parameters<TestServer['request']>[0]): Promise<TestResponse> => {
    const headers = { cookie, ...sent.headers }
    const response = await server.request({ ...sent, headers, key: null, unchecked: true })
    cookie = cookieOf(response) ?? cookie
    token = hiddenFieldValue(response.text, 'token') || token
    return response
  }

  /** Opens a page of the invite. The page '' is the link itself. */
  const open = (page = '', method = 'GET') => request({ method, path: `/i/${slug}${page}` })

  /** Posts fields to a page. Adds the token unless the fields have one. */
  const post = async (
    page: string,
    fields: FormFields,
    headers: Record<string, string | undefined> = {},
  ) => {
    if (token === '') await open('/products')
    return request({
      method: 'POST',
      path: `/i/${slug}${page}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: urlencoded({ token, ...fields }),
    })
  }

  const cart = (what: 'add' | 'update' | 'remove', sku: string, quantity: number | string = 1) =>
    post('/cart', { do: what, sku, quantity: String(quantity) })

  /** Opens the checkout and orders the cart. */
  const order = async (fields: FormFields = {}) => {
    const { text } = await open('/checkout')
    return post('/checkout', {
      ...shippingAddress,
      seen: hiddenFieldValue(text, 'seen'),
      ...fields,
    })
  }

  return { slug, request, open, post, cart, order, cookie: () => cookie }
}

const cookieOf = ({ headers }: Pick<Received, 'headers'>): string | undefined =>
  headers['set-cookie']?.[0]?.split(';')[0]
