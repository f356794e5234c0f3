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
import { isRecent, must, same } from '../support/assertions.ts'
import { type Hooks, hookLaw, hookUrl, isOurs } from '../support/hooks.ts'
import type { AreaLaw } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import type { Control, Delivered } from '../support/target.ts'
import { Violation } from '../support/violation.ts'

/** An event of a shipped order. */
const AnyOrderEvent = z.union([OrderShippedEvent, OrderDeliveredEvent, OrderReturnedEvent])

/** The delivery headers of §6, in their exact case. */
const Headers = z.strictObject({
  'Content-Type': z.literal('application/json'),
  'X-Webhook-Signature': z.string(),
  'X-Webhook-Timestamp': z.string().regex(/^\d+$/),
  'X-Webhook-Event': z.string(),
})

/** Computes the signature as a subscriber does (§6 Signature). */
const expected = (secret: string, timestamp: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

const mustBeSigned = ({ headers, body }: Delivered, secret: string, event: string): void => {
  const sent = Headers.safeParse(headers)
  if (!sent.success)
    throw new Violation(`the headers of a delivery do not match §6: ${JSON.stringify(headers)}`)
  const { 'X-Webhook-Signature': signature, 'X-Webhook-Timestamp': timestamp } = sent.data
  same(sent.data['X-Webhook-Event'], event, 'X-Webhook-Event')
  same(signature, expected(secret, timestamp, body), 'X-Webhook-Signature')
  must(
    isRecent(Number(timestamp) * 1000),
    `X-Webhook-Timestamp must be the current time in Unix seconds, not ${timestamp}`,
  )
}

const law = (
  promise: string,
  source: string,
  run: (context: LawContext, hooks: Hooks) => Promise<void>,
  shows: readonly string[] = [],
  more: readonly Control[] = [],
): AreaLaw =>
  hookLaw(
    promise,
    source,
    async (context, hooks) => {
      await context.control('deliveries')()
      try {
        await run(context, hooks)
      } finally {
        await context.control('subscribersAnswer')(200)
      }
    },
    { needs: ['deliveries', 'subscribersAnswer', ...more], shows },
  )

const received = async (context: LawContext, count: number): Promise<Delivered[]> => {
  const arrived = await context.control('deliveries')()
  const deliveries = arrived.filter(({ url }) => isOurs(url))
  same(deliveries.length, count, 'the number of deliveries')
  return deliveries
}

export const deliveries: AreaLaw[] = [
  law(
    'An order event is sent, signed, to every active subscription to it and to no other',
    '§6',
    async (context, hooks) => {
      const both = await hooks.create(hookUrl('both'), ['order.created', 'order.cancelled'])
      const created = await hooks.create(hookUrl('created'), ['order.created'])
      await hooks.create(hookUrl('shipped'), ['order.shipped'])
      const off = await hooks.create(hookUrl('off'), ['order.created'])
      await hooks.update(off.id, { active: false })

      const { order } = await context.fixtures.order(1)
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
      const arrived = await received(context, 2)
      for (const { url, secret } of [both, created]) {
        const delivery = arrived.find((each) => each.url === url)
        if (!delivery) throw new Violation(`order.created was not sent to ${url}`)
        mustBeSigned(delivery, secret, 'order.created')
        const payload = OrderCreatedEvent.parse(JSON.parse(delivery.body))
        same(payload, { event: 'order.created', data: data(order.status) }, 'the payload')
      }

      await context.api.post('/v1/orders/cancel', { orderId })
      const [cancelled] = await received(context, 1)
      must(cancelled?.url === both.url, `order.cancelled must be sent to ${both.url}`)
      mustBeSigned(cancelled, both.secret, 'order.cancelled')
      const payload = OrderCancelledEvent.parse(JSON.parse(cancelled.body))
      same(payload, { event: 'order.cancelled', data: data('CANCELLED') }, 'the payload')
    },
  ),

  law(
    'The events of a shipped, delivered or returned order carry its tracking number, carrier and ship date',
    '§6',
    async (context, hooks) => {
      const events = ['order.shipped', 'order.delivered', 'order.returned'] as const
      const { secret } = await hooks.create(hookUrl('life'), [...events])
      const { order } = await context.fixtures.order(1)
      await context.control('ship')(order.id)
      await context.control('deliver')(order.id)
      await context.control('returnOrder')(order.id)
      const { body } = await context.api.get(`/v1/orders/${order.id}`)
      const { trackingNumber, carrierCode, shipDate } = Order.parse(body)
      for (const delivery of await received(context, 3)) {
        const { event, data } = AnyOrderEvent.parse(JSON.parse(delivery.body))
        mustBeSigned(delivery, secret, event)
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

  law('A rejected request sends no event', '§6', async (context, hooks) => {
    await hooks.create(hookUrl('quiet'), ['order.created', 'order.cancelled'])
    await context.api.post('/v1/orders/cancel', { orderId: 'unknown' })
    await context.api.post('/v1/orders/create', {})
    await received(context, 0)
  }),

  law(
    'A test delivery goes only to its subscription, even if it has other events, and is signed like live events',
    '§4 test rules, §6',
    async (context, hooks) => {
      const tested = await hooks.create(hookUrl('tested'), ['invite.viewed'])
      await hooks.create(hookUrl('beside'), ['order.created'])
      const response = await context.api.post(`/v1/webhooks/${tested.id}/test`)
      same(response.body, { success: true, statusCode: 200, error: null }, 'the result', response)
      const [delivery] = await received(context, 1)
      must(
        delivery?.url === tested.url,
        `the test delivery must be sent to ${tested.url}`,
        response,
      )
      mustBeSigned(delivery, tested.secret, 'webhook.test')
      const { data } = WebhookTestEvent.parse(JSON.parse(delivery.body))
      must(
        isRecent(Date.parse(data.timestamp)),
        `timestamp must be the current time, not ${data.timestamp}`,
        response,
      )
    },
    ['testWebhook 200 delivered'],
  ),

  law(
    'A failed test delivery reports the subscriber’s status code, or null if unreachable, and the reason',
    '§4 test rules',
    async (context, hooks) => {
      const { id } = await hooks.create(hookUrl('failing'))
      for (const status of [204, 299, 300, 404, 500, null]) {
        await context.control('subscribersAnswer')(status)
        const response = await context.api.post(`/v1/webhooks/${id}/test`)
        const { success, statusCode, error } = WebhookTestResult.parse(response.body)
        const isSuccess = status !== null && status < 300
        same([success, statusCode], [isSuccess, status], 'success and statusCode', response)
        same(error === null, isSuccess, 'whether error is null', response)
      }
    },
    ['testWebhook 200 failed'],
  ),

  law(
    'After rotate-secret returns, no delivery is signed with the old secret',
    '§4 rotate rule',
    async (context, hooks) => {
      const { id } = await hooks.create(hookUrl('rotated'), ['order.created'])
      const { secret: fresh } = await hooks.rotate(id)
      await context.api.post(`/v1/webhooks/${id}/test`)
      const { order } = await context.fixtures.order(1)
      const arrived = await received(context, 2)
      for (const delivery of arrived) {
        const { event } = z.object({ event: z.string() }).parse(JSON.parse(delivery.body))
        mustBeSigned(delivery, fresh, event)
      }
      await context.api.post('/v1/orders/cancel', { orderId: order.id })
    },
  ),

  law('Deliveries do not count towards the rate limit', '§8', async (context, hooks) => {
    const { id } = await hooks.create(hookUrl('counted'))
    const left = async () =>
      Number((await context.api.get('/v1/auth')).headers['ratelimit-remaining'])
    const before = await left()
    await context.api.post(`/v1/webhooks/${id}/test`)
    await received(context, 1)
    same(await left(), before - 2, 'RateLimit-Remaining')
  }),
]
