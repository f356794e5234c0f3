import { beforeAll, expect, test } from 'vitest'
import * as schemas from '../../generated/schemas.ts'
import { stubs } from '../../generated/stubs.ts'
import type { components } from '../../generated/types.ts'
import { startReceiver } from '../../tests/kit/receiver.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { sendingServer } from '../../tests/kit/server/sending-server.ts'
import { type Certificate, makeCertificate } from '../../tests/kit/tls.ts'
import { deliverOrder, returnOrder, shipOrder } from '../actions/order-transitions.ts'
import { timestamp } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { pastOrderEvent } from './past-events.ts'
import { catalog } from './payloads.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

/** Returns a server with a subscription to all events. */
const subscribedToAll = async () => {
  const sender = await sendingServer({ certificate })
  const { port, received } = await startReceiver(certificate)
  const all = catalog.map(({ name }) => name)
  await sender.subscribe(port, '/all', all)
  /** Returns the payloads received since the last call. */
  const takeReceived = async (): Promise<unknown[]> => {
    await sender.dispatcher.settled()
    return received.splice(0).map(({ body }) => JSON.parse(body.toString()))
  }
  return { ...sender, takeReceived }
}

test('an order’s events have tracking fields, which are null until it ships', async () => {
  const { server, campaign, takeReceived } = await subscribedToAll()
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

  const { run } = actions.as({ name: 'test' })
  const change = async (action: Parameters<typeof run<Order | Rejection>>[0]) => {
    const order = await run(action)
    if (isRejection(order)) throw new Error(order.rejected)
    return takeReceived()
  }
  const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
  const trio = { ...shipment, shipDate: timestamp(time.now) }
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

const payloads = [
  ['order.created', schemas.OrderCreatedEvent],
  ['order.shipped', schemas.OrderShippedEvent],
  ['order.delivered', schemas.OrderDeliveredEvent],
  ['order.cancelled', schemas.OrderCancelledEvent],
  ['order.returned', schemas.OrderReturnedEvent],
] as const

const created = { 'order.created': 'AWAITING_SHIPMENT' }
const shippedToo = { ...created, 'order.shipped': 'SHIPPED' }
const deliveredToo = { ...shippedToo, 'order.delivered': 'SHIPPED' }

test.each<[string, Partial<Current>, Record<string, string>]>([
  ['awaits shipment', { status: 'AWAITING_SHIPMENT' }, created],
  ['has shipped', { status: 'SHIPPED', ...shipment }, shippedToo],
  ['is delivered', { status: 'SHIPPED', ...shipment, ...delivered }, deliveredToo],
  ['is cancelled', { status: 'CANCELLED' }, { ...created, 'order.cancelled': 'CANCELLED' }],
  [
    'is returned',
    { status: 'RETURNED', ...shipment, ...delivered },
    { ...deliveredToo, 'order.returned': 'RETURNED' },
  ],
])(
  'an order that %s has had these events, each with the status of that time',
  async (_, changes, expected) => {
    const order = await orderAs(changes)
    const found = payloads.flatMap(([event, schema]) => {
      const payload = pastOrderEvent(event, order)
      if (!payload) return []
      schema.parse(payload)
      return [[event, payload.data.status]]
    })
    expect(Object.fromEntries(found)).toEqual(expected)
  },
)
