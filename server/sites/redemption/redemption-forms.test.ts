import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type FormFields,
  hiddenFieldValue,
  recipientBrowser,
  shippingAddress,
  urlencoded,
} from '../../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { sharedTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let campaign: string
let buyer: ReturnType<typeof recipientBrowser>
let seen: string

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
  const account = smallAccount(server)
  await account.variant('T')
  await account.variant('M')
  campaign = await account.campaign(['T', 'M'])
  await account.warehouse({ T: 1000, M: 1000 })
})
afterAll(() => server.stop())

beforeEach(async () => {
  buyer = (await inviteRecipient(server, campaign)).recipient
  await buyer.cart('add', 'T')
  seen = hiddenFieldValue((await buyer.open('/checkout')).text, 'seen')
})

const forms: [string, string, () => FormFields][] = [
  ['the cart', '/cart', () => ({ do: 'add', sku: 'M', quantity: '1' })],
  ['the checkout', '/checkout', () => ({ ...shippingAddress, seen })],
]

const formType = 'application/x-www-form-urlencoded'

/** Returns what a rejected form must not change. */
const state = async () => ({
  orders: (await server.get('/v1/orders/list')).body,
  events: server.published.length,
  cart: (await buyer.open('/products')).text.match(/data-summary="([^"]+)"/)?.[1],
})

describe.each(forms)('the form of %s', (_, page, fields) => {
  const rejected: [string, number, () => Promise<{ status: number; text: string }>][] = [
    ['without its token', 403, () => buyer.post(page, { ...fields(), token: undefined })],
    ['with an empty token', 403, () => buyer.post(page, { ...fields(), token: '' })],
    [
      'with a token that is too long',
      403,
      () => buyer.post(page, { ...fields(), token: 'x'.repeat(1000) }),
    ],
    [
      'with another session’s token',
      403,
      async () => {
        const other = recipientBrowser(server, buyer.slug)
        const token = hiddenFieldValue((await other.open('/products')).text, 'token')
        return buyer.post(page, { ...fields(), token })
      },
    ],
    [
      'with another invite’s token of the same session',
      403,
      async () => {
        const { recipient: other } = await inviteRecipient(server, campaign)
        const headers = { cookie: buyer.cookie() }
        const { text } = await other.request({ path: `/i/${other.slug}`, headers })
        server.published.pop()
        return buyer.post(page, { ...fields(), token: hiddenFieldValue(text, 'token') })
      },
    ],
    ['without its cookie', 403, () => buyer.post(page, fields(), { cookie: undefined })],
    [
      'with a cookie that the server did not set',
      403,
      () => buyer.post(page, fields(), { cookie: 'redemption=chosen' }),
    ],
    ['with an unknown field', 400, () => buyer.post(page, { ...fields(), status: 'USED' })],
    ['with a field of the order', 400, () => buyer.post(page, { ...fields(), warehouse: 'whs_1' })],
    [
      'with a repeated field',
      400,
      () =>
        buyer.post(page, {
          ...fields(),
          sku: page === '/cart' ? ['T', 'M'] : undefined,
          city: page === '/cart' ? undefined : ['A', 'B'],
        }),
    ],
    ['with two tokens', 400, () => buyer.post(page, { ...fields(), token: ['a', 'b'] })],
    [
      'with a Sec-Fetch-Site header of another site',
      403,
      () => buyer.post(page, fields(), { 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'with a Sec-Fetch-Site header of a sibling subdomain',
      403,
      () => buyer.post(page, fields(), { 'sec-fetch-site': 'same-site' }),
    ],
    [
      'with the Origin header of another site',
      403,
      () => buyer.post(page, fields(), { origin: 'https://evil.example' }),
    ],
    ['with the Origin header null', 403, () => buyer.post(page, fields(), { origin: 'null' })],
    ['as JSON', 415, () => buyer.post(page, fields(), { 'content-type': 'application/json' })],
    ['as text', 415, () => buyer.post(page, fields(), { 'content-type': 'text/plain' })],
    [
      'as multipart',
      415,
      () => buyer.post(page, fields(), { 'content-type': 'multipart/form-data; boundary=x' }),
    ],
    ['without a type', 415, () => buyer.post(page, fields(), { 'content-type': undefined })],
    [
      'in another charset',
      415,
      () => buyer.post(page, fields(), { 'content-type': `${formType}; charset=utf-16` }),
    ],
    ['of 33 KiB', 413, () => buyer.post(page, { ...fields(), city: 'x'.repeat(33 * 1024) })],
    [
      'that cannot be decoded',
      400,
      () =>
        buyer.request({
          method: 'POST',
          path: `/i/${buyer.slug}${page}`,
          headers: { 'content-type': formType },
          body: 'token=%ZZ',
        }),
    ],
    [
      'that is not UTF-8',
      400,
      () =>
        buyer.request({
          method: 'POST',
          path: `/i/${buyer.slug}${page}`,
          headers: { 'content-type': formType },
          body: Buffer.from('token=é', 'latin1'),
        }),
    ],
    [
      'that is empty',
      403,
      () =>
        buyer.request({
          method: 'POST',
          path: `/i/${buyer.slug}${page}`,
          headers: { 'content-type': formType },
          body: '',
        }),
    ],
  ]

  test.each(rejected)('%s is rejected with %i and changes nothing', async (_name, status, send) => {
    const before = await state()
    const response = await send()
    expect(response.status).toBe(status)
    expect(response.text).toContain('<h1>Please try again</h1>')
    expect(response.text).toContain('Nothing was changed.')
    expect(await state()).toEqual(before)
  })

  test.each<[string, Record<string, string>]>([
    ['as a browser sends it', { 'sec-fetch-site': 'same-origin', origin: 'http://any.example' }],
    ['as an old browser sends it', { 'content-type': `${formType};charset=UTF-8` }],
  ])('%s is accepted', async (_name, headers) => {
    expect((await buyer.post(page, fields(), headers)).status).toBe(303)
  })

  test('with the configured origin is accepted', async () => {
    const { origin } = new URL(server.config.redeemUrl)
    expect((await buyer.post(page, fields(), { origin })).status).toBe(303)
  })

  test('is ignored when only a part of it arrives', async () => {
    const before = await state()
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    const body = urlencoded(fields())
    socket.end(
      [
        `POST /i/${buyer.slug}${page} HTTP/1.1`,
        `Content-Type: ${formType}`,
        `Content-Length: ${body.length}`,
        '',
        body.slice(0, 10),
      ].join('\r\n'),
    )
    await text(socket)
    expect(await state()).toEqual(before)
  })
})

test('a form just below 32 KiB is read', async () => {
  const response = await buyer.post('/checkout', {
    ...shippingAddress,
    seen,
    city: 'x'.repeat(32_000),
  })
  expect(response.status).toBe(422)
  expect(response.text).toContain('City must have at most 100 characters')
})

test('over HTTPS the cookie is Secure and has the __Host- prefix', async () => {
  const { recipient } = await shopWithInvite()
  expect(recipient.cookie()).toBeUndefined()
  const plain = await recipient.open()
  expect(plain.headers['set-cookie']).toEqual([
    expect.stringMatching(/^redemption=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  // The session is kept, so that forms of open pages stay valid.
  expect((await recipient.open()).headers['set-cookie']).toBeUndefined()
  const secure = await shopWithInvite({}, {}, { REDEEM_URL: 'https://gifts.example.com' })
  const { headers } = await secure.recipient.open()
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-redemption=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
})
