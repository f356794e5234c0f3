import { expect, test } from 'vitest'
import { z } from 'zod'
import * as schemas from '../../generated/zod/schemas.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { shopWithInvite } from '../../tests/kit/server/shop-with-invite.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import { eventNames, pastEvent, readForwardTarget, type Subject } from './webhooks.ts'

test.each([
  ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['3000', 'http://localhost:3000/'],
  ['https://[::1]:3000/?a=b', 'https://[::1]:3000/?a=b'],
  ['http://192.168.1.20/hook', 'http://192.168.1.20/hook'],
])('--forward-to reads %s as %s', async (text, url) => {
  expect((await readForwardTarget(text)).href).toBe(url)
})

test.each([
  ['ftp://localhost/', 'must be an http or https URL such as'],
  ['nope', 'must be an http or https URL such as http://localhost:3000/hook, not nope'],
  ['http://a b/', 'must be an http or https URL such as'],
  ['http://8.8.8.8/', 'is not on this machine or its private network'],
])('--forward-to rejects %s', async (text, message) => {
  await expect(readForwardTarget(text)).rejects.toThrow(message)
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

const latest: Subject = { order: undefined, invite: undefined }

test('webhooks trigger finds a past event of every kind in the demo data', async () => {
  const { store, account, get, another } = await testServer()
  const orders = JSON.stringify((await get('/v1/orders/list?limit=1000')).body)
  const empty = await another()
  for (const event of eventNames) {
    const payload = payloads[event].parse(await pastEvent(store, account, event, latest))
    if ('orderId' in payload.data) {
      expect(orders).toContain(payload.data.orderId)
      expect(payload.data.status).toBe(statusAt.get(event))
    }
    const ofEmpty = await pastEvent(store, empty.account, event, latest)
    expect(ofEmpty === undefined).toBe(event !== 'webhook.test')
  }
  const [, order] = /"id":"(ord_\w+)"[^{]*"status":"SHIPPED"/.exec(orders) ?? []
  const created = await pastEvent(store, account, 'order.created', { ...latest, order })
  expect(created?.data).toMatchObject({ orderId: order, shipDate: null, trackingNumber: null })
})

test('webhooks trigger uses the given order or invite, or the latest one that had the event', async () => {
  const { server, campaign } = await testShop()
  const { store, account, time } = server
  const order = async () => {
    time.now += 1000
    return (await createOrder(server, newOrder(campaign, 'T'))).id
  }
  const invite = async () => {
    const json = { campaignId: campaign, sendEmailNotification: false }
    const { body } = await server.post('/v1/invites/create', json)
    return schemas.InviteCreated.parse(body).invite._id
  }
  const [firstOrder, secondOrder] = [await order(), await order()]
  const [firstInvite, secondInvite] = [await invite(), await invite()]
  const idOf = async (event: keyof typeof payloads, subject: Partial<Subject> = {}) => {
    const payload = await pastEvent(store, account, event, { ...latest, ...subject })
    const { orderId, inviteId } = z
      .object({ orderId: z.string().optional(), inviteId: z.string().optional() })
      .parse(payload?.data)
    return orderId ?? inviteId
  }
  expect(await idOf('order.created')).toBe(secondOrder)
  expect(await idOf('order.created', { order: firstOrder })).toBe(firstOrder)
  expect(await idOf('invite.viewed')).toBe(secondInvite)
  expect(await idOf('invite.viewed', { invite: firstInvite })).toBe(firstInvite)
  for (const [event, subject, message] of [
    ['order.shipped', { order: firstOrder }, 'has had no order.shipped event'],
    ['invite.redeemed', { invite: firstInvite }, 'has had no invite.redeemed event'],
    ['order.created', { order: 'ord_none' }, 'No order ord_none. To list orders'],
    ['invite.viewed', { invite: 'inv_none' }, 'No invite inv_none. '],
    ['invite.viewed', { order: firstOrder }, 'invite.viewed is not about an order'],
    ['webhook.test', { invite: firstInvite }, 'webhook.test is not about an invite'],
    ['order.created', { invite: firstInvite }, 'order.created is not about an invite'],
  ] as const)
    await expect(idOf(event, subject)).rejects.toThrow(message)
})

test('an example of a cart is the invite’s, or one unit of the campaign’s first offer', async () => {
  const { server, recipient } = await shopWithInvite()
  const { store, account } = server
  const cart = async () => {
    const payload = await pastEvent(store, account, 'invite.cart_updated', latest)
    return payload?.event === 'invite.cart_updated' && payload.data.eventDetails.cartItems
  }
  expect(await cart()).toEqual([{ sku: 'T', quantity: 1 }])
  await recipient.cart('add', 'M', 2)
  expect(await cart()).toEqual([{ sku: 'M', quantity: 2 }])
})
