import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  Contact,
  InviteCartUpdatedEvent,
  InviteRedeemedEvent,
  InviteViewedEvent,
  OrderCreatedEvent,
} from '../../../generated/zod/schemas.ts'
import { newContact } from '../../../tests/kit/request-bodies.ts'
import { hiddenFields } from '../../../tests/kit/server/customer-browser.ts'
import {
  hiddenFieldValue,
  recipientBrowser,
  shippingAddress,
} from '../../../tests/kit/server/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../../tests/kit/server/shop-with-invite.ts'
import { newVariant, putVariant, smallAccount } from '../../../tests/kit/server/small-account.ts'
import { type TestServer, testServer } from '../../../tests/kit/server/test-server.ts'
import { createOrder } from '../../../tests/kit/server/test-shop.ts'
import { shipOrder } from '../../actions/ship-order.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import type { Brand } from '../../domain/shop-plan.ts'
import { createMailer, type Email } from '../../email/mailer.ts'
import { setDeactivated } from '../../store/accounts.ts'
import { putCampaign } from '../../store/campaigns.ts'
import { lastRemoved } from './products-page.ts'

const day = 86_400_000
const pages = ['', '/products', '/cart', '/checkout', '/done']
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', companyName: 'Pine' }

/** Returns the published events. Fails if one violates the document. */
const eventsOf = ({ published }: TestServer) => {
  const schema = z.union([
    InviteViewedEvent,
    InviteCartUpdatedEvent,
    InviteRedeemedEvent,
    OrderCreatedEvent,
  ])
  return published.map(({ event }) => schema.parse(event))
}

const namesOf = (server: TestServer) => server.published.map(({ event }) => event.event)
const alertIn = (text: string) => text.match(/role="alert">([^<]+)</)?.[1]
const cartOf = (text: string) => text.match(/data-summary="(?:Your cart has )?([^"]+)"/)?.[1]
const ordersOf = async (server: TestServer) => (await server.get('/v1/orders/list')).body
/** Returns the steps of an order, the current one with a mark. */
const stepsOf = (text: string) =>
  [...text.matchAll(/<li([^>]*)><span aria-hidden="true">(.)<\/span> (\w+)/g)]
    .map(([, mark, sign, name]) => `${mark?.includes('step') ? '>' : ''}${sign}${name}`)
    .join(' ')
const lineOf = ([sku, quantity]: [string, number]) => ({ sku, quantity })

test('redeeming an invite orders the cart and uses the invite', async () => {
  const { server, campaign, warehouse, invite, recipient } = await shopWithInvite({}, ada)
  await server.post('/v1/contacts/create', newContact(campaign))
  const landing = (await recipient.open()).text
  for (const text of [
    '<h1>cmp_1</h1>',
    'Hi <bdi>Ada</bdi>, pick your gifts',
    'Product T',
    'Only 5 left',
    'name="sku" value="T">',
    'Anyone with this link can use the invite.',
  ])
    expect(landing).toContain(text)
  expect(stepsOf(landing)).toBe('>1Choose 2Address 3Done')
  expect((await recipient.cart('add', 'T', 2)).status).toBe(303)
  await recipient.cart('add', 'M', 1)
  await recipient.cart('update', 'T', 3)
  await recipient.cart('remove', 'M')
  const pasted = { email: '\u202aada@example.com\u202c', street2: ' Flat 4 ', companyName: 'Pine' }
  const placed = await recipient.order(pasted)
  expect([placed.status, placed.headers.location]).toEqual([303, `/i/${invite.slug}/done`])

  const common = {
    inviteId: invite._id,
    inviteNumber: invite.inviteNumber,
    email: 'ada@example.com',
    campaignId: campaign,
    campaignTitle: null,
  }
  const cartEvent = (eventType: string, ...lines: [string, number][]) => ({
    event: 'invite.cart_updated',
    data: {
      ...common,
      eventDetails: { eventType, page: 'products', cartItems: lines.map(lineOf) },
    },
  })
  const [viewed, ...events] = eventsOf(server)
  const created = OrderCreatedEvent.parse(events[4])
  expect(viewed?.data).toEqual({ ...common, eventDetails: { page: 'landing' } })
  expect(events).toEqual([
    cartEvent('CART_ADD', ['T', 2]),
    cartEvent('CART_ADD', ['T', 2], ['M', 1]),
    cartEvent('CART_UPDATE', ['T', 3], ['M', 1]),
    cartEvent('CART_REMOVE', ['T', 3]),
    created,
    {
      event: 'invite.redeemed',
      data: {
        ...common,
        eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: [lineOf(['T', 3])] },
      },
    },
  ])
  const { companyName: _, ...where } = shippingAddress
  expect((await server.get(`/v1/orders/${created.data.orderId}`)).body).toMatchObject({
    orderNumber: created.data.orderNumber,
    orderSource: 'REDEMPTION',
    allocationStatus: 'ALLOCATED',
    campaignId: campaign,
    warehouse,
    recipient: { ...where, street2: 'Flat 4' },
    companyName: 'Pine',
    products: [lineOf(['T', 3])],
  })
  const rows = await server.database.rowCounts()
  expect(rows).toMatchObject({ cart_lines: 0, redemptions: 1, orders: 1 })
  const done = (await recipient.open('/done')).text
  for (const text of ['Thank you, Ada', created.data.orderNumber, 'Product T', 'Quantity: 3'])
    expect(done).toContain(text)
  expect(stepsOf(done)).toBe('✓Choose ✓Address >✓Done')
  expect(done).not.toContain('Anyone with this link')
  const contacts = await server.get(`/v1/contacts/list?campaignId=${campaign}`)
  expect(z.array(Contact).parse(contacts.body)[0]?.orderCount).toBe(1)
})

test('a used invite shows its order, and the address in the browser that ordered only', async () => {
  const { server, recipient } = await shopWithInvite({}, ada)
  await recipient.cart('add', 'T')
  await recipient.order()
  const before = server.published.length
  const other = recipientBrowser(server, recipient.slug)
  // The order is shown after the invite and the campaign have expired, too.
  server.time.now += 1000 * day
  for (const page of ['', '/products', '/done']) {
    const { text } = await other.open(page)
    expect(text).toContain(page === '/done' ? 'Thank you' : '>This invite has been used<')
    expect(text).toContain('MF-100001')
    for (const secret of ['Byron', 'ada@example.com', 'St James', 'SW1Y', 'London'])
      expect(text).not.toContain(secret)
    const own = (await recipient.open(page)).text
    expect(own).toContain(page === '/done' ? 'Thank you, <bdi>Ada' : 'Welcome back, <bdi>Ada')
    expect(own).toContain(
      '<address>Ada Byron<br>12 St James Square<br>London<br>SW1Y 4JH<br>United Kingdom<br></address>',
    )
  }
  const late = [await recipient.open('/checkout'), await recipient.cart('add', 'T')]
  for (const { headers } of late) expect(headers.location).toBe(`/i/${recipient.slug}/done`)
  expect(server.published).toHaveLength(before)
})

test('the page of a used invite shows the state of the order, and the tracking number to its browser', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  const order = async (buyer: typeof recipient) => {
    await buyer.cart('add', 'T')
    await buyer.order()
    return toId('ord', OrderCreatedEvent.parse(server.published.at(-2)?.event).data.orderId)
  }
  const id = await order(recipient)
  expect((await recipient.open()).text).toContain('We received your order. Open your invite again')
  const shipment = { trackingNumber: '1Z999', carrierCode: 'ups' }
  await server.actions
    .as({ name: 'test' })
    .run((t) => shipOrder(t, server.account, id, shipment, Date.parse('2026-12-24')))
  const shipped = (await recipient.open()).text
  expect(shipped).toContain('Your order was shipped on 24 December 2026.')
  expect(shipped).toContain(
    'Tracking number: <a href="https://www.ups.com/track?tracknum=1Z999" rel="noreferrer">UPS 1Z999</a>',
  )
  const elsewhere = (await recipientBrowser(server, recipient.slug).open()).text
  expect(elsewhere).not.toMatch(/Tracking|1Z999/)

  const { recipient: other } = await inviteRecipient(server, campaign)
  await server.post('/v1/orders/cancel', { orderId: await order(other) })
  expect((await other.open()).text).toContain('Your order was cancelled.')
})

test('only GET of the link emits invite.viewed, once in a minute, whoever opens it', async () => {
  const { server, recipient } = await shopWithInvite()
  const prefetch = { path: `/i/${recipient.slug}`, headers: { 'sec-purpose': 'prefetch' } }
  expect((await recipient.open('', 'HEAD')).status).toBe(200)
  expect((await recipient.request(prefetch)).status).toBe(200)
  await recipient.open('/products')
  expect(namesOf(server)).toEqual([])
  const openings = async () => {
    const stranger = recipientBrowser(server, recipient.slug)
    await Promise.all(Array.from({ length: 20 }, () => [recipient.open(), stranger.open()]).flat())
    return namesOf(server).length
  }
  expect(await openings()).toBe(1)
  server.time.now += 59_999
  expect(await openings()).toBe(1)
  server.time.now += 1
  expect(await openings()).toBe(2)
  // The invite has no email.
  expect(eventsOf(server)[0]?.data).toMatchObject({ email: null })
})

test('a cart that another tab changed is shown again before it is ordered', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const seen = hiddenFieldValue((await recipient.open('/checkout')).text, 'seen')
  await recipient.cart('update', 'T', 9)
  const rejected = await recipient.orderInVain({ seen, city: 'Zürich' })
  for (const shown of ['changed in another tab', 'Quantity: 9', 'value="Zürich"'])
    expect(rejected.text).toContain(shown)
  expect((await recipient.order()).status).toBe(303)
  expect(await ordersOf(server)).toMatchObject([{ products: [lineOf(['T', 9])] }])
})

test('pages that need a cart or an order lead to the products', async () => {
  const { recipient } = await shopWithInvite()
  const locations = [await recipient.orderInVain(), await recipient.open('/done')].map(
    ({ headers }) => headers.location,
  )
  expect(locations).toEqual(['/cart', '/products'].map((page) => `/i/${recipient.slug}${page}`))
})

test('an order of sold-out products is rejected by name and keeps the typed address', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  const buyElsewhere = (quantity: number) => {
    const products = [{ sku: 'M', quantity }]
    return createOrder(server, { campaignId: campaign, products, shipTo: shippingAddress })
  }
  const problem = async () =>
    /<p class="error">([^<]+)/.exec((await recipient.open('/products')).text)?.[1]
  await recipient.cart('add', 'M', 5)
  await recipient.cart('add', 'T')
  expect(await problem()).toBeUndefined()
  const open = (await recipient.open('/checkout')).text
  expect(open).toContain('<button>Place order</button>')
  expect([stepsOf(open), alertIn(open)]).toEqual(['✓Choose >2Address 3Done', undefined])
  expect(open).not.toMatch(/Error:|problem/)
  await buyElsewhere(4)
  expect(await problem()).toBe('Only 1 left')
  const few = await recipient.orderInVain()
  expect(alertIn(few.text)).toBe('Only 1 of Product M is left. Reduce the quantity to continue.')
  await buyElsewhere(1)
  expect(await problem()).toBe('Sold out')
  expect((await recipient.open('/products')).text).toContain('"stock gone">Sold out<')
  // Before the address is typed.
  const checkout = (await recipient.open('/checkout')).text
  expect(alertIn(checkout)).toBe('Product M has sold out.')
  expect(checkout).toContain('<button disabled>Place order</button>')
  const gone = await recipient.orderInVain({ city: 'Zürich' })
  expect(alertIn(gone.text)).toBe('Product M has sold out.')
  const [form = ''] = /<form(?:(?!<form).)*Remove Product M<\/button>/s.exec(gone.text) ?? []
  const removed = await recipient.follow(await recipient.post('/checkout', hiddenFields(form)))
  expect([removed.status, removed.text.includes('value="Zürich"')]).toEqual([200, true])
  expect((await recipient.order()).status).toBe(303)
})

test('removing the last item at the checkout says that the cart is empty', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const { status, text } = await recipient.follow(
    await recipient.post('/checkout', { remove: 'T' }),
  )
  expect([status, alertIn(text)]).toEqual([200, lastRemoved])
})

test.each([
  ['de-AT, de;q=0.9', 'AT'],
  ['en, fr-CA;q=0.5', 'CA'],
  ['pt', 'BR'],
  ['ja', 'JP'],
  ['*', ''],
  ['x-klingon, -', ''],
  ['', ''],
])(
  'the address begins with the country, which the languages %s give as “%s”',
  async (languages, country) => {
    const { recipient } = await shopWithInvite()
    await recipient.cart('add', 'T')
    const path = `/i/${recipient.slug}/checkout`
    const { text } = await recipient.request({ path, headers: { 'accept-language': languages } })
    expect(/<(?:input|select)[^>]* name="(\w+)"/.exec(text)?.[1]).toBe('country')
    const [, selected = ''] = /<option value="([^"]*)" selected/.exec(text) ?? []
    expect(selected).toBe(country)
  },
)

test('a quantity outside 1 to 10 is rejected with the bounds, and an unknown action too', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T', 2)
  for (const quantity of ['0', '-1', '11', '1000000000', '1e1', '1.5', ' 1', '0x1', '', '९'])
    for (const action of ['add', 'update'] as const) {
      const response = await recipient.cart(action, 'T', quantity)
      expect([quantity, action, response.status]).toEqual([quantity, action, 303])
      const { text } = await recipient.follow(response)
      expect(alertIn(text)).toBe('You can have 1 to 10 of Product T.')
      expect(cartOf(text)).toBe('2 items')
    }
  for (const action of [undefined, 'ADD', 'delete'])
    expect((await recipient.post('/cart', { do: action, sku: 'T', quantity: '1' })).status).toBe(
      400,
    )
  expect((await recipient.cart('add', 'T', 8)).status).toBe(303)
  expect(alertIn((await recipient.cartInVain('add', 'T', 1)).text)).toMatch(/^You can have 1 to 10/)
  // A change that changes nothing succeeds, and emits no event.
  expect((await recipient.cart('update', 'T', 10)).status).toBe(303)
  expect((await recipient.cart('remove', 'nothing', '')).status).toBe(303)
  expect(namesOf(server)).toHaveLength(2)
})

test('more than the stock is rejected unless the campaign allows backorders', async () => {
  const { server, account, recipient } = await shopWithInvite()
  const left = 'Only 5 of Product M are left.'
  expect(alertIn((await recipient.cartInVain('add', 'M', 6)).text)).toBe(left)
  expect((await recipient.cart('add', 'M', 5)).status).toBe(303)
  expect(alertIn((await recipient.cartInVain('add', 'M', 1)).text)).toBe(left)
  const { text } = await recipient.open()
  expect(text).toContain('"stock good">In stock<')
  expect(text).toMatch(/<button id="more-cart-M"[^>]* value="6" disabled>/)
  await account.variant('Z')
  await server.store.write((transaction) =>
    putVariant(transaction, server.account, { ...newVariant('N'), productionTime: 0 }),
  )
  const closed = (await inviteRecipient(server, await account.campaign(['Z']))).recipient
  expect((await closed.open()).text).not.toContain('Add to cart')
  expect(alertIn((await closed.cartInVain('add', 'Z')).text)).toBe('Product Z has sold out.')

  const open = await account.campaign(['M', 'Z', 'N'], { allowOutOfStockOrders: true })
  for (const [sku, stock, promise] of [
    ['M', 'Only 5 left, more to order', 'Making it takes about 1 day. Open'],
    ['Z', 'Made to order, 1 day', 'Making it takes about 1 day. Open'],
    ['N', 'Made to order, 0 days', 'We received your order. Open'],
  ] as const) {
    const { recipient: buyer } = await inviteRecipient(server, open)
    expect((await buyer.open()).text).toContain(stock)
    expect((await buyer.cart('add', sku, 6)).status).toBe(303)
    expect((await buyer.order()).status).toBe(303)
    expect((await buyer.open()).text).toContain(promise)
  }
})

test('stock of two warehouses does not add up, because an order ships from one', async () => {
  const { server, account } = await shopWithInvite()
  await account.variant('A')
  await account.variant('B')
  const campaign = await account.campaign(['A', 'B'])
  await account.warehouse({ A: 3 })
  await account.warehouse({ A: 2, B: 4 })
  const { recipient } = await inviteRecipient(server, campaign)
  const tooMany = await recipient.cartInVain('add', 'A', 5)
  expect(alertIn(tooMany.text)).toBe('Only 3 of Product A are left.')
  await recipient.cart('add', 'A', 3)
  await recipient.cart('add', 'B', 4)
  const apart = await recipient.orderInVain()
  expect(alertIn(apart.text)).toMatch(/^Product A ships from another warehouse than the rest/)
  await recipient.cart('update', 'A', 2)
  expect((await recipient.order()).status).toBe(303)
})

test('a cart belongs to the invite, and accounts with the same ids and SKUs share nothing', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T', 2)
  const elsewhere = recipientBrowser(server, recipient.slug)
  const { text } = await elsewhere.open('/products')
  expect([cartOf(text), text.match(/2 items/g)?.length]).toEqual(['2 items', 3])
  expect(text.match(/"fewer-[^>]* value="1">/g)).toHaveLength(2)
  const { recipient: another } = await inviteRecipient(server, campaign)
  const empty = (await another.open('/products')).text
  expect([cartOf(empty), empty.includes('0 items')]).toEqual([lastRemoved, false])

  const { account, key } = await server.another()
  const small = smallAccount({ ...server, account })
  await small.variant('T')
  await small.campaign(['T'])
  await small.warehouse({ T: 1 })
  const { recipient: theirs } = await inviteRecipient(server, campaign, {}, key)
  const page = (await theirs.open()).text
  expect([page.includes('Only 1 left'), cartOf(page)]).toEqual([true, lastRemoved])
  await theirs.cart('add', 'T')
  for (const buyer of [theirs, recipient]) expect((await buyer.order()).status).toBe(303)
  for (const [of, quantity] of [[key, 1] as const, [server.key, 2] as const]) {
    const { body } = await server.request({ path: '/v1/orders/list', key: of })
    expect(body).toMatchObject([{ products: [{ sku: 'T', quantity }] }])
  }
})

test('an item that is no longer offered cannot be changed, only removed, and its order is shown', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  const { recipient: other } = await inviteRecipient(server, campaign)
  await recipient.cart('add', 'M', 2)
  await recipient.order()
  await other.cart('add', 'M', 2)
  await server.database.query(`delete from campaign_variants where sku = 'M'`)
  const cart = (await other.open('/products')).text
  const item =
    /<li class="line">(?:(?!<li).)*<p class="name">Item M<.*?<\/li>/s.exec(cart)?.[0] ?? ''
  expect(item).toContain('<p class="error">No longer offered</p>')
  expect(item.match(/ disabled>/g)).toHaveLength(2)
  expect(item).toContain('value="remove"')
  expect((await recipient.open('/done')).text).toContain('<p class="name">Item M<')
  for (const sku of ['M', 'nothing', '', '<b>', 'ť'.repeat(5000)])
    expect(alertIn((await other.cartInVain('add', sku)).text)).toContain('is no longer available.')
})

test('markup in names, titles, SKUs and addresses is escaped', async () => {
  const { server } = await shopWithInvite()
  const { store, account } = server
  const hostile = `<img src=x onerror=alert(1)>"'&</title><script>alert(2)</script>`
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
  const shown = [await recipient.open(), await recipient.cartInVain('add', sku, 11)]
  expect((await recipient.cart('add', sku)).status).toBe(303)
  shown.push(await recipient.open('/checkout'), await recipient.orderInVain({ zip: hostile }))
  expect((await recipient.order({ city: hostile })).status).toBe(303)
  for (const { text } of [...shown, await recipient.open('/done')]) {
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(text).not.toMatch(/<img src=x|<b>|<script>|<\/title>"/)
  }
})

test('unknown slugs, and invites of a deactivated account, are a 404 page', async () => {
  const { server, recipient } = await shopWithInvite()
  for (const slug of ['', 'A'.repeat(22), 'A'.repeat(5000), 'a%20b', '%ZZ', 'a%00', '%3Cscript%3E'])
    for (const page of [...pages, '/nothing']) {
      const { status, text } = await recipientBrowser(server, slug).open(page)
      expect([slug, page, status]).toEqual([slug, page, 404])
      expect(text).toContain('We couldn’t find this invite')
    }
  await server.store.write((transaction) =>
    setDeactivated(transaction, server.account, timestamp(server.time.now)),
  )
  for (const page of pages) expect((await recipient.open(page)).status).toBe(404)
  expect(server.published).toEqual([])
})

test.each<[string, Parameters<typeof shopWithInvite>, number, string]>([
  ['a paused campaign', [{ status: 'Paused' }], 403, 'Orders are paused'],
  ['a draft campaign', [{ status: 'Draft' }], 403, 'Orders are paused'],
  ['a campaign with the status Expired', [{ status: 'Expired' }], 410, 'this invite. For a new'],
  ['a campaign past its expiration', [{ expiresIn: -1 }], 410, 'contact <bdi>Test</bdi>.'],
  [
    'an expired invite',
    [{}, { expiresAt: '2020-02-29T12:00:00+01:00' }, { SUPPORT_EMAIL: 'help@example.com' }],
    410,
    'sent this invite. It expired on 29 February 2020. For a new one, contact <a href="mailto:help@example.com">',
  ],
])('%s: the page shows it, and no order or event is created', async (_, ...rest) => {
  const [options, status, words] = rest
  const { server, recipient } = await shopWithInvite(...options)
  for (const page of ['', '/products', '/cart', '/checkout']) {
    const response = await recipient.open(page)
    expect([page, response.status]).toEqual([page, status])
    expect(response.text).toContain(words)
  }
  expect((await recipient.cart('add', 'T')).status).toBe(status)
  expect((await recipient.order()).status).toBe(status)
  expect(await ordersOf(server)).toEqual([])
  expect(server.published).toEqual([])
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

/** Returns the fields of an address form as `name [optional] [required] [invalid: error]`. */
const fieldsOf = (text: string): string[] =>
  [...text.matchAll(/data-field="(\w+)">(.*?)<\/div>/gs)].map(([, name, field = '']) =>
    [
      name,
      ...(field.includes('(optional)') ? ['optional'] : []),
      ...(/ required[ >]/.test(field) ? ['required'] : []),
      ...(field.includes('aria-invalid') ? ['invalid:'] : []),
      ...(/<p class="error" id="\w+-error">([^<]*)/.exec(field)?.slice(1) ?? []),
    ].join(' '),
  )

test('the address form says which fields are optional, and names each error once, beside its field', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const errors = async (address: Record<string, string>) =>
    fieldsOf((await recipient.orderInVain(address)).text).flatMap((field) =>
      field.split(/ (?:required )?invalid: /).slice(1),
    )
  const required = ['firstName', 'email', 'street1', 'city', 'country']
  expect(fieldsOf((await recipient.open('/checkout')).text).toSorted()).toEqual(
    [
      'companyName optional',
      'lastName optional',
      'zip',
      'street2 optional',
      'state',
      'phone optional',
      ...required.map((name) => `${name} required`),
    ].toSorted(),
  )
  const one = await recipient.orderInVain({ zip: ' ' })
  expect(one.text.match(/<h2 id="errors-title">([^<]*)/)?.[1]).toBe('There is a problem')
  expect(one.text).toContain('Enter your postal code')
  expect(one.text).toMatch(/<title>Error: Address –/)
  for (const [name, value, error] of [
    ['email', '@'.repeat(254), 'Enter a valid email'],
    ['email', '@'.repeat(255), 'Email must have at most 254 characters'],
    ['city', 'x'.repeat(30_000), 'City must have at most 100 characters'],
    ...['AU', 'CA', 'US'].map((each) => ['country', each, 'Enter your state or region']),
    ...['United Kingdom', 'gb', 'XX', 'ZZ'].map((each) => ['country', each, 'Choose your country']),
  ] as const)
    expect(await errors({ [String(name)]: String(value) })).toEqual([error])
})

test('an order that is rejected leaves no response to a form in the history', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const rejected = await recipient.order({ city: '', street1: 'A long way' })
  expect([rejected.status, rejected.headers.location]).toEqual([
    303,
    `/i/${recipient.slug}/checkout?rejected`,
  ])
  const { status, text } = await recipient.follow(rejected)
  expect([status, text.includes('Enter your city'), text.includes('value="A long way"')]).toEqual([
    200,
    true,
    true,
  ])
  // The page is of this browser alone, and shows no old errors.
  const again = (await recipient.open('/checkout')).text
  expect([again.includes('Enter your city'), again.includes('value="A long way"')]).toEqual([
    false,
    true,
  ])
  const other = await recipient.request({
    method: 'GET',
    path: `/i/${recipient.slug}/checkout?rejected`,
    headers: { cookie: undefined },
  })
  expect(other.text).not.toContain('A long way')
  expect(other.text).toContain('Please allow cookies')
  expect((await recipient.order()).headers.location).toBe(`/i/${recipient.slug}/done`)
})

test('the address of a page may end with a slash', async () => {
  const { recipient } = await shopWithInvite()
  const link = `/i/${recipient.slug}`
  for (const [path, location] of [
    [`${link}/`, link],
    [`${link}//`, link],
    [`${link}/?utm_source=mail`, `${link}?utm_source=mail`],
    ['/portal/', '/portal'],
  ] as const) {
    const { status, headers } = await recipient.request({ path })
    expect([status, headers.location]).toEqual([308, location])
  }
})

type Variant = {
  options: Record<string, string>
  id?: string
  title?: string
  stock?: number
  imageUrl?: string
}

/** Shows a product with the variants, whose SKUs are V0, V1 and so on. */
const productWith = async (variants: readonly Variant[]) => {
  const { server, account } = await shopWithInvite()
  await server.store.write(async (transaction) => {
    for (const [i, each] of variants.entries()) {
      const { options, id = 'prd_tee', title = 'Tee', imageUrl = null } = each
      const variant = { ...newVariant(`V${i}`), id, title, imageUrl }
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
    cards: all(/<h3>([^<]+)/g),
    folded: all(/<details( open)?><summary><img[^>]*> ([^<]+)</g),
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
    { options: { Size: 'M', Color: 'Black' }, imageUrl, stock: 1 },
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
  const { text } = await product.recipient.open('/products')
  for (const named of ['<span>In your cart: Red, S<', '<p class="name">Tee, Red, S<'])
    expect(text).toContain(named)
})

test('forty variants of one title are one card, whose rows are folded but the chosen one', async () => {
  const colors = ['Ash', 'Blue', 'Coral', 'Dune', 'Ecru', 'Fern', 'Gold', 'Hay']
  const sizes = ['S', 'M', 'L', 'XL', '2XL']
  const product = await productWith(
    colors.flatMap((Color) =>
      sizes.map((Size) => ({ options: { Color, Size }, id: `prd_${Color}_${Size}` })),
    ),
  )
  expect(product).toMatchObject({ cards: ['Tee'], groups: [] })
  expect(product.radios).toHaveLength(40)
  expect(product.folded).toEqual([' openAsh', ...colors.slice(1)])
})

const bySku = ['Item V0', 'Item V1']
const small = { options: { Size: 'S' } }
const blackS = { options: { Color: 'Black', Size: 'S' } }
const redM = { options: { Color: 'Red', Size: 'M' } }

test.each<[string, Variant[], legends: string[], labels: string[]]>([
  ['one option', [small, { options: { Size: 'M' } }], ['Size'], ['S', 'M']],
  ['one variant', [small], [], []],
  ['one size of each color', [blackS, redM], ['Color and Size'], ['Black, S', 'Red, M']],
  ['no options', [{ options: {} }, { options: {} }], ['Option'], bySku],
  ['other options', [small, { options: { Color: 'Red' } }], ['Option'], bySku],
  ['the same values', [small, small], ['Option'], bySku],
  ['titles', [small, { ...small, title: 'Hat' }], ['Option'], ['Tee', 'Hat']],
])('variants with %s are one list', async (_, variants, legends, labels) => {
  const product = await productWith(variants)
  expect(product).toMatchObject({ groups: [], legends, labels })
})

test.each<[Brand, name: string, textColor?: string]>([
  [{ name: 'Pine & Sons', color: '#0f874b' }, 'Pine &amp; Sons', '#000000'],
  [{ color: '#0f78c3' }, 'Test', '#ffffff'],
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
  expect(text).toContain(`A gift from <bdi>${name}</bdi>:`)
  expect(emails[0]?.html).toContain(`>${name}</h1>`)
  expect(emails[0]?.senderName).toBe(brand.name ?? 'Test')
  const style = `{ --brand: ${brand.color}; --on-brand: ${textColor} }`
  expect(text.includes(style)).toBe('color' in brand)
  expect(emails[0]?.html.includes(`border-top: 6px solid ${brand.color};`)).toBe('color' in brand)
})
