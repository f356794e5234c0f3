import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import type { Brand } from '../../domain/shop.ts'
import { createMailer, type Email } from '../../email/mailer.ts'
import { deactivateAccount } from '../../store/accounts.ts'
import { putCampaign } from '../../store/campaigns.ts'
import { putVariant } from '../../store/variants.ts'
import { recipientBrowser } from '../../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { newVariant, smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'

const pages = ['', '/products', '/cart', '/checkout', '/done']
const day = 86_400_000

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

test('every page forbids caching, framing and sending its URL to other hosts, and has no inline code', async () => {
  const { server, recipient } = await shopWithInvite()
  const responses = [
    await recipient.open(),
    await recipient.open('/cart'),
    await recipient.cart('add', 'T'),
    await recipient.open('/checkout'),
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
    ...[200, 303, 303, 200, 400, 422, 303, 200, 405, 404, 415, 404],
  ])
  for (const { headers, text } of responses) {
    expect(headers).toMatchObject({
      'content-security-policy': csp(server.url),
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([])
    expect(text).not.toMatch(/<script>|<style|style="|\son\w+="/)
    for (const [, path = ''] of text.matchAll(/(?:src|href|action)="([^"]+)"/g))
      expect(path).toMatch(/^(\/i\/|#)/)
  }
})

test('other methods are rejected with an Allow header, and HEAD is GET without the body', async () => {
  const { recipient } = await shopWithInvite()
  for (const page of pages)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await recipient.open(page, method)
      const allow = page === '/cart' || page === '/checkout' ? 'GET, HEAD, POST' : 'GET, HEAD'
      expect([page, status, headers.allow]).toEqual([page, 405, allow])
    }
  expect((await recipient.open('/done', 'POST')).status).toBe(405)
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
    await putVariant(transaction, account, variant)
    await putVariant(transaction, account, { ...variant, sku: `S"><b>2` })
    const [id, expiration] = [toId('cmp', 'hostile'), '2999-01-01T00:00:00Z']
    const open = { name: hostile, expiration, status: 'Active', allowOutOfStockOrders: true }
    await putCampaign(transaction, account, { id, ...open }, [sku, `S"><b>2`])
  })
  const names = { firstName: hostile.slice(0, 100), companyName: hostile }
  const { recipient } = await inviteRecipient(server, 'hostile', names)
  const shown = [await recipient.open()]
  expect((await recipient.cart('add', sku)).status).toBe(303)
  shown.push(await recipient.open(), await recipient.cart('add', sku, 11))
  shown.push(await recipient.open('/checkout'), await recipient.order({ zip: hostile }))
  expect((await recipient.order({ city: hostile })).status).toBe(303)
  shown.push(await recipient.open('/done'))
  for (const { text } of shown) {
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(text).not.toMatch(/<img src=x|<b>|<script>|<\/title>"/)
  }
})

test('URLs have the path of REDEEM_URL, and over HTTPS the cookie is Secure with the __Host- prefix', async () => {
  const { recipient: plain } = await shopWithInvite()
  expect((await plain.open()).headers['set-cookie']).toEqual([
    expect.stringMatching(/^redemption=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  // The session is kept, so that forms of open pages stay valid.
  expect((await plain.open()).headers['set-cookie']).toBeUndefined()
  const at = {
    REDEEM_URL: 'https://gifts.example.com/of/pine',
    CDN_URL: 'http://cdn.example.com/x',
  }
  const { recipient } = await shopWithInvite({ brand: { color: '#1e3a8a' } }, {}, at)
  const { text, headers } = await recipient.open()
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-redemption=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(headers['content-security-policy']).toBe(csp('http://cdn.example.com'))
  for (const url of [`action="/of/pine/i/${recipient.slug}/cart"`, 'href="/of/pine/i/brand/1e3a8a'])
    expect(text).toContain(url)
  expect(text).toContain('href="/of/pine/i/assets/base.')
  const added = await recipient.cart('add', 'T')
  expect(added.headers.location).toBe(`/of/pine/i/${recipient.slug}/products#cart`)
})

test('assets are immutable and named by their content, and other files are not served', async () => {
  const { server, recipient } = await shopWithInvite()
  const { text } = await recipient.open()
  const get = (path: string) => server.request({ path, key: null, unchecked: true })
  const paths = new Set(text.match(/\/i\/assets\/[\w.-]+/g))
  expect(paths.size).toBe(5)
  for (const path of paths) {
    const { status, headers, text: content } = await get(path)
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
    expect([path, status]).toEqual([expect.stringContaining(`.${hash}.`), 200])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  const files = readdirSync(new URL('../assets/', import.meta.url))
  for (const name of [...files, '..%2fforms.test.ts', '%2e%2e/forms.test.ts', 'x'])
    expect((await get(`/i/assets/${name}`)).status).toBe(404)
})

test('an internal error is a page and a log line without the slug', async () => {
  const { server, recipient } = await shopWithInvite()
  await server.database.query('alter table cart_lines rename to renamed')
  const { status, text } = await recipient.open()
  expect([status, text.includes('Something went wrong on our side')]).toEqual([500, true])
  const lines = server.log.filter((line) => line.includes('A request failed'))
  expect(lines).toEqual([expect.stringContaining('"route":"/i/:slug"')])
  expect(server.log.join('')).not.toContain(recipient.slug)
})

test('unknown slugs and pages, and invites of a deactivated account, are a 404 page', async () => {
  const { server, recipient } = await shopWithInvite()
  const slugs = [
    '',
    'AAAAAAAAAAAAAAAAAAAAAA',
    'A'.repeat(5000),
    'a%20b',
    '%ZZ',
    'a%00',
    '..%2F..%2Fetc',
  ]
  for (const slug of [...slugs, '%3Cscript%3Ealert(1)%3C%2Fscript%3E'])
    for (const page of [...pages, '/nothing', '/']) {
      const { status, headers, text } = await recipientBrowser(server, slug).open(page)
      expect([slug, status, headers['content-type'], headers['set-cookie']]).toEqual([
        ...[slug, 404, 'text/html; charset=utf-8', undefined],
      ])
      expect(text).toContain('We couldn’t find this invite')
      expect(text).not.toContain('<script>')
    }
  for (const page of ['/', '/nothing', '/cart/T', '/checkout/'])
    expect((await recipient.open(page)).status).toBe(404)
  await server.store.write((transaction) =>
    deactivateAccount(transaction, server.account, timestamp(server.time.now)),
  )
  for (const page of pages) expect((await recipient.open(page)).status).toBe(404)
  expect(server.published).toEqual([])
})

test.each<[string, Parameters<typeof shopWithInvite>, number, string]>([
  ['a paused campaign', [{ status: 'Paused' }], 403, 'Orders are paused'],
  ['a draft campaign', [{ status: 'Draft' }], 403, 'Orders are paused'],
  ['a campaign with the status Expired', [{ status: 'Expired' }], 410, 'has expired'],
  ['a campaign past its expiration', [{ expiresIn: -1 }], 410, 'has expired'],
  [
    'an expired invite',
    [{}, { expiresAt: '2020-02-29T12:00:00+01:00' }],
    410,
    '<p>It expired on 29 February 2020. </p>',
  ],
])('%s: the page shows it, and no order or event is created', async (_, ...rest) => {
  const [options, status, words] = rest
  const { server, recipient } = await shopWithInvite(...options)
  for (const page of ['', '/products', '/cart', '/checkout']) {
    const response = await recipient.open(page)
    expect([page, response.status]).toEqual([page, status])
    expect(response.text).toContain(words)
  }
  expect((await server.get('/v1/orders/list')).body).toEqual([])
  expect(server.published).toEqual([])
})

test.each([
  ['US', 'OR', '97205', ['1 Alder St', 'Portland, OR 97205', 'United States']],
  ['AU', 'NSW', '2000', ['1 Alder St', 'Portland NSW 2000', 'Australia']],
  ['DE', '', '10115', ['1 Alder St', '10115 Portland', 'Germany']],
  ['JP', 'Tokyo', '160-0022', ['1 Alder St, Portland, Tokyo', '160-0022', 'Japan']],
  ['CW', '', '0000', ['1 Alder St, 0000', 'Portland', 'Curaçao']],
])('an address in %s has the form of the country, and all that was typed', async (...given) => {
  const [country, state, zip, lines] = given
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const address = { street1: '1 Alder St', companyName: '', city: 'Portland', country, state, zip }
  expect((await recipient.order(address)).status).toBe(303)
  const [, shown] = /<address>(.*)<br><\/address>/.exec((await recipient.open('/done')).text) ?? []
  expect(shown?.split('<br>')).toEqual(['Ada Byron', ...lines])
})

test('with SUPPORT_EMAIL, pages that mention questions name it', async () => {
  const at = { SUPPORT_EMAIL: 'help@example.com' }
  const link = 'contact <a href="mailto:help@example.com">help@example.com</a>.'
  const { server, campaign, recipient } = await shopWithInvite({}, {}, at)
  await recipient.cart('add', 'T')
  await recipient.order()
  expect((await recipient.open('/done')).text).toContain(`To change this order, ${link}`)
  const old = await inviteRecipient(server, campaign, { expiresAt: '2020-02-29T12:00:00Z' })
  expect((await old.recipient.open()).text).toContain(`For a new one, ${link}`)
  const unasked = await shopWithInvite({}, { expiresAt: '2020-02-29T12:00:00Z' })
  expect((await unasked.recipient.open()).text).not.toMatch(/contact|Ask /)
})

test('an invite or a campaign that ends while its page is open rejects changes and orders', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const setStatus = (status: string) =>
    server.database.query(`update campaigns set status = '${status}'`)
  await setStatus('Paused')
  expect((await recipient.order()).status).toBe(403)
  await setStatus('Active')
  server.time.now += day
  expect((await recipient.cart('add', 'T')).status).toBe(303)
  server.time.now += 1
  expect((await recipient.cart('add', 'T')).status).toBe(410)
  expect((await recipient.order()).status).toBe(410)
  expect((await recipient.order({ city: '' })).status).toBe(410)
  expect((await server.get('/v1/orders/list')).body).toEqual([])
})

test('the page shows the earlier of the invite’s and the campaign’s expirations', async () => {
  const { server, campaign } = await shopWithInvite({ expiresIn: 300 * day })
  const at = (days: number) => timestamp(server.time.now + days * day)
  const shown = async (expiresAt: string) => {
    const { recipient } = await inviteRecipient(server, campaign, { expiresAt })
    return (await recipient.open()).text.match(/<time datetime="([^"]+)">([^<]+)</)?.slice(1)
  }
  expect(await shown(at(20))).toEqual([at(20), expect.stringMatching(/ \d{4} at \d\d:\d\d UTC$/)])
  expect((await shown(at(400)))?.[0]).toBe(at(300))
})

test('each page shows the steps before it as done, and until the end that the link is a secret', async () => {
  const { recipient } = await shopWithInvite()
  const seen = async (page: string) => {
    const { text } = await recipient.open(page)
    const steps = [...text.matchAll(/aria-hidden="true">([123✓])</g)].map(([, sign]) => sign)
    const [, current] = /aria-current="step"><[^>]*>.<\/span> (\w+)/.exec(text) ?? []
    return [...steps, current, text.includes('Anyone with this link')]
  }
  expect(await seen('/products')).toEqual(['1', '2', '3', 'Choose', true])
  await recipient.cart('add', 'T')
  expect(await seen('/checkout')).toEqual(['✓', '2', '3', 'Address', true])
  await recipient.order()
  // The last sign is the message's.
  expect(await seen('/done')).toEqual(['✓', '✓', '✓', '✓', 'Done', false])
  expect(await seen('/nothing')).toEqual([undefined, false])
})

test('the address form says which fields are optional, and names each error once, beside its field', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const fieldsOf = (text: string) =>
    [...text.matchAll(/data-field="(\w+)">(.*?)<\/div>/gs)].map(([, name, field = '']) =>
      [
        name,
        ...(field.includes('(optional)') ? ['optional'] : []),
        ...(/ required[ >]/.test(field) ? ['required'] : []),
        ...(field.includes('aria-invalid') ? ['invalid:'] : []),
        ...(/<p class="error" id="\w+-error">([^<]*)/.exec(field)?.slice(1) ?? []),
      ].join(' '),
    )
  const errorsOf = (text: string) =>
    fieldsOf(text).flatMap((field) => field.split(/ (?:required )?invalid: /).slice(1))
  const before = (await recipient.open('/checkout')).text
  const optional = ['companyName optional', 'street2 optional', 'state', 'phone optional']
  const required = ['firstName', 'lastName', 'email', 'street1', 'zip', 'city', 'country']
  expect(fieldsOf(before).toSorted()).toEqual(
    [...optional, ...required.map((name) => `${name} required`)].toSorted(),
  )
  expect(before).toMatch(/<title>Address –/)
  const one = await recipient.order({ zip: ' ' })
  expect([one.status, errorsOf(one.text)]).toEqual([422, ['Enter your postal code']])
  expect(one.text).toContain('<h2 id="errors-title">There is a problem</h2>')
  expect(one.text).toMatch(/<title>Error: Address –/)
  expect(one.text.match(/<option value="[^"]*" selected>/g)).toHaveLength(1)
  const all = (await recipient.order(Object.fromEntries(required.map((name) => [name, ' '])))).text
  expect(all).toContain('<h2 id="errors-title">There are 7 problems</h2>')
  expect(errorsOf(all)).toEqual([
    ...['Enter your first name', 'Enter your last name', 'Enter your email'],
    ...['Enter your street and number', 'Enter your postal code', 'Enter your city'],
    'Choose your country',
  ])
  for (const country of ['AU', 'CA', 'US'])
    expect(errorsOf((await recipient.order({ country, state: ' ' })).text)).toEqual([
      'Enter your state or region',
    ])
  for (const [name, value, error] of [
    ['email', '@'.repeat(254), 'Enter a valid email'],
    ['email', '@'.repeat(255), 'Email must have at most 254 characters'],
    ['city', 'x'.repeat(30_000), 'City must have at most 100 characters'],
    ...['United Kingdom', 'gb', 'XX', 'ZZ'].map((each) => ['country', each, 'Choose your country']),
  ] as const)
    expect(errorsOf((await recipient.order({ [name]: value })).text)).toEqual([error])
})

test('the buttons of a quantity send the next quantities, within the bounds', async () => {
  const { recipient } = await shopWithInvite()
  const steps = async (quantity: number) => {
    await recipient.cart(quantity === 1 ? 'add' : 'update', 'M', quantity)
    const { text } = await recipient.open('/products')
    const buttons = text.matchAll(/id="(?:fewer|more)-line-0"[^>]*value="(\d+)"([^>]*)/g)
    return [...buttons].map(([, value, rest]) => `${value}${rest}`)
  }
  expect(await steps(1)).toEqual(['0 disabled', '2'])
  expect(await steps(2)).toEqual(['1', '3'])
  expect(await steps(5)).toEqual(['4', '6 disabled'])
})

type Variant = { options: Record<string, string>; stock?: number; imageUrl?: string }

/** Shows a product with the variants, whose SKUs are V0, V1 and so on. */
const productWith = async (variants: readonly Variant[]) => {
  const { server, account } = await shopWithInvite()
  await server.store.write(async (transaction) => {
    for (const [i, { options, imageUrl = null }] of variants.entries()) {
      const variant = { ...newVariant(`V${i}`), id: 'prd_tee', title: 'Tee', imageUrl }
      await putVariant(transaction, server.account, variant, { options })
    }
  })
  const stock = variants.map(({ stock = 5 }, i): [string, number] => [`V${i}`, stock])
  await account.warehouse(Object.fromEntries(stock))
  const campaign = await account.campaign(stock.map(([sku]) => sku))
  const { recipient } = await inviteRecipient(server, campaign)
  const { text } = await recipient.open('/products')
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...found]) => found.join(''))
  return {
    recipient,
    legends: all(/<legend>([^<]+)/g),
    groups: all(/<p class="row" id="product-1-group-\d">[^>]*> (.*)<\/p>/g),
    radios: all(/<input type="radio" name="sku" value="(\w+)" required([^>]*) data-image/g),
    labels: all(/<span>(.*?) <span class="stock/g),
    alts: all(/data-alt="([^"]*)"/g).filter((alt) => alt !== ''),
    large: all(/<img class="picture"[^>]* alt="([^"]*)" width="240"/g),
  }
}

test('variants with two options are grouped by the first one, and the first available one is chosen', async () => {
  const imageUrl = 'https://cdn.example.com/tee.png'
  const product = await productWith([
    { options: { Color: 'Black', Size: 'S' }, stock: 0 },
    { options: { Color: 'Black', Size: 'M' }, imageUrl, stock: 1 },
    { options: { Color: 'Red', Size: 'S' }, imageUrl },
    { options: { Color: 'Red', Size: 'M' } },
  ])
  expect(product).toMatchObject({
    legends: ['Color and Size'],
    groups: ['Black', 'Red'],
    radios: ['V0 disabled', 'V1 checked', 'V2', 'V3'],
    labels: ['S', 'M', 'S', 'M'],
    alts: ['Tee, Black, M', 'Tee, Red, S'],
    large: ['Tee, Black, M'],
  })
  await product.recipient.cart('add', 'V2')
  expect((await product.recipient.open('/products')).text).toContain('In your cart: Red, S')
})

test('variants with one option, or with one variant in each group, are one list', async () => {
  const sizes = await productWith([{ options: { Size: 'S' } }, { options: { Size: 'M' } }])
  const flat = { groups: [], radios: ['V0 checked', 'V1'] }
  expect(sizes).toMatchObject({ ...flat, legends: ['Size'], labels: ['S', 'M'] })
  const apart = await productWith([
    { options: { Color: 'Black', Size: 'S' } },
    { options: { Color: 'White', Size: 'M' } },
  ])
  const labels = ['Black, S', 'White, M']
  expect(apart).toMatchObject({ ...flat, legends: ['Color and Size'], labels })
  const one = await productWith([{ options: { Size: 'S' } }])
  expect(one).toMatchObject({ radios: [], legends: [] })
  await one.recipient.cart('add', 'V0', 2)
  const { text } = await one.recipient.open('/products')
  expect(text).toContain('<span>In your cart</span>')
  expect(text).toMatch(/href="#cart">Your cart: 2 items</)
})

test.each<[Brand, name: string, textColor?: string]>([
  [{ name: 'Pine & Sons', color: '#fde047' }, 'Pine &amp; Sons', '#000000'],
  [{ name: 'Pine & Sons', color: '#1e3a8a' }, 'Pine &amp; Sons', '#ffffff'],
  [{ color: '#1e3a8a' }, 'Test', '#ffffff'],
  [{}, 'Test'],
])('recipients see the brand %j as %s, in pages and emails', async (brand, name, textColor) => {
  const emails: Email[] = []
  const mailer = createMailer({ name: 'Merch' }, async (email) => emails.push(email) > 0)
  const server = await testServer({ demo: false, parts: { mailer } })
  const account = smallAccount(server)
  const campaign = await account.campaign([await account.variant('T')], { brand })
  const more = { email: 'ada@example.com', sendEmailNotification: true }
  const { text } = await (await inviteRecipient(server, campaign, more)).recipient.open()
  expect(text).toMatch(new RegExp(`<p class="brand">[^\n]* ${name}</p>`))
  expect(text).toContain(`A gift from ${name}:`)
  expect(emails[0]?.html).toContain(`>${name}</h1>`)
  expect(emails[0]?.senderName).toBe(brand.name ?? 'Test')
  const [, path] = /<link rel="stylesheet" href="(\/i\/brand\/[^"]*)">/.exec(text) ?? []
  expect(path).toBe(brand.color && `/i/brand/${brand.color.slice(1)}.css`)
  expect(emails[0]?.html.includes(`border-top: 6px solid ${brand.color};`)).toBe('color' in brand)
  if (path === undefined) return
  const get = (at: string) => server.request({ path: at, key: null, unchecked: true })
  const style = await get(path)
  expect(style.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(style.text).toContain(`{ background: ${brand.color}; color: ${textColor} }`)
  for (const file of ['fde04.css', 'FDE047.css', 'fde0477.css', 'fde047', 'fde047;.css'])
    expect([file, (await get(`/i/brand/${file}`)).status]).toEqual([file, 404])
})
