import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as schemas from '../../generated/schemas.ts'
import { stubs } from '../../generated/stubs.ts'
import type { components } from '../../generated/types.ts'
import type { WebhookPayloads } from '../../generated/webhooks.ts'
import { opensslSignature } from '../../testkit/openssl-signature.ts'
import { type Received, startReceiver } from '../../testkit/receiver.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { type Certificate, makeCertificate } from '../../testkit/tls.ts'
import { deliverOrder, returnOrder, shipOrder } from '../actions/change-order.ts'
import { toId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { sendingServer } from '../testing/sending-server.ts'
import { pastOrderEvent } from './past-events.ts'
import { catalog, type OrderEventName } from './payloads.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

/** Returns a server with a subscription to all events. */
const subscribedToAll = async () => {
  const sender = await sendingServer({ certificate })
  const { port, received } = await startReceiver(certificate)
  const subscription = await sender.subscribe(
    port,
    '/all',
    catalog.map(({ name }) => name),
  )
  /** Returns the payloads received since the last call. Checks their headers and signatures. */
  const takeReceived = async (): Promise<unknown[]> => {
    await sender.dispatcher.settled()
    return received
      .splice(0)
      .map((one) => payloadOf(one, subscription.secret, sender.server.time.now))
  }
  return { ...sender, subscription, takeReceived }
}

const payloadOf = ({ rawHeaders, body }: Received, secret: string, now: number): unknown => {
  const payload = JSON.parse(body.toString())
  const seconds = String(Math.floor(now / 1000))
  const relevant = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 && /^(x-|content-type)/i.test(name) ? [[name, rawHeaders[i + 1]]] : [],
  )
  expect(relevant).toEqual([
    ['Content-Type', 'application/json'],
    ['X-Webhook-Signature', opensslSignature(secret, seconds, body)],
    ['X-Webhook-Timestamp', seconds],
    ['X-Webhook-Event', payload.event],
  ])
  return payload
}

test('an order’s events have tracking fields, which are null until it ships', async () => {
  const { server, campaign, takeReceived, now } = await subscribedToAll()
  const { actions, account, time } = server
  const created = schemas.Order.parse(
    (await server.post('/v1/orders/create', newOrder(campaign, 'T', 3))).body,
  )
  const data = (status: string, more: object) => ({
    orderId: created.id,
    orderNumber: created.orderNumber,
    status,
    campaignId: campaign,
    ...more,
    products: [{ sku: 'T', quantity: 3 }],
  })
  const none = { trackingNumber: null, carrierCode: null, shipDate: null }
  expect(await takeReceived()).toEqual([
    { event: 'order.created', data: data('AWAITING_SHIPMENT', none) },
  ])

  const change = async (action: Parameters<typeof actions.run<Order | Rejection>>[0]) => {
    const order = await actions.run(action)
    if (isRejection(order)) throw new Error(order.rejected)
    return takeReceived()
  }
  const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
  const trio = { ...shipment, shipDate: now() }
  expect(
    await change((transaction) =>
      shipOrder(transaction, account, toId('ord', created.id), shipment, time.now),
    ),
  ).toEqual([{ event: 'order.shipped', data: data('SHIPPED', trio) }])
  time.now += 86_400_000
  expect(
    await change((transaction) =>
      deliverOrder(transaction, account, toId('ord', created.id), time.now),
    ),
  ).toEqual([{ event: 'order.delivered', data: data('SHIPPED', trio) }])
  expect(
    await change((transaction) =>
      returnOrder(transaction, account, toId('ord', created.id), time.now),
    ),
  ).toEqual([{ event: 'order.returned', data: data('RETURNED', trio) }])
})

const invite = {
  inviteId: 'inv_1',
  inviteNumber: 'INV-100001',
  email: 'zoë@example.com',
  campaignId: 'cmp_1',
  campaignTitle: null,
}

type InviteEvent = WebhookPayloads['invite.viewed' | 'invite.cart_updated' | 'invite.redeemed']

const cartEvent = (
  eventType: 'CART_ADD' | 'CART_UPDATE' | 'CART_REMOVE',
  cartItems: { sku: string; quantity: number }[],
): InviteEvent => ({
  event: 'invite.cart_updated',
  data: { ...invite, eventDetails: { eventType, page: 'cart', cartItems } },
})

const inviteEvents: InviteEvent[] = [
  { event: 'invite.viewed', data: { ...invite, eventDetails: null } },
  { event: 'invite.viewed', data: { ...invite, eventDetails: { page: 'welcome' } } },
  {
    event: 'invite.viewed',
    data: { ...invite, inviteNumber: null, email: null, eventDetails: null },
  },
  cartEvent('CART_ADD', [{ sku: 'T', quantity: 2 }]),
  cartEvent('CART_UPDATE', [{ sku: 'T', quantity: 3 }]),
  cartEvent('CART_REMOVE', []),
  { event: 'invite.redeemed', data: { ...invite, eventDetails: { eventType: 'ORDER_COMPLETE' } } },
  {
    event: 'invite.redeemed',
    data: {
      ...invite,
      eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: [{ sku: 'T', quantity: 1 }] },
    },
  },
]

test('events that cannot be queued are logged, and later ones are delivered', async () => {
  const { server, publish, takeReceived } = await subscribedToAll()
  const event: InviteEvent = { event: 'invite.viewed', data: { ...invite, eventDetails: null } }
  const write = vi.spyOn(server.store, 'write').mockRejectedValueOnce(new Error('disk full'))
  onTestFinished(() => write.mockRestore())
  publish(event)
  publish(event)
  expect(await takeReceived()).toEqual([])
  const logged = server.log.filter((line) => line.includes('Events cannot be queued'))
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { message: 'disk full' }, events: 2 },
  ])
  publish(event)
  expect(await takeReceived()).toEqual([event])
})

test('an invite’s events are delivered unchanged, with their null fields', async () => {
  const { publish, takeReceived } = await subscribedToAll()
  const bodies = {
    'invite.viewed': schemas.InviteViewedEvent,
    'invite.cart_updated': schemas.InviteCartUpdatedEvent,
    'invite.redeemed': schemas.InviteRedeemedEvent,
  }
  for (const event of inviteEvents) {
    publish(event)
    expect(await takeReceived()).toEqual([event])
    expect(bodies[event.event].parse(event)).toEqual(event)
  }
})

test('non-ASCII and control characters are signed as sent', async () => {
  const { publish, takeReceived } = await subscribedToAll()
  const event = {
    event: 'invite.viewed' as const,
    data: {
      ...invite,
      email: '😀 "\\ \u2028 \u0000 \ud800',
      eventDetails: { page: 'é'.repeat(10_000) },
    },
  }
  publish(event)
  expect(await takeReceived()).toEqual([event])
})

type Current = components['schemas']['Order']

const shipment = {
  shipDate: '2026-11-20T09:00:00.000Z',
  trackingNumber: '1Z9',
  carrierCode: 'ups',
}
const delivered = { deliveredAt: '2026-11-21T09:00:00.000Z' }
const unshipped = { shipDate: null, trackingNumber: null, carrierCode: null, deliveredAt: null }

const orderAs = async (changes: Partial<Current>): Promise<Current> => {
  const response = await stubs.getOrder({ path: { orderId: 'ord_1' } }, undefined)
  if (response.status !== 200) throw new Error('the stub has an order')
  return { ...response.body, ...unshipped, ...changes }
}

const payloads = {
  'order.created': schemas.OrderCreatedEvent,
  'order.shipped': schemas.OrderShippedEvent,
  'order.delivered': schemas.OrderDeliveredEvent,
  'order.cancelled': schemas.OrderCancelledEvent,
  'order.returned': schemas.OrderReturnedEvent,
} as const

const events = [
  'order.created',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
] as const satisfies OrderEventName[]

test.each<[string, Partial<Current>, Partial<Record<OrderEventName, Current['status']>>]>([
  ['awaits shipment', { status: 'AWAITING_SHIPMENT' }, { 'order.created': 'AWAITING_SHIPMENT' }],
  [
    'has shipped',
    { status: 'SHIPPED', ...shipment },
    { 'order.created': 'AWAITING_SHIPMENT', 'order.shipped': 'SHIPPED' },
  ],
  [
    'is delivered',
    { status: 'SHIPPED', ...shipment, ...delivered },
    {
      'order.created': 'AWAITING_SHIPMENT',
      'order.shipped': 'SHIPPED',
      'order.delivered': 'SHIPPED',
    },
  ],
  [
    'is cancelled',
    { status: 'CANCELLED' },
    { 'order.created': 'AWAITING_SHIPMENT', 'order.cancelled': 'CANCELLED' },
  ],
  [
    'is returned',
    { status: 'RETURNED', ...shipment, ...delivered },
    {
      'order.created': 'AWAITING_SHIPMENT',
      'order.shipped': 'SHIPPED',
      'order.delivered': 'SHIPPED',
      'order.returned': 'RETURNED',
    },
  ],
])(
  'an order that %s has had these events, each with the status of that time',
  async (_, changes, expected) => {
    const order = await orderAs(changes)
    const found = events.flatMap((event) => {
      const payload = pastOrderEvent(event, order)
      if (!payload) return []
      payloads[event].parse(payload)
      return [[event, payload.data.status]]
    })
    expect(Object.fromEntries(found)).toEqual(expected)
  },
)
