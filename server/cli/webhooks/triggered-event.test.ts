import { expect, test } from 'vitest'
import { z } from 'zod'
import * as schemas from '../../../generated/schemas.ts'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { shopWithInvite } from '../../testing/shop-with-invite.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'
import { eventNames } from './listen.ts'
import { type Subject, triggeredEvent } from './trigger.ts'

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

const latest: Subject = { order: undefined, invite: undefined }

test('finds a past event of every kind in the demo data', async () => {
  const { store, account, get } = await testServer()
  const orders = JSON.stringify((await get('/v1/orders/list?limit=1000')).body)
  for (const event of eventNames) {
    const { payload, isExample } = await triggeredEvent(store, account, event, latest)
    expect([event, isExample]).toEqual([event, false])
    payloads[event].parse(payload)
    if ('orderId' in payload.data) expect(orders).toContain(payload.data.orderId)
    if (payload.event === 'invite.cart_updated')
      expect(payload.data.eventDetails.cartItems).toHaveLength(1)
  }
})

test('returns the document’s examples for an account without data', async () => {
  const { store, account } = await testServer({ demo: false })
  for (const event of eventNames) {
    const { payload, isExample } = await triggeredEvent(store, account, event, latest)
    if (event === 'webhook.test') expect(isExample).toBe(false)
    else expect(payload).toEqual(webhookExamples[event])
  }
})

test('uses the given order or invite, or the latest one that had the event', async () => {
  const server = await testServer({ demo: false })
  const shop = smallAccount(server)
  const { store, account, time } = server
  await shop.variant('T')
  const campaign = await shop.campaign(['T'])
  await shop.warehouse({ T: 10 })
  const order = async () => {
    time.now += 1000
    const { body } = await server.post('/v1/orders/create', newOrder(campaign, 'T'))
    return schemas.Order.parse(body).id
  }
  const invite = async () => {
    const json = { campaignId: campaign, sendEmailNotification: false }
    const { body } = await server.post('/v1/invites/create', json)
    return schemas.InviteCreated.parse(body).invite._id
  }
  const [firstOrder, secondOrder] = [await order(), await order()]
  const [firstInvite, secondInvite] = [await invite(), await invite()]
  const idOf = async (event: keyof typeof payloads, subject: Partial<Subject> = {}) => {
    const { payload } = await triggeredEvent(store, account, event, { ...latest, ...subject })
    const { orderId, inviteId } = z
      .object({ orderId: z.string().optional(), inviteId: z.string().optional() })
      .parse(payload.data)
    return orderId ?? inviteId
  }
  expect(await idOf('order.created')).toBe(secondOrder)
  expect(await idOf('order.created', { order: firstOrder })).toBe(firstOrder)
  expect(await idOf('invite.viewed')).toBe(secondInvite)
  expect(await idOf('invite.viewed', { invite: firstInvite })).toBe(firstInvite)

  const rejects = (event: keyof typeof payloads, subject: Partial<Subject>, message: string) =>
    expect(idOf(event, subject)).rejects.toThrow(message)
  await rejects('order.shipped', { order: firstOrder }, 'has had no order.shipped event')
  await rejects('invite.redeemed', { invite: firstInvite }, 'has had no invite.redeemed event')
  await rejects('order.created', { order: 'ord_none' }, 'has no order ord_none')
  await rejects('invite.viewed', { invite: 'inv_none' }, 'has no invite inv_none')
  await rejects('invite.viewed', { order: firstOrder }, 'invite.viewed is not about an order')
  await rejects('webhook.test', { invite: firstInvite }, 'webhook.test is not about an invite')
  await rejects('order.created', { invite: firstInvite }, 'order.created is not about an invite')

  const another = await server.another()
  expect((await triggeredEvent(store, another.account, 'order.created', latest)).isExample).toBe(
    true,
  )
})

test('an example of a cart is the invite’s, or one unit of the campaign’s first offer', async () => {
  const { server, recipient } = await shopWithInvite()
  const cart = async () => {
    const { payload } = await triggeredEvent(
      server.store,
      server.account,
      'invite.cart_updated',
      latest,
    )
    return payload.event === 'invite.cart_updated' && payload.data.eventDetails.cartItems
  }
  expect(await cart()).toEqual([{ sku: 'T', quantity: 1 }])
  await recipient.cart('add', 'M', 2)
  expect(await cart()).toEqual([{ sku: 'M', quantity: 2 }])
})
