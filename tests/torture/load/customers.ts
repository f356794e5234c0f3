import { z } from 'zod'
import { InviteCreated, Order, WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { recipientBrowser } from '../../../server/testing/recipient-browser.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import type { Shop } from '../seed-shops.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Ask } from './clients.ts'

/** One or several requests of a customer. */
type Act = () => Promise<unknown>

const upTo = (limit: number): number => Math.floor(Math.random() * limit)

const some = <T>(among: readonly T[]): T | undefined => among[upTo(among.length)]

const email = () => `person${upTo(500)}@example.com`

/** Number of recent orders that are read or cancelled. */
const recent = 500

type Parts = {
  ask: Ask
  shop: Shop
  acknowledged: Acknowledged
  /** Another account, which changes subscriptions to an event that never occurs. */
  other: Ask
  subscriberUrl: string
}

/** Returns a function that performs a random, weighted act. About a third of all requests are writes. */
export const customers = ({ ask, shop, acknowledged, other, subscriberUrl }: Parts) => {
  const { campaign, skus } = shop
  const ids: string[] = []
  const get = (path: string) => ask({ path })
  const post = (path: string, json: unknown, expected: number) =>
    ask({ method: 'POST', path, json, expected: [expected] })

  const order: Act = async () => {
    const notes = `load ${acknowledged.asked++}`
    const json = newOrder(campaign, some(skus) ?? '', upTo(3) + 1, { notes })
    json.shipTo.email = email()
    const answer = await post('/v1/orders/create', json, 201)
    const made = Order.parse(answer.body)
    acknowledged.order(made)
    ids.push(made.id)
    if (ids.length > recent) ids.shift()
  }

  const cancel: Act = async () => {
    const orderId = some(ids)
    if (orderId === undefined || acknowledged.cancelled.has(orderId)) return order()
    acknowledged.cancelled.set(orderId, 'perhaps')
    await post('/v1/orders/cancel', { orderId }, 201)
    acknowledged.cancelled.set(orderId, 'yes')
  }

  const contact: Act = async () => {
    const json = newContact(campaign, { email: email(), tags: ['load'] })
    const { body } = await post('/v1/contacts/create', json, 200)
    acknowledged.contacts.add(z.object({ contactId: z.string() }).parse(body).contactId)
  }

  const redeem: Act = async () => {
    const json = { campaignId: campaign, sendEmailNotification: false }
    const { body } = await post('/v1/invites/create', json, 200)
    const { slug } = InviteCreated.parse(body).invite
    const person = recipientBrowser(
      { request: (sent) => ask({ ...sent, expected: [200, 303] }) },
      slug,
    )
    await person.open()
    await person.cart('add', some(skus) ?? '', 1)
    const { headers } = await person.order()
    if (headers.location === `/i/${slug}/done`) acknowledged.redeemed.add(slug)
  }

  let urls = 0
  const subscribe: Act = async () => {
    const change = (method: string, path: string, json?: unknown, expected = 200) =>
      other({ method, path, json, expected: [expected] })
    const json = { url: `${subscriberUrl}/${urls++}`, events: ['order.returned'] }
    const { body } = await change('POST', '/v1/webhooks', json, 201)
    const { id } = WebhookSubscriptionWithSecret.parse(body)
    acknowledged.webhooks.set(id, {})
    await change('PUT', `/v1/webhooks/${id}`, { active: false })
    await change('POST', `/v1/webhooks/${id}/rotate-secret`)
    if (Math.random() < 0.1) return
    acknowledged.webhooks.set(id, { deleted: 'perhaps' })
    await change('DELETE', `/v1/webhooks/${id}`)
    acknowledged.webhooks.set(id, { deleted: 'yes' })
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

  return () => some(all)?.()
}
