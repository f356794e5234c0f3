import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { components } from '../../generated/types.ts'
import {
  Order,
  OrderCancelledEvent,
  OrderCreatedEvent,
  OrderDeliveredEvent,
  OrderReturnedEvent,
  OrderShippedEvent,
  WebhookTestEvent,
  WebhookTestResult,
} from '../../generated/zod/schemas.ts'
import { must, mustBeNow, mustReturn, read, same } from '../support/api.ts'
import { cancel, newOrder, place } from '../support/fixtures.ts'
import type { LawBody, LawContext, Laws } from '../support/law.ts'
import type { Delivered } from '../support/server.ts'
import { hookLaw, hookUrl, isOurs, type Subscriptions } from '../support/subscriptions.ts'

const OrderEvent = z.union([
  OrderCreatedEvent,
  OrderCancelledEvent,
  OrderShippedEvent,
  OrderDeliveredEvent,
  OrderReturnedEvent,
])

/** The delivery headers of §6. Names are in any case, and HTTP clients add others, such as Host. */
const Headers = z.object({
  'content-type': z.string().refine((type) => /^application\/json(;|$)/i.test(type)),
  'x-webhook-signature': z.string(),
  'x-webhook-timestamp': z.string().regex(/^\d+$/),
  'x-webhook-event': z.string(),
})

/** Throws unless a delivery has the headers and the signature of §6. Returns its payload. */
const mustBeSigned = ({ headers, body }: Delivered, secret: string): unknown => {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const { data: sent } = Headers.safeParse(Object.fromEntries(named))
  must(sent !== undefined, `the headers of a delivery do not match §6: ${JSON.stringify(headers)}`)
  const payload: { event: string } = JSON.parse(body)
  same(sent['x-webhook-event'], payload.event, 'X-Webhook-Event')
  const timestamp = sent['x-webhook-timestamp']
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  same(sent['x-webhook-signature'], `sha256=${signature}`, 'X-Webhook-Signature')
  mustBeNow(new Date(Number(timestamp) * 1000).toISOString(), 'X-Webhook-Timestamp')
  return payload
}

/** Throws unless a delivery is signed and has the event of an order. */
const mustBeEvent = (
  delivery: Delivered | undefined,
  { url, secret }: { url: string; secret: string },
  event: string,
  order: components['schemas']['Order'],
): void => {
  must(delivery?.url === url, `${event} must be sent to ${url}`)
  const { id: orderId, orderNumber, status, campaignId, products } = order
  const { trackingNumber, carrierCode, shipDate } = order
  const carried = { orderId, orderNumber, status, campaignId, products }
  same(
    OrderEvent.parse(mustBeSigned(delivery, secret)),
    { event, data: { ...carried, trackingNumber, carrierCode, shipDate } },
    'the payload',
  )
}

/** Defines a law about deliveries. Subscribers respond with 200 after it. */
const law = (
  source: string,
  run: (context: LawContext, subscriptions: Subscriptions) => Promise<void>,
  { shows = [], needs = [] }: Pick<LawBody, 'shows' | 'needs'> = {},
): LawBody =>
  hookLaw(
    source,
    async (context, subscriptions) => {
      await context.control('deliveries')()
      try {
        await run(context, subscriptions)
      } finally {
        await context.control('subscribersAnswer')(200)
      }
    },
    { needs: ['deliveries', 'subscribersAnswer', ...needs], shows },
  )

const received = async (context: LawContext, count: number | undefined): Promise<Delivered[]> => {
  const arrived = await context.control('deliveries')()
  const deliveries = arrived.filter(({ url }) => isOurs(url))
  same(deliveries.length, count ?? deliveries.length, 'the number of deliveries')
  return deliveries
}

export const deliveries: Laws = {
  'An order event is sent, signed, to every active subscription to it and to no other': law(
    '§6',
    async (context, subscriptions) => {
      const events = ['order.created', 'order.cancelled', 'order.created'] as const
      const both = await subscriptions.create(hookUrl('both'), [...events])
      const created = await subscriptions.create(hookUrl('created'), ['order.created'])
      await subscriptions.create(hookUrl('shipped'), ['order.shipped'])
      const off = await subscriptions.create(hookUrl('off'), ['order.created'])
      await subscriptions.update(off.id, { active: false })
      const gone = await subscriptions.create(hookUrl('gone'), ['order.created'])
      await context.api.delete(`/v1/webhooks/${gone.id}`)
      const less = await subscriptions.create(hookUrl('less'), ['order.created', 'order.shipped'])
      await subscriptions.update(less.id, { events: ['order.shipped'] })
      const moved = await subscriptions.create(hookUrl('old'), ['order.created'])
      const { url } = await subscriptions.update(moved.id, { url: hookUrl('new'), active: false })
      await subscriptions.update(moved.id, { active: true })

      const offer = await context.fixtures.offer(3)
      const products = [1, 2].map((quantity) => ({ sku: offer.sku, quantity }))
      const { order } = await place(context, newOrder(offer, 1, { products }))
      const arrived = await received(context, 3)
      for (const hook of [both, created, { ...moved, url }]) {
        const delivery = arrived.find(({ url }) => url === hook.url)
        mustBeEvent(delivery, hook, 'order.created', order)
      }
      const cancelled = read(Order, await cancel(context, order.id), 201)
      mustBeEvent((await received(context, 1))[0], both, 'order.cancelled', cancelled)

      // Rejected requests send none.
      await cancel(context, order.id)
      await context.api.post('/v1/orders/create', {})
      await received(context, 0)
    },
  ),

  'The events of a shipped, delivered or returned order carry its tracking number and dates': law(
    '§6',
    async (context, subscriptions) => {
      const events = ['order.shipped', 'order.delivered', 'order.returned'] as const
      const hook = await subscriptions.create(hookUrl('life'), [...events])
      const offer = await context.fixtures.offer(3)
      const products = [1, 2].map((quantity) => ({ sku: offer.sku, quantity }))
      // A parcel may come back without a delivery.
      for (const skipped of [undefined, 'deliver']) {
        const { order } = await place(context, newOrder(offer, 1, { products }))
        for (const [i, change] of (['ship', 'deliver', 'returnOrder'] as const).entries()) {
          if (change === skipped) continue
          await context.control(change)(order.id)
          const changed = read(Order, await context.api.get(`/v1/orders/${order.id}`))
          const [delivery] = await received(context, 1)
          mustBeEvent(delivery, hook, `${events[i]}`, changed)
        }
      }
    },
    { needs: ['ship', 'deliver', 'returnOrder'] },
  ),

  'A test delivery goes only to its subscription, whatever its events, and is signed': law(
    '§4 test rules, §6',
    async (context, subscriptions) => {
      const tested = await subscriptions.create(hookUrl('created'), ['invite.viewed'])
      const { url } = await subscriptions.update(tested.id, { url: hookUrl('tested') })
      await subscriptions.create(hookUrl('beside'), ['order.created'])
      const response = await subscriptions.test(tested.id)
      mustReturn(response, 200, { success: true, statusCode: 200, error: null })
      const [delivery] = await received(context, 1)
      must(delivery?.url === url, `the test must be sent to ${url}`, response)
      const { data } = WebhookTestEvent.parse(mustBeSigned(delivery, tested.secret))
      mustBeNow(data.timestamp, 'timestamp', response)
    },
    { shows: ['testWebhook 200 delivered'] },
  ),

  'A failed test delivery reports the subscriber’s status code, or null, and the reason': law(
    '§4 test rules',
    async (context, subscriptions) => {
      const { id } = await subscriptions.create(hookUrl('failing'))
      await context.control('subscribersAnswer')(500)
      await context.fixtures.order()
      await received(context, 1)
      await received(context, 0)
      for (const status of [204, 299, 300, 307, 404, 500, null]) {
        await context.control('subscribersAnswer')(status)
        const response = await subscriptions.test(id)
        const { success, statusCode, error } = read(WebhookTestResult, response)
        const isSuccess = status !== null && status < 300
        same([success, statusCode], [isSuccess, status], 'success and statusCode', response)
        same(error === null, isSuccess, 'whether error is null', response)
        // A redirect is not followed, and nothing is tried again.
        await received(context, status === null ? undefined : 1)
      }
    },
    { shows: ['testWebhook 200 failed'] },
  ),

  'After rotate-secret returns, no delivery is signed with the old secret': law(
    '§4 rotate rule',
    async (context, subscriptions) => {
      const events = ['order.created', 'order.cancelled'] as const
      const { id } = await subscriptions.create(hookUrl('rotated'), [...events])
      const { secret } = await subscriptions.rotate(id)
      await subscriptions.test(id)
      await context.fixtures.order()
      const { order } = await place(context, await context.fixtures.backorder())
      await cancel(context, order.id)
      for (const delivery of await received(context, 4)) mustBeSigned(delivery, secret)
    },
  ),

  'Deliveries do not count towards the rate limit': law('§8', async (context, subscriptions) => {
    const { id } = await subscriptions.create(hookUrl('counted'))
    const left = async () =>
      Number((await context.api.get('/v1/auth')).headers['ratelimit-remaining'])
    const before = await left()
    await subscriptions.test(id)
    await received(context, 1)
    same(await left(), before - 2, 'RateLimit-Remaining')
  }),
}
