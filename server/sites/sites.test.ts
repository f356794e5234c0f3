import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  customerBrowser,
  hiddenFields,
  newSignInLink,
  revokePaths,
} from '../../tests/kit/server/customer-browser.ts'
import {
  pageClient,
  recipientBrowser,
  shippingAddress,
} from '../../tests/kit/server/recipient-browser.ts'
import { recordedAttempt } from '../../tests/kit/server/recorded-attempt.ts'
import { inviteRecipient, shopWithInvite } from '../../tests/kit/server/shop-with-invite.ts'
import { newId, toId } from '../domain/ids.ts'
import { recordAttempts } from '../store/webhooks/attempts.ts'

/** Starts a shop with a recipient and a customer who is signed in and has a webhook. */
const setUp = async (environment: Record<string, string> = {}) => {
  const shop = await shopWithInvite({}, {}, { SUPPORT_EMAILS: email, ...environment })
  const { server } = shop
  const customer = customerBrowser(server)
  const webhook = await customer.signInToWebhook()
  const support = pageClient(server, '/support')
  return { ...shop, customer, webhook, support }
}

const email = 'zoe@example.com'

type Client = Pick<ReturnType<typeof customerBrowser>, 'open' | 'post'>
type Fields = Record<string, string | undefined>
type Form = [client: Client, action: string, fields?: Fields]

/** Returns every form of the sites, in an order in which all can be sent. */
const everyForm = async (shop: Awaited<ReturnType<typeof setUp>>): Promise<Form[]> => {
  const { server, recipient, customer, webhook, support } = shop
  const id = toId('whk', webhook.replace('/webhooks/', ''))
  const attempt = recordedAttempt(server.account, id, { subject: 'ord_1' })
  await server.store.write((transaction) => recordAttempts(transaction, [attempt]))
  const link = await newSignInLink(server)
  const supportLink = await newSignInLink(server, { email })
  await recipient.cart('add', 'T')
  const checkout = hiddenFields((await recipient.open('/checkout')).text)
  const [revoke = ''] = revokePaths((await customer.open('/keys')).text)
  const rotate = hiddenFields((await customer.open(`${webhook}/rotate`)).text)
  const edit = hiddenFields((await customer.open(`${webhook}/edit`)).text)
  const { invite } = await inviteRecipient(server, shop.campaign, { email })
  const invited = `/invites/${invite._id}`
  const added = {
    url: 'https://hooks.example.com/b',
    'order.shipped': 'on',
    account: server.account,
  }
  return [
    [recipient, '/checkout', { ...shippingAddress, seen: String(checkout.seen) }],
    [recipient, '/cart', { do: 'add', sku: 'T', quantity: '1' }],
    [customerBrowser(server), '/sign-in', { email: 'a@example.com' }],
    [customerBrowser(server), `/sign-in/${link}`],
    [customer, '/keys', { id: newId('key'), name: 'till', account: server.account }],
    [customer, revoke.replace('revoke', 'rename'), { name: 'other' }],
    [customer, revoke],
    [customer, '/webhooks', added],
    [customer, `${webhook}/test`],
    [customer, `${webhook}/attempts/1/again`],
    [customer, `${webhook}/edit`, { ...edit, ...added, url: 'https://hooks.example.com/c' }],
    [customer, `${webhook}/pause`],
    [customer, `${webhook}/resume`],
    [customer, `${webhook}/rotate`, { version: String(rotate.version) }],
    [customer, `${webhook}/delete`],
    [customer, `${invited}/resend`],
    [customer, `${invited}/extend`, { until: '2999-12-31' }],
    [customer, `${invited}/withdraw`],
    [customer, '/sessions', { account: server.account }],
    [customer, '/sign-out'],
    [support, '/sign-in', { email }],
    [support, `/sign-in/${supportLink}`],
    [support, '/sign-out'],
  ]
}

test('an address has a limit of pages in a minute, and others are served', async () => {
  const environment = { PAGE_RATE_LIMIT: '5', TRUSTED_PROXIES: '127.0.0.0/8' }
  const { server, recipient } = await shopWithInvite({}, {}, environment)
  const open = async (address: string, path = `/i/${recipient.slug}`) => {
    const headers = { 'x-forwarded-for': address }
    const { status, ...response } = await recipient.request({ path, headers })
    return status === 429 ? [status, response.headers['retry-after']] : status
  }
  const pages = [...Array(3).fill(`/i/${recipient.slug}`), '/i/none', '/portal/sign-in']
  for (const page of pages) expect(await open('192.0.2.1', page)).not.toContain(429)
  for (const page of pages) expect(await open('192.0.2.1', page)).toEqual([429, '60'])
  expect(await open('192.0.2.2')).toBe(200)
  expect((await server.get('/v1/products/list')).status).toBe(200)
  server.time.now += 61_000
  expect(await open('192.0.2.1')).toBe(200)
})

test('forms of other sites change nothing, and each form is accepted from its own site', async () => {
  const shop = await setUp()
  const { server } = shop
  const forms = await everyForm(shop)
  const routes = server.app.routes.filter(
    ({ method, path }) => method === 'POST' && /^\/(i|portal|support)\//.test(path),
  )
  expect(forms).toHaveLength(routes.length)
  const state = async () => {
    // Requests are written a moment after their response.
    const { request_log, request_clock, api_requests, ...rows } = await server.database.rowCounts()
    return { rows, events: server.published.length }
  }
  const before = await state()
  for (const [client, action, fields = {}] of forms)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://shop.example', host: 'shop.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const { status, text } = await client.post(action, fields, headers)
      expect([action, headers, status]).toEqual([action, headers, 403])
      expect(text).toContain('Nothing was changed.')
    }
  expect(await state()).toEqual(before)
  // The browser may know the server by another name.
  const own = [
    { 'sec-fetch-site': 'same-origin', origin: 'http://any.example' },
    { origin: new URL(server.url).origin },
    { origin: 'http://shop.lan:8080', host: 'shop.lan:8080' },
  ]
  for (const [i, [client, action, fields = {}]] of forms.entries()) {
    const { status } = await client.post(action, fields, own[i % own.length])
    expect([action, [200, 201, 303].includes(status)]).toEqual([action, true])
  }
})

const most = 32 * 1024

test.each<[what: string, status: number, body: Buffer]>([
  ['of the largest size', 303, Buffer.from(`email=${'x'.repeat(most - 6)}`)],
  ['that is too large', 413, Buffer.from(`email=${'x'.repeat(most - 5)}`)],
  ['with NUL', 400, Buffer.from('email=%00')],
  ['in Latin-1', 400, Buffer.from('email=é', 'latin1')],
])('a form %s is a %i', async (_, status, body) => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  expect((await recipient.post('/checkout', body)).status).toBe(status)
})

test('a form that does not arrive in time is a page', async () => {
  const { server } = await shopWithInvite()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  const type = 'Content-Type: application/x-www-form-urlencoded'
  socket.write(
    `POST /portal/sign-in HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 50\r\n\r\nemail=a`,
  )
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000)
    expect(received).toContain('The form did not arrive in time.')
  }, 10_000)
  expect(received).toMatch(/^HTTP\/1\.1 408 .*content-type: text\/html; charset=utf-8\r\n/is)
})

test('no page can be cached, framed or read by other hosts, and no page has scripts in its text', async () => {
  const { server, recipient, customer, webhook, support } = await setUp()
  await recipient.cart('add', 'T')
  const pages = [
    [await recipient.open(), 200],
    [await recipient.open('/checkout'), 200],
    [await recipient.orderInVain({ zip: '' }), 200],
    [await recipient.follow(await recipient.cart('add', 'T', 11)), 200],
    [await recipient.open('', 'DELETE'), 405],
    [await recipient.open('/nothing'), 404],
    [await recipientBrowser(server, 'nobody').open(), 404],
    [await customer.open('/keys'), 200],
    [await customer.fill('/keys', { name: 'till' }), 201],
    [await customer.open(webhook), 200],
    [await customer.open('/nothing'), 404],
    [await customer.open('/webhooks/x'), 404],
    [await customer.open('/orders?search=x'), 200],
    [await support.open('/sign-in'), 200],
  ] as const
  for (const [{ status, headers, text }, expected] of pages) {
    expect(status, text).toBe(expected)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; .*form-action 'self'; .*frame-ancestors 'none'$/,
      ),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers).not.toHaveProperty('ratelimit-limit')
    expect(text).not.toMatch(/<script>|style="|\son\w+="/)
    for (const [, path] of text.matchAll(/(?:src|href|action)="([^"]+)"/g))
      expect(path).toMatch(/^(\/i\/|\/portal|\/support|\/docs|#)/)
  }
})

test('other methods are a 405 with an Allow header, and HEAD is GET without the body', async () => {
  const { recipient, customer } = await setUp()
  for (const [client, page, allow] of [
    [recipient, '/products', 'GET, HEAD'],
    [recipient, '/cart', 'GET, HEAD, POST'],
    [customer, '/keys', 'GET, HEAD, POST'],
    [customer, '/sign-out', 'POST'],
  ] as const) {
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await client.open(page, method)
      expect([page, method, status, headers.allow]).toEqual([page, method, 405, allow])
    }
    const [get, head] = [await client.open(page), await client.open(page, 'HEAD')]
    expect([head.status, head.text]).toEqual([get.status, ''])
  }
})

test('assets are compressed and immutable', async () => {
  const { server, recipient } = await shopWithInvite()
  const { text } = await recipient.open()
  const paths = new Set(text.match(/\/i\/assets\/[\w./-]+/g))
  expect([...paths].map((path) => path.split('/').at(-1)).toSorted()).toEqual([
    'no-picture.svg',
    'redemption.svg',
    'site.css',
    'site.js',
  ])
  for (const path of paths) {
    const headers = { 'accept-encoding': 'br' }
    const asset = await server.request({ path, key: null, unchecked: true, headers })
    expect(asset).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(brotliDecompressSync(asset.bytes).length).toBeGreaterThan(asset.bytes.length)
  }
  for (const name of ['site.css', 'x/site.css', '..%2f..%2fsites.test.ts'])
    expect((await recipient.open(`/../assets/${name}`)).status).toBe(401)
})

test('URLs have the path of the proxy, and over HTTPS cookies have the __Host- prefix', async () => {
  const environment = {
    BASE_URL: 'https://api.example.com/merch',
    REDEEM_URL: 'https://gifts.example.com/of/pine',
    CDN_URL: 'http://cdn.example.com/x',
  }
  const { server, customer, recipient } = await setUp(environment)
  const root = await server.request({ path: '/', key: null, unchecked: true })
  expect(root.headers.location).toBe('/merch/docs')
  const { headers, text } = await recipient.open()
  // The browser that ordered shows the address and the tracking number, also after it was closed.
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-redemption=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; /,
    ),
  ])
  expect(headers['content-security-policy']).toContain(
    `img-src 'self' https: http://cdn.example.com;`,
  )
  expect(text).toContain(`action="/of/pine/i/${recipient.slug}/cart"`)
  expect(text).toContain('href="/of/pine/i/assets/')
  expect((await recipient.cart('add', 'T')).headers.location).toBe(
    `/of/pine/i/${recipient.slug}/products#cart`,
  )
  // The session is kept, so that the browser that orders sees the address.
  expect((await recipient.open()).headers['set-cookie']).toBeUndefined()
  expect(customer.cookie()).toMatch(/^__Host-portal=[\w-]{43}$/)
  expect((await customer.open('/keys')).text).toContain('action="/merch/portal/sign-out"')
})

test('an internal error is a page and a log line, without the slug', async () => {
  const { server, recipient, customer } = await setUp()
  await server.database.query('alter table campaign_variants rename to renamed')
  await server.database.query('alter table webhooks rename to renamed_too')
  for (const page of [await recipient.open(), await customer.open('/webhooks')])
    expect([page.status, page.text]).toEqual([
      500,
      expect.stringMatching(/>!<\/p>.*Something went wrong on our side/s),
    ])
  const lines = server.log.filter((line) => line.includes('A request failed'))
  expect(lines).toEqual([
    expect.stringContaining('"route":"/i/:slug"'),
    expect.stringContaining('"route":"/portal/webhooks"'),
  ])
  expect(server.log.join('')).not.toContain(recipient.slug)
})
