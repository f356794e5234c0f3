import { expect, test } from 'vitest'
import { z } from 'zod'
import * as schemas from '../../generated/schemas.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { newOrder } from '../../testkit/shapes.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'
import { eventNames } from './event-names.ts'
import { type About, triggeredEvent } from './triggered-event.ts'

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

const latest: About = { order: undefined, invite: undefined }

test('an account full of data has something that has seen each event', async () => {
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

test('an account that has nothing gets the document’s examples', async () => {
  const { store, account } = await testServer({ demo: false })
  for (const event of eventNames) {
    const { payload, isExample } = await triggeredEvent(store, account, event, latest)
    if (event === 'webhook.test') expect(isExample).toBe(false)
    else expect(payload).toEqual(webhookExamples[event])
  }
})

test('it is the latest, or the one that is named, if that has seen the event', async () => {
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
  const idOf = async (event: keyof typeof payloads, about: Partial<About> = {}) => {
    const { payload } = await triggeredEvent(store, account, event, { ...latest, ...about })
    const { orderId, inviteId } = z
      .object({ orderId: z.string().optional(), inviteId: z.string().optional() })
      .parse(payload.data)
    return orderId ?? inviteId
  }
  expect(await idOf('order.created')).toBe(secondOrder)
  expect(await idOf('order.created', { order: firstOrder })).toBe(firstOrder)
  expect(await idOf('invite.viewed')).toBe(secondInvite)
  expect(await idOf('invite.viewed', { invite: firstInvite })).toBe(firstInvite)

  const refused = (event: keyof typeof payloads, about: Partial<About>, message: string) =>
    expect(idOf(event, about)).rejects.toThrow(message)
  await refused('order.shipped', { order: firstOrder }, 'MF-100001 has seen no order.shipped')
  await refused('invite.redeemed', { invite: firstInvite }, 'has seen no invite.redeemed')
  await refused('order.created', { order: 'ord_none' }, 'has no order ord_none')
  await refused('invite.viewed', { invite: 'inv_none' }, 'has no invite inv_none')
  await refused('invite.viewed', { order: firstOrder }, 'invite.viewed is not about an order')
  await refused('webhook.test', { invite: firstInvite }, 'webhook.test is not about an invite')
  await refused('order.created', { invite: firstInvite }, 'order.created is not about an invite')

  const another = await server.another()
  expect((await triggeredEvent(store, another.account, 'order.created', latest)).isExample).toBe(
    true,
  )
})
