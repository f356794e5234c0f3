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
import {
  hiddenFieldValue,
  recipientBrowser,
  shippingAddress,
} from '../../testing/recipient-browser.ts'
import { shopWithInvite } from '../../testing/shop-with-invite.ts'
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

const getOrder = async (server: TestServer, id: string) => {
  const { body } = await server.get(`/v1/orders/${id}`)
  return Order.parse(body)
}

test('redeeming an invite orders the cart and uses the invite', async () => {
  const { server, campaign, warehouse, invite, recipient } = await shopWithInvite({}, ada)
  await server.post('/v1/contacts/create', newContact(campaign))

  const landing = await recipient.open()
  expect(landing.status).toBe(200)
  expect(landing.text).toContain('<h1>cmp_1</h1>')
  expect(landing.text).toContain('Hi Ada, pick your gifts')
  expect(landing.text).toContain('Product T')
  expect(landing.text).toContain('width="240" height="240"')
  expect(landing.text).toContain('In stock')
  expect(landing.text).toContain('Only 5 left')

  expect((await recipient.cart('add', 'T', 2)).status).toBe(303)
  await recipient.cart('add', 'M', 1)
  const changed = await recipient.cart('update', 'T', 3)
  expect(changed.headers.location).toBe(`/i/${invite.slug}/products#cart`)
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
  const cartEvent = (eventType: string, ...lines: [sku: string, quantity: number][]) => ({
    event: 'invite.cart_updated',
    data: {
      ...common,
      eventDetails: {
        eventType,
        page: 'products',
        cartItems: lines.map(([sku, quantity]) => ({ sku, quantity })),
      },
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
        eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: [{ sku: 'T', quantity: 3 }] },
      },
    },
  ])
  const created = OrderCreatedEvent.parse(events[5])

  const order = await getOrder(server, created.data.orderId)
  const { companyName: _, ...where } = shippingAddress
  expect(order).toMatchObject({
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
  expect(done.status).toBe(200)
  expect(done.text).toContain('Thank you, Ada')
  expect(done.text).toContain(order.orderNumber)
  expect(done.text).toContain('Product T')
  expect(done.text).toContain('Quantity: 3')

  const contacts = await server.get(`/v1/contacts/list?campaignId=${campaign}`)
  expect(z.array(Contact).parse(contacts.body)[0]?.orderCount).toBe(1)
})

test('a used invite shows its order, and the address in the browser that ordered only', async () => {
  const { server, recipient } = await shopWithInvite({}, ada)
  await recipient.cart('add', 'T')
  await recipient.order()
  const before = server.published.length
  const other = recipientBrowser(server, recipient.slug)
  for (const page of ['', '/products', '/done']) {
    const { status, text } = await other.open(page)
    expect(status).toBe(200)
    const [title, picture] =
      page === '/done' ? ['Thank you', 'done.'] : ['This invite has been used', 'used.']
    expect(text).toContain(title)
    expect(/<img class="illustration" src="[^"]*\/([^"]+)"/.exec(text)?.[1]).toContain(picture)
    expect(text).toContain('MF-100001')
    for (const secret of ['Byron', 'ada@example.com', 'St James', 'SW1Y', 'London'])
      expect(text).not.toContain(secret)
    const own = await recipient.open(page)
    expect(own.text).toContain(
      '<address>Ada Byron<br>12 St James Square<br>SW1Y 4JH London<br>United Kingdom<br></address>',
    )
    // Every step is complete.
    expect(own.text.match(/✓/g)).toHaveLength(3)
  }
  expect((await recipient.open('/checkout')).headers.location).toBe(`/i/${recipient.slug}/done`)
  expect((await recipient.cart('add', 'T')).headers.location).toBe(`/i/${recipient.slug}/done`)
  expect(server.published).toHaveLength(before)
})

test('a checkout that is sent three times places one order', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const { text } = await recipient.open('/checkout')
  const form = { ...shippingAddress, seen: hiddenFieldValue(text, 'seen') }
  const clicks = Array.from({ length: 3 }, () => recipient.post('/checkout', form))
  const responses = await Promise.all(clicks)
  expect(responses.map(({ status, headers }) => [status, headers.location])).toEqual(
    Array(3).fill([303, `/i/${recipient.slug}/done`]),
  )
  const orders = await server.get('/v1/orders/list')
  expect(orders.body).toHaveLength(1)
  const names = server.published.map(({ event }) => event.event)
  expect(names.filter((name) => name === 'order.created')).toHaveLength(1)
  expect(names.filter((name) => name === 'invite.redeemed')).toHaveLength(1)
})

test('the page of a used invite shows the status of the order', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  await recipient.order()
  expect((await recipient.open()).text).toContain('Your order is being packed.')
  const [created] = server.published.flatMap(({ event }) =>
    event.event === 'order.created' ? [event.data.orderId] : [],
  )
  await server.post('/v1/orders/cancel', { orderId: created })
  expect((await recipient.open()).text).toContain('Your order was cancelled.')
})

test('the page of a used invite shows when the order was shipped, and the tracking number to its browser', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  await recipient.order()
  const [id] = server.published.flatMap(({ event }) =>
    event.event === 'order.created' ? [event.data.orderId] : [],
  )
  const shipment = { trackingNumber: '1Z999', carrierCode: 'ups' }
  await server.actions.run((transaction) =>
    shipOrder(
      transaction,
      server.account,
      toId('ord', id ?? ''),
      shipment,
      Date.parse('2026-12-24'),
    ),
  )
  expect((await recipient.open()).text).toContain('Your order was shipped on 24 December 2026.')
  expect((await recipient.open()).text).toContain('<strong>UPS 1Z999</strong>')
  expect((await recipientBrowser(server, recipient.slug).open()).text).not.toContain('1Z999')
})

test('a country that is not in the list is rejected', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  for (const country of ['', 'United Kingdom', 'gb', 'XX', 'ZZ']) {
    const { status, text } = await recipient.order({ country })
    expect([country, status]).toEqual([country, 422])
    expect(text).toContain('<a href="#country">Choose your country</a>')
  }
  expect((await recipient.order()).status).toBe(303)
})

test('only GET of the link emits invite.viewed, each time', async () => {
  const { server, recipient } = await shopWithInvite()
  const viewed = () => server.published.map(({ event }) => event.event)
  const { path, ...rest } = { path: `/i/${recipient.slug}`, headers: { 'sec-purpose': 'prefetch' } }
  expect((await recipient.open('', 'HEAD')).status).toBe(200)
  expect((await recipient.request({ path, ...rest })).status).toBe(200)
  await recipient.open('/products')
  await recipient.open('/checkout')
  expect(viewed()).toEqual([])
  await recipient.open()
  await recipient.open()
  expect(viewed()).toEqual(['invite.viewed', 'invite.viewed'])
})

test('events of an invite without an email have a null email', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.open()
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
  expect(rejected.text).toContain('changed in another tab')
  expect(rejected.text).toContain('Quantity: 9')
  expect(rejected.text).toContain('value="Zürich"')
  expect((await recipient.order()).status).toBe(303)
  expect((await server.get('/v1/orders/list')).body).toMatchObject([
    { products: [{ sku: 'T', quantity: 9 }] },
  ])
})

test('the checkout of an empty cart redirects to the cart', async () => {
  const { server, recipient } = await shopWithInvite({ allowOutOfStockOrders: true })
  const products = `/i/${recipient.slug}/products`
  const cart = `/i/${recipient.slug}/cart`
  expect((await recipient.open('/checkout')).headers.location).toBe(cart)
  expect((await recipient.order()).headers.location).toBe(cart)
  expect((await recipient.order({ seen: cartStamp([]) })).headers.location).toBe(cart)
  expect((await recipient.open('/done')).headers.location).toBe(products)
  expect((await server.get('/v1/orders/list')).body).toEqual([])
})

test('an order of sold-out products is rejected by name and keeps the typed address', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  await recipient.cart('add', 'M', 3)
  await recipient.cart('add', 'T')
  await createOrder(server, {
    campaignId: campaign,
    products: [{ sku: 'M', quantity: 4 }],
    shipTo: { ...shippingAddress },
  })
  const few = await recipient.order({ city: 'Zürich' })
  expect(few.status).toBe(409)
  expect(few.text).toContain('Only 1 of Product M is left. Reduce the quantity to continue.')
  expect(few.text).toContain('value="Zürich"')
  await createOrder(server, {
    campaignId: campaign,
    products: [{ sku: 'M', quantity: 1 }],
    shipTo: { ...shippingAddress },
  })
  const gone = await recipient.order()
  expect(gone.text).toContain('Product M has sold out.')
  expect((await recipient.open('/products')).text).toContain('>Sold out</p>')
  await recipient.cart('remove', 'M')
  expect((await recipient.order()).status).toBe(303)
})
