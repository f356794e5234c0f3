import type { Received } from '../../testkit/http.ts'
import type { TestResponse, TestServer } from './test-server.ts'

/** The fields of a form: one that is repeated is an array, one that is undefined is not sent. */
export type FormFields = Record<string, string | readonly string[] | undefined>

export const urlencoded = (fields: FormFields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
    ),
  ).toString()

/** An address that an order can go to. */
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
  country: 'United Kingdom',
  phone: '',
}

/** The value of a hidden field of a page, the last of its name. */
export const hiddenFieldValue = (page: string, name: string): string =>
  page.match(new RegExp(`name="${name}" value="([^"]*)"(?!.*name="${name}")`, 's'))?.[1] ?? ''

/**
 * A recipient's browser without script, as far as HTTP shows it: it keeps its cookie and sends the
 * forms that it was given.
 */
export const recipientBrowser = (server: Pick<TestServer, 'request'>, slug: string) => {
  let cookie: string | undefined
  let token = ''

  const request = async (sent: Parameters<TestServer['request']>[0]): Promise<TestResponse> => {
    const headers = { cookie, ...sent.headers }
    const answer = await server.request({ ...sent, headers, key: null, unchecked: true })
    cookie = cookieOf(answer) ?? cookie
    token = hiddenFieldValue(answer.text, 'token') || token
    return answer
  }

  /** Opens one of the invite's pages: '' is where the link leads. */
  const open = (page = '', method = 'GET') => request({ method, path: `/i/${slug}${page}` })

  /** Posts fields to a page, with the token that pages hold unless they say otherwise. */
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

  /** Orders what is in the cart, as the page shows it. */
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
