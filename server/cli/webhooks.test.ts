import { expect, test } from 'vitest'
import * as schemas from '../../generated/zod/schemas.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { inviteRecipient, shopWithInvite } from '../../tests/kit/server/shop-with-invite.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import { messageOf } from '../deliveries/attempt-delivery.ts'
import { forwardToUrl } from '../deliveries/listener.ts'
import { eventNames, pastEvent, readForwardTarget } from './webhooks.ts'

test.each([
  ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['3000', 'http://localhost:3000/'],
  ['https://[::1]:3000/?a=b', 'https://[::1]:3000/?a=b'],
  ['http://192.168.1.20/hook', 'http://192.168.1.20/hook'],
  ['10.0.0.1:80', 'http://10.0.0.1/'],
  ['https://172.31.255.255/', 'https://172.31.255.255/'],
  ['http://[fd00::1]/', 'http://[fd00::1]/'],
  ['http://[::ffff:10.1.2.3]/', 'http://[::ffff:a01:203]/'],
])('--forward-to reads %s as %s', async (text, url) => {
  expect((await readForwardTarget(text)).href).toBe(url)
})

test.each([
  ['ftp://localhost/', 'must be an http or https URL such as'],
  ['nope', 'must be an http or https URL such as http://localhost:3000/hook, not nope'],
  ['http://a b/', 'must be an http or https URL such as'],
])('--forward-to rejects %s', async (text, message) => {
  await expect(readForwardTarget(text)).rejects.toThrow(message)
})

const others =
  '8.8.8.8 172.32.0.1 0.0.0.0 169.254.169.254 [fe80::1] [::ffff:8.8.8.8] [2606:4700::1]'

test.each(others.split(' '))('nothing is forwarded to %s', async (host) => {
  const reason = 'is not on this machine or its private network'
  await expect(readForwardTarget(`http://${host}/`)).rejects.toThrow(reason)
  const forward = forwardToUrl(new URL(`http://${host}/`), 'whsec_1', Date.now)
  const result = await forward({ event: 'webhook.test', body: '{}' })
  expect('error' in result && messageOf(result.error)).toContain(reason)
})

const payloads = {
  'order.created': schemas.OrderCreatedEvent,
  'order.shipped': schemas.OrderShippedEvent,
  'order.delivered': schemas.OrderDeliveredEvent,
  'order.cancelled': schemas.OrderCancelledEvent,
  'order.returned': schemas.OrderReturnedEvent,
  'invite.viewed': schemas.InviteViewedEvent,
  'invite.cart_updated': schemas.InviteCartUpdatedEvent,
  'invite.redeemed': schemas.InviteRedeemedEvent,
  'webhook.test': schemas.WebhookTestEvent,
}

/** The status of an order at the time of each event. */
const statusAt = new Map<string, string>([
  ['order.created', 'AWAITING_SHIPMENT'],
  ['order.shipped', 'SHIPPED'],
  ['order.delivered', 'SHIPPED'],
  ['order.cancelled', 'CANCELLED'],
  ['order.returned', 'RETURNED'],
])

test('webhooks trigger finds a past event of every kind in the demo data', async () => {
  const { store, account, get, another } = await testServer()
  const orders = JSON.stringify((await get('/v1/orders/list?limit=1000')).body)
  const empty = await another()
  for (const event of eventNames) {
    const payload = payloads[event].parse(await pastEvent(store, account, event, undefined))
    if ('orderId' in payload.data) {
      expect(orders).toContain(payload.data.orderId)
      expect(payload.data.status).toBe(statusAt.get(event))
    }
    const ofEmpty = await pastEvent(store, empty.account, event, undefined)
    expect(ofEmpty === undefined).toBe(event !== 'webhook.test')
  }
  const [, order] = /"id":"(ord_\w+)"[^{]*"status":"SHIPPED"/.exec(orders) ?? []
  const created = await pastEvent(store, account, 'order.created', order)
  expect(created?.data).toMatchObject({ orderId: order, shipDate: null, trackingNumber: null })
})

test('webhooks trigger uses the given order, or the latest order or invite that had the event', async () => {
  const { server, campaign } = await testShop()
  const { store, account, time } = server
  const order = async () => {
    time.now += 1000
    return (await createOrder(server, newOrder(campaign, 'T'))).id
  }
  const [first, second] = [await order(), await order()]
  await inviteRecipient(server, campaign)
  const { invite } = await inviteRecipient(server, campaign)
  const past = (event: (typeof eventNames)[number], name?: string) =>
    pastEvent(store, account, event, name)
  expect((await past('order.created'))?.data).toMatchObject({ orderId: second })
  expect((await past('order.created', first))?.data).toMatchObject({ orderId: first })
  expect((await past('invite.viewed'))?.data).toMatchObject({ inviteId: invite._id })
  for (const [event, name, message] of [
    ['order.shipped', first, 'has had no order.shipped event'],
    ['order.created', 'ord_none', 'No order ord_none. To list orders'],
    ['invite.viewed', first, 'invite.viewed is not about an order'],
    ['webhook.test', first, 'webhook.test is not about an order'],
  ] as const)
    await expect(past(event, name)).rejects.toThrow(message)
})

test('an example of a cart is the invite’s, or one unit of the campaign’s first offer', async () => {
  const { server, recipient } = await shopWithInvite()
  const { store, account } = server
  const cart = async () => {
    const payload = await pastEvent(store, account, 'invite.cart_updated', undefined)
    return payload?.event === 'invite.cart_updated' && payload.data.eventDetails.cartItems
  }
  expect(await cart()).toEqual([{ sku: 'T', quantity: 1 }])
  await recipient.cart('add', 'M', 2)
  expect(await cart()).toEqual([{ sku: 'M', quantity: 2 }])
})
