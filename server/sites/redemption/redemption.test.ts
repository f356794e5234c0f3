import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  Contact,
  InviteCartUpdatedEvent,
  InviteRedeemedEvent,
  InviteViewedEvent,
  Order,
  OrderCreatedEvent,
} from '../../../generated/schemas.ts'
import { newContact } from '../../../testkit/request-bodies.ts'
import { shipOrder } from '../../actions/change-order.ts'
import { cartStamp } from '../../domain/cart.ts'
import { toId } from '../../domain/ids.ts'
import { putVariant } from '../../store/variants.ts'
import { hiddenFields } from '../../testing/customer-browser.ts'
import {
  hiddenFieldValue,
  recipientBrowser,
  shippingAddress,
} from '../../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { newVariant, smallAccount } from '../../testing/small-account.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { createOrder } from '../../testing/test-shop.ts'

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
const cartOf = (text: string) => text.match(/data-summary="Your cart has ([^"]+)"/)?.[1]
const ordersOf = async (server: TestServer) => (await server.get('/v1/orders/list')).body

test('redeeming an invite orders the cart and uses the invite', async () => {
  const { server, campaign, warehouse, invite, recipient } = await shopWithInvite({}, ada)
  await server.post('/v1/contacts/create', newContact(campaign))
  const landing = await recipient.open()
  expect(landing.status).toBe(200)
  for (const text of ['<h1>cmp_1</h1>', 'Hi Ada, pick your gifts', 'Product T', 'Only 5 left'])
    expect(landing.text).toContain(text)

  expect((await recipient.cart('add', 'T', 2)).status).toBe(303)
  await recipient.cart('add', 'M', 1)
  await recipient.cart('update', 'T', 3)
  await recipient.cart('remove', 'M')
  const placed = await recipient.order({ street2: ' Flat 4 ', companyName: 'Pine' })
  expect([placed.status, placed.headers.location]).toEqual([303, `/i/${invite.slug}/done`])

  const common = {
    inviteId: invite._id,
    inviteNumber: invite.inviteNumber,
    email: 'ada@example.com',
    campaignId: campaign,
    campaignTitle: null,
  }
  const linesOf = (lines: [sku: string, quantity: number][]) =>
    lines.map(([sku, quantity]) => ({ sku, quantity }))
  const cartEvent = (eventType: string, ...lines: [sku: string, quantity: number][]) => ({
    event: 'invite.cart_updated',
    data: {
      ...common,
      eventDetails: { eventType, page: 'products', cartItems: linesOf(lines) },
    },
  })
  const events = eventsOf(server)
  expect(server.published.every(({ account }) => account === server.account)).toBe(true)
  expect(events.toSpliced(5, 1)).toEqual([
    { event: 'invite.viewed', data: { ...common, eventDetails: { page: 'landing' } } },
    cartEvent('CART_ADD', ['T', 2]),
    cartEvent('CART_ADD', ['T', 2], ['M', 1]),
    cartEvent('CART_UPDATE', ['T', 3], ['M', 1]),
    cartEvent('CART_REMOVE', ['T', 3]),
    {
      event: 'invite.redeemed',
      data: {
        ...common,
        eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: linesOf([['T', 3]]) },
      },
    },
  ])
  const created = OrderCreatedEvent.parse(events[5])
  const { body } = await server.get(`/v1/orders/${created.data.orderId}`)
  const { companyName: _, ...where } = shippingAddress
  expect(Order.parse(body)).toMatchObject({
    orderNumber: created.data.orderNumber,
    orderSource: 'REDEMPTION',
    status: 'AWAITING_SHIPMENT',
    allocationStatus: 'ALLOCATED',
    campaignId: campaign,
    warehouse,
    recipient: { ...where, street2: 'Flat 4' },
    companyName: 'Pine',
    products: [{ sku: 'T', quantity: 3 }],
  })
  const rows = await server.database.rowCounts()
  expect(rows).toMatchObject({ cart_lines: 0, redemptions: 1, orders: 1 })
  const done = await recipient.open('/done')
  for (const text of ['Thank you, Ada', created.data.orderNumber, 'Product T', 'Quantity: 3'])
    expect(done.text).toContain(text)
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
  server.time.now += 1000 * 86_400_000
  for (const page of ['', '/products', '/done']) {
    const { status, text } = await other.open(page)
    expect(status).toBe(200)
    expect(text).toContain(page === '/done' ? 'Thank you' : 'This invite has been used')
    expect(text).toContain('MF-100001')
    for (const secret of ['Byron', 'ada@example.com', 'St James', 'SW1Y', 'London'])
      expect(text).not.toContain(secret)
    expect((await recipient.open(page)).text).toContain(
      '<address>Ada Byron<br>12 St James Square<br>London<br>SW1Y 4JH<br>United Kingdom<br></address>',
    )
  }
  const responses = [
    await recipient.open('/checkout'),
    await recipient.open('/cart'),
    await recipient.cart('add', 'T'),
  ]
  for (const { headers } of responses) expect(headers.location).toBe(`/i/${recipient.slug}/done`)
  expect(server.published).toHaveLength(before)
})

test('a checkout that is sent three times places one order', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const { text } = await recipient.open('/checkout')
  const form = { ...shippingAddress, seen: hiddenFieldValue(text, 'seen') }
  const clicks = Array.from({ length: 3 }, () => recipient.post('/checkout', form))
  for (const { status, headers } of await Promise.all(clicks))
    expect([status, headers.location]).toEqual([303, `/i/${recipient.slug}/done`])
  expect(await ordersOf(server)).toHaveLength(1)
  expect(namesOf(server)).toEqual(['invite.cart_updated', 'order.created', 'invite.redeemed'])
})

test('the page of a used invite shows the state of the order, and the tracking number to its browser', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  const order = async (buyer: typeof recipient) => {
    await buyer.cart('add', 'T')
    await buyer.order()
    return OrderCreatedEvent.parse(server.published.at(-2)?.event).data.orderId
  }
  const id = toId('ord', await order(recipient))
  expect((await recipient.open()).text).toContain('We received your order. Open your invite again')
  const shipment = { trackingNumber: '1Z999', carrierCode: 'ups' }
  await server.actions.run((transaction) =>
    shipOrder(transaction, server.account, id, shipment, Date.parse('2026-12-24')),
  )
  const shipped = (await recipient.open()).text
  expect(shipped).toContain('Your order was shipped on 24 December 2026.')
  expect(shipped).toContain('<strong>UPS 1Z999</strong>')
  expect((await recipientBrowser(server, recipient.slug).open()).text).not.toContain('1Z999')

  const { recipient: other } = await inviteRecipient(server, campaign)
  await server.post('/v1/orders/cancel', { orderId: await order(other) })
  expect((await other.open()).text).toContain('Your order was cancelled.')
})

test('only GET of the link emits invite.viewed, each time', async () => {
  const { server, recipient } = await shopWithInvite()
  const prefetch = { path: `/i/${recipient.slug}`, headers: { 'sec-purpose': 'prefetch' } }
  expect((await recipient.open('', 'HEAD')).status).toBe(200)
  expect((await recipient.request(prefetch)).status).toBe(200)
  await recipient.open('/products')
  await recipient.open('/checkout')
  expect(namesOf(server)).toEqual([])
  await recipient.open()
  await recipient.open()
  expect(namesOf(server)).toEqual(['invite.viewed', 'invite.viewed'])
  // The invite has no email.
  expect(eventsOf(server)[0]?.data).toMatchObject({ email: null })
})

test('a cart that another tab changed is shown again before it is ordered', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const { text } = await recipient.open('/checkout')
  const seen = hiddenFieldValue(text, 'seen')
  await recipient.cart('update', 'T', 9)
  const rejected = await recipient.order({ seen, city: 'Zürich' })
  expect(rejected.status).toBe(409)
  for (const shown of ['changed in another tab', 'Quantity: 9', 'value="Zürich"'])
    expect(rejected.text).toContain(shown)
  expect((await recipient.order()).status).toBe(303)
  expect(await ordersOf(server)).toMatchObject([{ products: [{ sku: 'T', quantity: 9 }] }])
})

test('pages that need a cart lead to the products', async () => {
  const { server, recipient } = await shopWithInvite({ allowOutOfStockOrders: true })
  const at = (page: string) => `/i/${recipient.slug}${page}`
  const empty = [
    await recipient.open('/checkout'),
    await recipient.order(),
    await recipient.order({ seen: cartStamp([]) }),
  ]
  for (const { headers } of empty) expect(headers.location).toBe(at('/cart'))
  expect((await recipient.open('/done')).headers.location).toBe(at('/products'))
  expect(await ordersOf(server)).toEqual([])
  expect((await recipient.open('/cart')).headers.location).toBe(at('/products#cart'))
})

test('an order of sold-out products is rejected by name and keeps the typed address', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  const buyElsewhere = (quantity: number) =>
    createOrder(server, {
      campaignId: campaign,
      products: [{ sku: 'M', quantity }],
      shipTo: { ...shippingAddress },
    })
  const problems = async () =>
    [...(await recipient.open('/products')).text.matchAll(/<p class="error">([^<]+)/g)].map(
      ([, text]) => text,
    )
  await recipient.cart('add', 'M', 3)
  await recipient.cart('add', 'T')
  expect(await problems()).toEqual([])
  await buyElsewhere(4)
  expect(await problems()).toEqual(['Only 1 left'])
  const few = await recipient.order({ city: 'Zürich' })
  expect(few.status).toBe(409)
  expect(alertIn(few.text)).toBe('Only 1 of Product M is left. Reduce the quantity to continue.')
  expect(few.text).toContain('value="Zürich"')
  await buyElsewhere(1)
  expect(await problems()).toEqual(['Sold out'])
  const gone = await recipient.order({ city: 'Zürich' })
  expect(alertIn(gone.text)).toBe('Product M has sold out.')
  const [form = ''] = /<form(?:(?!<form).)*Remove Product M<\/button>/s.exec(gone.text) ?? []
  const removed = await recipient.post('/checkout', hiddenFields(form))
  expect([removed.status, removed.text.includes('value="Zürich"')]).toEqual([200, true])
  expect((await recipient.order()).status).toBe(303)
})

test('a quantity outside 1 to 10 is rejected with the bounds', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T', 2)
  for (const quantity of ['0', '-1', '11', '1000000000', '1e1', '1.5', ' 1', '0x1', '', 'one', '९'])
    for (const action of ['add', 'update'] as const) {
      const response = await recipient.cart(action, 'T', quantity)
      expect([quantity, action, response.status]).toEqual([quantity, action, 400])
      expect(alertIn(response.text)).toBe('You can have 1 to 10 of Product T.')
      expect(cartOf(response.text)).toBe('2 items')
    }
  expect((await recipient.cart('add', 'T', 8)).status).toBe(303)
  expect((await recipient.cart('add', 'T', 1)).status).toBe(400)
  // A change that changes nothing succeeds, and emits no event.
  expect((await recipient.cart('update', 'T', 10)).status).toBe(303)
  expect((await recipient.cart('remove', 'nothing', '')).status).toBe(303)
  expect(namesOf(server)).toHaveLength(2)
})

test('more than the stock is rejected unless the campaign allows backorders', async () => {
  const { server, account, recipient } = await shopWithInvite()
  const left = 'Only 5 of Product M are left.'
  expect(alertIn((await recipient.cart('add', 'M', 6)).text)).toBe(left)
  expect((await recipient.cart('add', 'M', 5)).status).toBe(303)
  expect(alertIn((await recipient.cart('add', 'M', 1)).text)).toBe(left)
  await account.variant('Z')
  await server.store.write((transaction) =>
    putVariant(transaction, server.account, { ...newVariant('N'), productionTime: 0 }),
  )
  const closed = await inviteRecipient(server, await account.campaign(['Z']))
  expect((await closed.recipient.open()).text).not.toContain('Add to cart')
  expect(alertIn((await closed.recipient.cart('add', 'Z')).text)).toBe('Product Z has sold out.')

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

test('a SKU that is not in the campaign, and an unknown action, are rejected', async () => {
  const { server, account, recipient } = await shopWithInvite()
  await account.variant('elsewhere')
  await account.campaign(['elsewhere'])
  for (const sku of ['elsewhere', 'nothing', '', '<b>', 'ť'.repeat(5000)]) {
    const response = await recipient.cart('add', sku)
    expect(response.status).toBe(400)
    expect(alertIn(response.text)).toContain('is no longer available.')
  }
  for (const action of [undefined, '', 'ADD', 'add ', 'delete']) {
    const response = await recipient.post('/cart', { do: action, sku: 'T', quantity: '1' })
    expect(response.status).toBe(400)
  }
  expect(namesOf(server)).toEqual([])
})

test('a change redirects to where it was made: the product or the cart', async () => {
  const { recipient } = await shopWithInvite()
  const { text } = await recipient.open('/products')
  expect(text.match(/ id="product-\d+"/g)).toEqual([' id="product-1"', ' id="product-2"'])
  const [, product = ''] = text.split(' id="product-2">')
  expect(/name="back" value="([^"]*)"/.exec(product)?.[1]).toBe('product-2')
  for (const [back, anchor] of [
    ['product-2', 'product-2'],
    ...['', 'product-', '/product-2', 'product-2"', undefined].map((each) => [each, 'cart']),
  ]) {
    const change = { do: 'update', sku: 'M', quantity: '2', back }
    const { headers } = await recipient.post('/cart', change)
    expect(headers.location).toBe(`/i/${recipient.slug}/products#${anchor}`)
  }
  const inCart = /id="(\S+)-in-cart" data-live><li/.exec((await recipient.open('/products')).text)
  expect(inCart?.[1]).toBe('product-2')
})

test('stock of two warehouses does not add up, because an order ships from one', async () => {
  const { server, account } = await shopWithInvite()
  await account.variant('A')
  await account.variant('B')
  const campaign = await account.campaign(['A', 'B'])
  await account.warehouse({ A: 3 })
  await account.warehouse({ A: 2, B: 4 })
  const { recipient } = await inviteRecipient(server, campaign)
  expect((await recipient.open()).text).toContain('Only 3 left')
  expect(alertIn((await recipient.cart('add', 'A', 5)).text)).toBe('Only 3 of Product A are left.')
  await recipient.cart('add', 'A', 3)
  await recipient.cart('add', 'B', 4)
  const apart = await recipient.order()
  expect(apart.status).toBe(409)
  expect(alertIn(apart.text)).toMatch(/^Product A ships from another warehouse than the rest/)
  await recipient.cart('update', 'A', 2)
  expect((await recipient.order()).status).toBe(303)
})

test('a cart belongs to the invite, and accounts with the same ids and SKUs share nothing', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T', 2)
  const elsewhere = recipientBrowser(server, recipient.slug)
  expect(cartOf((await elsewhere.open('/products')).text)).toBe('2 items')
  const { recipient: another } = await inviteRecipient(server, campaign)
  expect(cartOf((await another.open('/products')).text)).toBe('0 items')

  const { account, key } = await server.another()
  const small = smallAccount({ ...server, account })
  await small.variant('T')
  await small.campaign(['T'])
  await small.warehouse({ T: 1 })
  const { recipient: theirs } = await inviteRecipient(server, campaign, {}, key)
  const page = (await theirs.open()).text
  expect([page.includes('Only 1 left'), cartOf(page)]).toEqual([true, '0 items'])
  expect((await recipient.open()).text).not.toContain('Only 1 left')
  await theirs.cart('add', 'T')
  expect((await theirs.order()).status).toBe(303)
  expect((await recipient.order()).status).toBe(303)
  const lines = async (of: string) =>
    (await server.request({ path: '/v1/orders/list', key: of })).body
  expect(await lines(key)).toMatchObject([{ products: [{ sku: 'T', quantity: 1 }] }])
  expect(await lines(server.key)).toMatchObject([{ products: [{ sku: 'T', quantity: 2 }] }])
  expect(new Set(server.published.map((each) => each.account))).toEqual(
    new Set([account, server.account]),
  )
})

test('an item that is no longer offered cannot be changed, only removed, and its order is shown', async () => {
  const { server, campaign, recipient } = await shopWithInvite({ allowOutOfStockOrders: true })
  const { recipient: other } = await inviteRecipient(server, campaign)
  await recipient.cart('add', 'M', 9)
  await recipient.order()
  await other.cart('add', 'M', 2)
  await server.database.query(`delete from campaign_variants where sku = 'M'`)
  const cart = (await other.open('/products')).text
  const item =
    /<li class="line">(?:(?!<li).)*<p class="name">Item M<.*?<\/li>/s.exec(cart)?.[0] ?? ''
  expect(item).toContain('<p class="error">No longer offered</p>')
  expect(item.match(/ disabled>/g)).toHaveLength(2)
  expect(item).toContain('value="remove"')
  expect((await recipient.open('/done')).text).toMatch(
    /We received your order\. Open your invite.*<p class="name">Item M</s,
  )
})
