import { createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  Order,
  OrderCancelledEvent,
  OrderCreatedEvent,
  OrderDeliveredEvent,
  OrderReturnedEvent,
  OrderShippedEvent,
  WebhookTestEvent,
  WebhookTestResult,
} from '../../generated/schemas.ts'
import { same } from '../support/equal.ts'
import { hookLaw } from '../support/hook-law.ts'
import { type Hooks, hookUrl, isOurs } from '../support/hooks.ts'
import type { Law } from '../support/law.ts'
import { isRecent } from '../support/recent.ts'
import type { Control, Delivered } from '../support/target.ts'
import { Violation } from '../support/violation.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

/** An event of an order that has shipped. */
const AnyOrderEvent = z.union([OrderShippedEvent, OrderDeliveredEvent, OrderReturnedEvent])

/** The delivery headers of §6, spelt as they are there. */
const Headers = z.strictObject({
  'Content-Type': z.literal('application/json'),
  'X-Webhook-Signature': z.string(),
  'X-Webhook-Timestamp': z.string().regex(/^\d+$/),
  'X-Webhook-Event': z.string(),
})

/** What a subscriber computes (§6 Signature). */
const expected = (secret: string, timestamp: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

const isSigned = ({ headers, body }: Delivered, secret: string, event: string): void => {
  const sent = Headers.safeParse(headers)
  if (!sent.success) throw new Violation(`a delivery's headers are ${JSON.stringify(headers)}`)
  const { 'X-Webhook-Signature': signature, 'X-Webhook-Timestamp': timestamp } = sent.data
  same(sent.data['X-Webhook-Event'], event, 'X-Webhook-Event')
  same(signature, expected(secret, timestamp, body), 'X-Webhook-Signature')
  must(
    isRecent(Number(timestamp) * 1000),
    `X-Webhook-Timestamp must be now in Unix seconds: ${timestamp}`,
  )
}

const law = (
  promise: string,
  source: string,
  run: (world: World, hooks: Hooks) => Promise<void>,
  shows: readonly string[] = [],
  more: readonly Control[] = [],
): Law =>
  hookLaw(
    promise,
    source,
    async (world, hooks) => {
      await world.control('deliveries')()
      try {
        await run(world, hooks)
      } finally {
        await world.control('subscribersAnswer')(200)
      }
    },
    { needs: ['deliveries', 'subscribersAnswer', ...more], shows },
  )

const received = async (world: World, count: number): Promise<Delivered[]> => {
  const arrived = await world.control('deliveries')()
  const deliveries = arrived.filter(({ url }) => isOurs(url))
  same(deliveries.length, count, 'the number of deliveries')
  return deliveries
}

export const deliveries: Law[] = [
  law(
    'an order event goes to every active subscription to it and to no other, signed with its secret, as §6 says',
    '§6',
    async (world, hooks) => {
      const both = await hooks.create(hookUrl('both'), ['order.created', 'order.cancelled'])
      const created = await hooks.create(hookUrl('created'), ['order.created'])
      await hooks.create(hookUrl('shipped'), ['order.shipped'])
      const off = await hooks.create(hookUrl('off'), ['order.created'])
      await hooks.update(off.id, { active: false })

      const { order } = await world.stage.order(1)
      const { id: orderId, orderNumber, campaignId, products } = order
      const data = (status: string) => ({
        orderId,
        orderNumber,
        status,
        campaignId,
        trackingNumber: null,
        carrierCode: null,
        shipDate: null,
        products,
      })
      const arrived = await received(world, 2)
      for (const { url, secret } of [both, created]) {
        const delivery = arrived.find((each) => each.url === url)
        if (!delivery) throw new Violation(`order.created did not go to ${url}`)
        isSigned(delivery, secret, 'order.created')
        const payload = OrderCreatedEvent.parse(JSON.parse(delivery.body))
        same(payload, { event: 'order.created', data: data(order.status) }, 'the payload')
      }

      await world.api.post('/v1/orders/cancel', { orderId })
      const [cancelled] = await received(world, 1)
      must(cancelled?.url === both.url, `order.cancelled must go to ${both.url}`)
      isSigned(cancelled, both.secret, 'order.cancelled')
      const payload = OrderCancelledEvent.parse(JSON.parse(cancelled.body))
      same(payload, { event: 'order.cancelled', data: data('CANCELLED') }, 'the payload')
    },
  ),

  law(
    'an order that ships, arrives or comes back is told with its tracking trio',
    '§6',
    async (world, hooks) => {
      const events = ['order.shipped', 'order.delivered', 'order.returned'] as const
      const { secret } = await hooks.create(hookUrl('life'), [...events])
      const { order } = await world.stage.order(1)
      await world.control('ship')(order.id)
      await world.control('deliver')(order.id)
      await world.control('returnOrder')(order.id)
      const { body } = await world.api.get(`/v1/orders/${order.id}`)
      const { trackingNumber, carrierCode, shipDate } = Order.parse(body)
      for (const delivery of await received(world, 3)) {
        const { event, data } = AnyOrderEvent.parse(JSON.parse(delivery.body))
        isSigned(delivery, secret, event)
        const status = event === 'order.returned' ? 'RETURNED' : 'SHIPPED'
        const { id: orderId, orderNumber, campaignId, products } = order
        same(
          data,
          {
            orderId,
            orderNumber,
            status,
            campaignId,
            trackingNumber,
            carrierCode,
            shipDate,
            products,
          },
          `the payload of ${event}`,
        )
      }
    },
    [],
    ['ship', 'deliver', 'returnOrder'],
  ),

  law('what was refused is no event', '§6', async (world, hooks) => {
    await hooks.create(hookUrl('quiet'), ['order.created', 'order.cancelled'])
    await world.api.post('/v1/orders/cancel', { orderId: 'unknown' })
    await world.api.post('/v1/orders/create', {})
    await received(world, 0)
  }),

  law(
    'a test goes to that subscription alone, whatever its events, signed as live events are',
    '§4 test rules, §6',
    async (world, hooks) => {
      const tested = await hooks.create(hookUrl('tested'), ['invite.viewed'])
      await hooks.create(hookUrl('beside'), ['order.created'])
      const answer = await world.api.post(`/v1/webhooks/${tested.id}/test`)
      same(answer.body, { success: true, statusCode: 200, error: null }, 'the result', answer)
      const [delivery] = await received(world, 1)
      must(delivery?.url === tested.url, `the test must go to ${tested.url}`, answer)
      isSigned(delivery, tested.secret, 'webhook.test')
      const { data } = WebhookTestEvent.parse(JSON.parse(delivery.body))
      must(isRecent(Date.parse(data.timestamp)), `timestamp must be now: ${data.timestamp}`, answer)
    },
    ['testWebhook 200 delivered'],
  ),

  law(
    'a test that fails says so: the subscriber’s status, or null where it was not reached, and why',
    '§4 test rules',
    async (world, hooks) => {
      const { id } = await hooks.create(hookUrl('failing'))
      for (const status of [204, 299, 300, 404, 500, null]) {
        await world.control('subscribersAnswer')(status)
        const answer = await world.api.post(`/v1/webhooks/${id}/test`)
        const { success, statusCode, error } = WebhookTestResult.parse(answer.body)
        const isSuccess = status !== null && status < 300
        same([success, statusCode], [isSuccess, status], 'success and statusCode', answer)
        same(error === null, isSuccess, 'error is null', answer)
      }
    },
    ['testWebhook 200 failed'],
  ),

  law(
    'from the moment that rotate answers, the old secret signs nothing',
    '§4 rotate rule',
    async (world, hooks) => {
      const { id } = await hooks.create(hookUrl('rotated'), ['order.created'])
      const { secret: fresh } = await hooks.rotate(id)
      await world.api.post(`/v1/webhooks/${id}/test`)
      const { order } = await world.stage.order(1)
      const arrived = await received(world, 2)
      for (const delivery of arrived) {
        const { event } = z.object({ event: z.string() }).parse(JSON.parse(delivery.body))
        isSigned(delivery, fresh, event)
      }
      await world.api.post('/v1/orders/cancel', { orderId: order.id })
    },
  ),

  law('deliveries do not count against the request budget', '§8', async (world, hooks) => {
    const { id } = await hooks.create(hookUrl('counted'))
    const left = async () =>
      Number((await world.api.get('/v1/auth')).headers['ratelimit-remaining'])
    const before = await left()
    await world.api.post(`/v1/webhooks/${id}/test`)
    await received(world, 1)
    same(await left(), before - 2, 'RateLimit-Remaining')
  }),
]
