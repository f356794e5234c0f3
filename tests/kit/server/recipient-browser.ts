import { shipTo } from '../request-bodies.ts'
import type { TestRequest, TestResponse, TestServer } from './test-server.ts'

/** Form fields. An array is a repeated field, an undefined field is not sent. */
export type FormFields = Record<string, string | readonly string[] | undefined>

export const urlencoded = (fields: FormFields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
    ),
  ).toString()

export const shippingAddress = { ...shipTo, companyName: '', street2: '', state: '', phone: '' }

/** Returns the value of the last hidden field with the name, or an empty text. */
export const hiddenFieldValue = (page: string, name: string): string =>
  page.match(new RegExp(`name="${name}" value="([^"]*)"(?!.*name="${name}")`, 's'))?.[1] ?? ''

/** Headers of a request. An undefined header is not sent. */
type Headers = Record<string, string | undefined>

/**
 * Returns a client of pages that works like a browser without scripts: it keeps the cookie.
 * @param base the prefix of the paths.
 */
export const pageClient = (server: Pick<TestServer, 'request'>, base: string) => {
  let cookie: string | undefined

  const request = async (sent: TestRequest): Promise<TestResponse> => {
    const headers = { cookie, ...sent.headers }
    const response = await server.request({ ...sent, headers, key: null, unchecked: true })
    cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    return response
  }

  const open = (page = '', method = 'GET') => request({ method, path: `${base}${page}` })

  const post = (page: string, fields: FormFields | Buffer, headers: Headers = {}) =>
    request({
      method: 'POST',
      path: `${base}${page}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: Buffer.isBuffer(fields) ? fields : urlencoded(fields),
    })

  /** Opens the page that a response redirects to. */
  const follow = ({ headers }: TestResponse) =>
    request({ method: 'GET', path: String(headers.location) })

  return { request, open, post, follow, cookie: () => cookie }
}

/** Returns a client that redeems an invite. */
export const recipientBrowser = (server: Pick<TestServer, 'request'>, slug: string) => {
  const client = pageClient(server, `/i/${slug}`)
  const { open, post, follow } = client

  const cart = (what: 'add' | 'update' | 'remove', sku: string, quantity: number | string = 1) =>
    post('/cart', { do: what, sku, quantity: String(quantity) })

  /** Opens the checkout and orders the cart. */
  const order = async (fields: FormFields = {}) => {
    const { text } = await open('/checkout')
    const seen = hiddenFieldValue(text, 'seen')
    return post('/checkout', { ...shippingAddress, seen, ...fields })
  }

  /** Orders or changes the cart, and opens the page that explains why that cannot be. */
  const orderInVain = async (fields: FormFields = {}) => follow(await order(fields))

  const cartInVain = async (...change: Parameters<typeof cart>) => follow(await cart(...change))

  return { ...client, slug, cart, order, cartInVain, orderInVain }
}
