import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeSignInLink } from '../actions/sign-in.ts'
import { customerBrowser, revokePaths } from '../testing/customer-browser.ts'
import { type FormFields, pageClient, shippingAddress } from '../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../testing/shop-with-invite.ts'
import type { TestServer } from '../testing/test-server.ts'

type Shop = Awaited<ReturnType<typeof shopWithInvite>>
type Client = ReturnType<typeof pageClient>

/** A form: its page, its action and its values. */
type Opened = { client: Client; page: string; action: string; typed: FormFields }

/** Returns the hidden fields of a page's first form with the action. */
const hiddenFieldsOf = (page: string, action: string): FormFields => {
  const [, form = ''] = page.split(new RegExp(`<form method="post" action="[^"]*${action}"`))
  return Object.fromEntries(
    [
      ...(form.split('</form>')[0] ?? '').matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g),
    ].map(([, name = '', value]) => [name, value]),
  )
}

const signedIn = async (server: TestServer) => {
  const browser = customerBrowser(server)
  await browser.signIn()
  return browser
}

const webhookForm =
  (action: string, page: string) =>
  async (shop: Shop): Promise<Opened> => {
    const client = customerBrowser(shop.server)
    const webhook = await client.signInToWebhook()
    return { client, page: webhook + page, action: webhook + action, typed: {} }
  }

const forms: Record<string, (shop: Shop) => Promise<Opened>> = {
  'change the cart': async ({ server, recipient: { slug } }) => {
    const client = pageClient(server, `/i/${slug}`)
    return { client, page: '/products', action: '/cart', typed: { do: 'add' } }
  },
  'place an order': async ({ server, recipient }) => {
    await recipient.cart('add', 'T')
    const client = pageClient(server, `/i/${recipient.slug}`)
    return { client, page: '/checkout', action: '/checkout', typed: shippingAddress }
  },
  'request a link': async ({ server }) => ({
    client: customerBrowser(server),
    page: '/sign-in',
    action: '/sign-in',
    typed: { email: 'a@example.com' },
  }),
  'sign in': async ({ server }) => {
    const link = await server.store.write((transaction) =>
      makeSignInLink(transaction, server.account, server.time.now),
    )
    const page = `/sign-in/${link}`
    return { client: customerBrowser(server), page, action: page, typed: {} }
  },
  'create a key': async ({ server }) => ({
    client: await signedIn(server),
    page: '/keys',
    action: '/keys',
    typed: { name: 'till' },
  }),
  'revoke a key': async ({ server }) => {
    const client = await signedIn(server)
    const [page = ''] = revokePaths((await client.open('/keys')).text)
    return { client, page, action: page, typed: {} }
  },
  'add a webhook': async ({ server }) => ({
    client: await signedIn(server),
    page: '/webhooks',
    action: '/webhooks',
    typed: { url: 'https://hooks.example.com/', 'order.shipped': 'on' },
  }),
  'send a test': webhookForm('/test', ''),
  'rotate a secret': webhookForm('/rotate', '/rotate'),
  'delete a webhook': webhookForm('/delete', '/delete'),
  'sign out': async ({ server }) => ({
    client: await signedIn(server),
    page: '/keys',
    action: '/sign-out',
    typed: {},
  }),
}

const type = 'application/x-www-form-urlencoded'
const most = 32 * 1024

/** Statuses of a form with other headers. */
const headerRejections: [number, Record<string, string | undefined>][] = [
  [403, { origin: 'https://evil.example' }],
  [403, { origin: 'null' }],
  [403, { 'sec-fetch-site': 'cross-site' }],
  // Of a sibling subdomain.
  [403, { 'sec-fetch-site': 'same-site' }],
  [415, { 'content-type': 'application/json' }],
  [415, { 'content-type': 'text/plain' }],
  [415, { 'content-type': 'multipart/form-data; boundary=x' }],
  [415, { 'content-type': `${type}; charset=utf-16` }],
  [415, { 'content-type': undefined }],
]

const bodyRejections: [number, Buffer][] = [
  [400, Buffer.from('token=%ZZ')],
  [400, Buffer.from('token=%00')],
  [400, Buffer.from('token=é', 'latin1')],
  [403, Buffer.from('')],
  [403, Buffer.from(`token=${'x'.repeat(most - 6)}`)],
  [413, Buffer.from(`token=${'x'.repeat(most - 5)}`)],
]

const isOfPortal = (action: string): boolean => action !== '/cart' && action !== '/checkout'

/** Returns tokens that are not the form's: of another session, and of another form of the session. */
const otherTokens = async ({ server, campaign }: Shop, { client, page, action }: Opened) => {
  const isPortal = isOfPortal(action)
  const other = await inviteRecipient(server, campaign)
  const sibling = { path: isPortal ? '/portal/keys' : `/i/${other.recipient.slug}/products` }
  const siblingAction = action === '/sign-out' ? '/keys' : isPortal ? '/sign-out' : '/cart'
  const { text: beside } = await client.request(sibling)
  const stranger = isPortal ? await signedIn(server) : pageClient(server, '/i')
  const path = isPortal ? page : `/${other.recipient.slug}${page}`
  const { text: theirs } = await stranger.open(path)
  return [hiddenFieldsOf(beside, siblingAction).token, hiddenFieldsOf(theirs, action).token]
}

test.each(Object.keys(forms))(
  'the form to %s is accepted as the page contains it, and otherwise changes nothing',
  async (name) => {
    const shop = await shopWithInvite()
    const { server } = shop
    const opened = await forms[name]?.(shop)
    if (!opened) throw new Error(`No form ${name}`)
    const { client, action, typed } = opened
    const hidden = hiddenFieldsOf((await client.open(opened.page)).text, action)
    const fields = { ...hidden, ...typed }
    const others = await otherTokens(shop, opened)
    const state = async () => {
      const { request_log: _, request_clock: __, ...rows } = await server.database.rowCounts()
      return { rows, events: server.published.length }
    }
    const before = await state()
    const isRejected = async (
      status: number,
      sent: FormFields | Buffer,
      headers: Record<string, string | undefined> = {},
    ) => {
      const response = await client.post(action, sent, headers)
      expect([status, response.text, headers], JSON.stringify(sent)).toEqual([
        response.status,
        expect.stringContaining('<h1>Please try again</h1>'),
        headers,
      ])
      expect(response.text).toContain('Nothing was changed.')
    }
    for (const token of [undefined, '', 'x'.repeat(1000), `${hidden.token}x`, ...others])
      await isRejected(403, { ...fields, token })
    for (const [field, value] of Object.entries(fields))
      await isRejected(400, { ...fields, [field]: [String(value), 'x'] })
    for (const unknown of ['account', 'account_id', 'status', 'warehouse'])
      await isRejected(400, { ...fields, [unknown]: 'x' })
    for (const [status, headers] of headerRejections) await isRejected(status, fields, headers)
    for (const [status, body] of bodyRejections) await isRejected(status, body)
    // In another browser.
    for (const cookie of [undefined, 'redemption=chosen', 'portal=chosen']) {
      const alien = pageClient(server, isOfPortal(action) ? '/portal' : `/i/${shop.recipient.slug}`)
      expect([303, 403]).toContain((await alien.post(action, fields, { cookie })).status)
    }
    expect(await state()).toEqual(before)
    const browser = { 'sec-fetch-site': 'same-origin', origin: 'http://any.example' }
    const sent = await client.post(action, fields, {
      ...browser,
      'content-type': `${type};charset=UTF-8`,
    })
    expect([200, 201, 303]).toContain(sent.status)
  },
)

test('a form with the configured origin is accepted, and one of which only a part arrives is ignored', async () => {
  const { server, recipient } = await shopWithInvite()
  const { origin } = new URL(server.config.redeemUrl)
  const fields = { do: 'add', sku: 'T', quantity: '1' }
  expect((await recipient.post('/cart', fields, { origin })).status).toBe(303)
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = `POST /i/${recipient.slug}/cart HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: 90`
  socket.end(`${head}\r\n\r\ntoken=`)
  await text(socket)
  expect((await recipient.open('/products')).text).toContain('Your cart has 1 item"')
})
