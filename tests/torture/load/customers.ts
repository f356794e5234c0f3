import { z } from 'zod'
import { InviteCreated, Order, WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { recipient } from '../../../server/testing/recipient.ts'
import { newContact, newOrder } from '../../../testkit/shapes.ts'
import type { Shop } from '../shops.ts'
import type { Ask } from './clients.ts'
import type { Known } from './known.ts'

/** What somebody does, a request or some after one another. */
type Act = () => Promise<unknown>

const upTo = (limit: number): number => Math.floor(Math.random() * limit)

const some = <T>(among: readonly T[]): T | undefined => among[upTo(among.length)]

const email = () => `person${upTo(500)}@example.com`

/** How many of the newest orders are asked for again. */
const recent = 500

type Parts = {
  ask: Ask
  shop: Shop
  known: Known
  /** Somebody with another account, who subscribes to what never happens. */
  other: Ask
  subscriberUrl: string
}

/** What customers do, the oftener the more weight it has; about a third of all requests change something. */
export const customers = ({ ask, shop, known, other, subscriberUrl }: Parts) => {
  const { campaign, skus } = shop
  const ids: string[] = []
  const get = (path: string) => ask({ path })
  const post = (path: string, json: unknown, expected: number) =>
    ask({ method: 'POST', path, json, expected: [expected] })

  const order: Act = async () => {
    const notes = `load ${known.asked++}`
    const json = newOrder(campaign, some(skus) ?? '', upTo(3) + 1, { notes })
    json.shipTo.email = email()
    const answer = await post('/v1/orders/create', json, 201)
    const made = Order.parse(answer.body)
    known.order(made)
    ids.push(made.id)
    if (ids.length > recent) ids.shift()
  }

  const cancel: Act = async () => {
    const orderId = some(ids)
    if (orderId === undefined || known.cancelled.has(orderId)) return order()
    known.cancelled.set(orderId, 'perhaps')
    await post('/v1/orders/cancel', { orderId }, 201)
    known.cancelled.set(orderId, 'yes')
  }

  const contact: Act = async () => {
    const json = newContact(campaign, { email: email(), tags: ['load'] })
    const { body } = await post('/v1/contacts/create', json, 200)
    known.contacts.add(z.object({ contactId: z.string() }).parse(body).contactId)
  }

  const redeem: Act = async () => {
    const json = { campaignId: campaign, sendEmailNotification: false }
    const { body } = await post('/v1/invites/create', json, 200)
    const { slug } = InviteCreated.parse(body).invite
    const somebody = recipient({ request: (sent) => ask({ ...sent, expected: [200, 303] }) }, slug)
    await somebody.open()
    await somebody.cart('add', some(skus) ?? '', 1)
    const { headers } = await somebody.order()
    if (headers.location === `/i/${slug}/done`) known.redeemed.add(slug)
  }

  let urls = 0
  const subscribe: Act = async () => {
    const change = (method: string, path: string, json?: unknown, expected = 200) =>
      other({ method, path, json, expected: [expected] })
    const json = { url: `${subscriberUrl}/${urls++}`, events: ['order.returned'] }
    const { body } = await change('POST', '/v1/webhooks', json, 201)
    const { id } = WebhookSubscriptionWithSecret.parse(body)
    known.webhooks.set(id, {})
    await change('PUT', `/v1/webhooks/${id}`, { active: false })
    await change('POST', `/v1/webhooks/${id}/rotate-secret`)
    if (Math.random() < 0.1) return
    known.webhooks.set(id, { deleted: 'perhaps' })
    await change('DELETE', `/v1/webhooks/${id}`)
    known.webhooks.set(id, { deleted: 'yes' })
  }

  const acts: readonly [weight: number, act: Act][] = [
    [16, () => get('/v1/products/list')],
    [14, () => (ids.length > 0 ? get(`/v1/orders/${some(ids)}`) : order())],
    [5, () => get(`/v1/orders/list?campaignId=${campaign}`)],
    [5, () => get(`/v1/orders/list?email=${email()}`)],
    [6, () => get(`/v1/contacts/list?campaignId=${campaign}&searchText=person${upTo(50)}`)],
    [8, () => get('/v1/inventory/list')],
    [4, () => get('/v1/campaigns/list')],
    [8, () => get('/v1/auth')],
    [16, order],
    [6, cancel],
    [4, contact],
    [2, redeem],
    [1, subscribe],
  ]
  const all = acts.flatMap(([weight, act]) => Array<Act>(weight).fill(act))

  /** Does something, as often as it should be done among everything. */
  return () => some(all)?.()
}
