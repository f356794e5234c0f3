import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toId } from '../../domain/ids.ts'
import { insertCampaign } from '../../store/campaigns.ts'
import { insertVariant } from '../../store/variants.ts'
import { recipientBrowser } from '../../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { newVariant } from '../../testing/small-account.ts'

const csp = (images: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' https: ${images}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

test('every page forbids caching, framing and sending its URL to other hosts', async () => {
  const { server, recipient } = await shopWithInvite()
  const unused = [await recipient.open(), await recipient.open('/products')]
  await recipient.cart('add', 'T')
  const responses = [
    ...unused,
    await recipient.open('/checkout'),
    await recipient.cart('add', 'T'),
    await recipient.cart('add', 'T', 11),
    await recipient.order({ zip: '' }),
    await recipient.order(),
    await recipient.open('/done'),
    await recipient.open('', 'DELETE'),
    await recipient.open('/nothing'),
    await recipient.post('/cart', {}, { 'content-type': 'text/plain' }),
    await recipientBrowser(server, 'nobody').open(),
  ]
  expect(responses.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 303, 400, 422, 303, 200, 405, 404, 415, 404],
  ])
  for (const { headers } of responses) {
    expect(headers['content-security-policy']).toBe(csp(server.url))
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    })
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/ratelimit/)
  }
})

test('a page has no inline scripts or styles and refers only to its own origin', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  for (const page of ['', '/checkout']) {
    const { text } = await recipient.open(page)
    expect(text).not.toContain('<title>Error')
    expect(text).not.toMatch(/<script>|<style|style="|\son\w+="/)
    for (const [, path = ''] of text.matchAll(/(?:src|href|action)="([^"]+)"/g))
      expect(path).toMatch(/^(\/i\/|#)/)
  }
})

test.each([
  ['', ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], 'GET, HEAD'],
  ['/products', ['POST', 'OPTIONS'], 'GET, HEAD'],
  ['/cart', ['PUT', 'DELETE'], 'GET, HEAD, POST'],
  ['/checkout', ['PUT', 'DELETE'], 'GET, HEAD, POST'],
  ['/done', ['POST'], 'GET, HEAD'],
])('other methods of %j are rejected with an Allow header', async (page, methods, allow) => {
  const { recipient } = await shopWithInvite()
  for (const method of methods) {
    const { status, headers } = await recipient.open(page, method)
    expect([method, status, headers.allow]).toEqual([method, 405, allow])
  }
})

test('HEAD has the status and headers of GET and no body', async () => {
  const { recipient } = await shopWithInvite()
  for (const page of ['', '/products', '/nothing']) {
    const get = await recipient.open(page)
    const head = await recipient.open(page, 'HEAD')
    expect([head.status, head.text]).toEqual([get.status, ''])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  }
})

const hostile = `<img src=x onerror=alert(1)>"'&</title><script>alert(2)</script>`

test('markup in names, titles, SKUs and addresses is escaped', async () => {
  const { server } = await shopWithInvite()
  const { store, account } = server
  const sku = `S"><b>${hostile}`
  await store.write(async (transaction) => {
    const variant = { ...newVariant(sku), title: hostile, imageUrl: `https://x/">${hostile}` }
    await insertVariant(transaction, account, variant)
    await insertVariant(transaction, account, { ...variant, sku: `S"><b>2` })
    const campaign = {
      id: toId('cmp', 'hostile'),
      name: hostile,
      expiration: '2999-01-01T00:00:00Z',
    }
    const open = { ...campaign, status: 'Active', allowOutOfStockOrders: true }
    await insertCampaign(transaction, account, open, [sku, `S"><b>2`])
  })
  const names = { firstName: hostile.slice(0, 100), companyName: hostile }
  const { recipient } = await inviteRecipient(server, 'hostile', names)
  const pages = [await recipient.open()]
  expect((await recipient.cart('add', sku)).status).toBe(303)
  pages.push(await recipient.open(), await recipient.cart('add', sku, 11))
  pages.push(await recipient.open('/checkout'), await recipient.order({ zip: hostile }))
  expect((await recipient.order({ city: hostile })).status).toBe(303)
  pages.push(await recipient.open('/done'))
  for (const { text } of pages) {
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(text).not.toMatch(/<img src=x|<b>|<script>|<\/title>"/)
  }
})

test('URLs have the path of REDEEM_URL, which a proxy removes', async () => {
  const at = {
    REDEEM_URL: 'https://gifts.example.com/of/pine',
    CDN_URL: 'http://cdn.example.com/x',
  }
  const { recipient } = await shopWithInvite({}, {}, at)
  const { text, headers } = await recipient.open()
  expect(headers['content-security-policy']).toBe(csp('http://cdn.example.com'))
  expect(text).toContain(`action="/of/pine/i/${recipient.slug}/cart"`)
  expect(text).toContain('href="/of/pine/i/assets/base.')
  const added = await recipient.cart('add', 'T')
  expect(added.headers.location).toBe(`/of/pine/i/${recipient.slug}/products#cart`)
  const own = { origin: 'https://gifts.example.com' }
  const fields = { do: 'add', sku: 'T', quantity: '1' }
  expect((await recipient.post('/cart', fields, own)).status).toBe(303)
})

test('assets are immutable, and other files are not served', async () => {
  const { server, recipient } = await shopWithInvite()
  const { text } = await recipient.open()
  const get = (path: string) => server.request({ path, key: null, unchecked: true })
  const paths = new Set(text.match(/\/i\/assets\/[\w.-]+/g))
  expect(paths.size).toBe(6)
  for (const path of paths) {
    const { status, headers } = await get(path)
    expect([path, status]).toEqual([path, 200])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  const files = readdirSync(new URL('assets/', import.meta.url))
  for (const name of [...files, '..%2fmount.ts', '%2e%2e/mount.ts', 'x'])
    expect((await get(`/i/assets/${name}`)).status).toBe(404)
})

test('an internal error is a page and a log line without the slug', async () => {
  const { server, recipient } = await shopWithInvite()
  await server.database.query('alter table cart_lines rename to renamed')
  const { status, text } = await recipient.open()
  expect([status, text.includes('Something went wrong on our side')]).toEqual([500, true])
  const lines = server.log.filter((line) => line.includes('a request failed'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"route":"/i/:slug"')
  expect(server.log.join('')).not.toContain(recipient.slug)
})

test('an item that is no longer offered cannot be changed, only removed, and its order is shown', async () => {
  const { server, campaign, recipient } = await shopWithInvite({ allowOutOfStockOrders: true })
  const other = await inviteRecipient(server, campaign)
  await recipient.cart('add', 'M', 9)
  await recipient.order()
  await other.recipient.cart('add', 'M', 2)
  await server.database.query(`delete from campaign_variants where sku = 'M'`)

  const cart = (await other.recipient.open('/products')).text
  const item =
    /<li class="line">(?:(?!<li).)*<p class="name">Item M<.*?<\/li>/s.exec(cart)?.[0] ?? ''
  expect(item).toContain('width="64" height="64"')
  expect(item).toContain('<p class="error">No longer offered</p>')
  expect(item.match(/ disabled>/g)).toHaveLength(2)
  expect(item).toContain('value="remove"')
  expect((await recipient.open('/done')).text).toMatch(
    /Your order is being made\. Open your invite.*<p class="name">Item M</s,
  )
})
