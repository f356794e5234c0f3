import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Order, WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { type Ask, NoResponse } from '../client.ts'
import type { Shop } from '../database.ts'
import type { Acknowledged } from './acknowledged.ts'

/** Number of customers, each with one request at a time. */
const crowd = 16

/** Milliseconds that a customer pauses after an act, at most. So deliveries keep up with the orders. */
const longestPause = 60

/** Milliseconds that a customer waits after a request without a response. */
const whileDown = 200

/** Number of recent orders that are read or cancelled. */
const recent = 500

/** One or several requests of a customer. */
type Act = () => Promise<unknown>

const upTo = (limit: number): number => Math.floor(Math.random() * limit)

const some = <T>(among: readonly T[]): T | undefined => among[upTo(among.length)]

type Parts = {
  ask: Ask
  shop: Shop
  acknowledged: Acknowledged
  /** Places an order of an account whose endpoints are silent. */
  orderElsewhere: Act
  subscriberUrl: string
}

/** Returns a function that performs a random, weighted act. More than half of all requests are writes. */
const actsOf = ({ ask, shop, acknowledged, orderElsewhere, subscriberUrl }: Parts) => {
  const { campaign, skus } = shop
  const ids: string[] = []
  const get = (path: string) => ask({ path })
  /** Sends a change. @throws unless it is acknowledged. */
  const change = async (method: string, path: string, json?: unknown) => {
    const { status, body } = await ask({ method, path, json })
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}`)
    return body
  }
  const order: Act = async () => {
    const json = newOrder(campaign, some(skus) ?? '', upTo(3) + 1, {
      notes: acknowledged.newName(),
    })
    json.shipTo.email = `person${upTo(500)}@example.com`
    const made = Order.parse(await change('POST', '/v1/orders/create', json))
    acknowledged.order(made)
    ids.push(made.id)
    if (ids.length > recent) ids.shift()
  }
  const cancel: Act = async () => {
    const orderId = some(ids)
    if (orderId === undefined || acknowledged.cancelled.has(orderId)) return order()
    acknowledged.cancelled.set(orderId, 'perhaps')
    await change('POST', '/v1/orders/cancel', { orderId })
    acknowledged.cancellation(orderId)
  }
  const contact: Act = async () => {
    const lastName = acknowledged.newName()
    const json = newContact(campaign, { lastName, email: `person${upTo(500)}@example.com` })
    const body = await change('POST', '/v1/contacts/create', json)
    acknowledged.contacts.add(z.object({ contactId: z.string() }).parse(body).contactId)
  }
  const subscribe: Act = async () => {
    const url = `${subscriberUrl}/unused/${acknowledged.newName().replace(' ', '-')}`
    const json = { url, events: ['order.returned'] }
    const { id } = WebhookSubscriptionWithSecret.parse(await change('POST', '/v1/webhooks', json))
    acknowledged.webhooks.set(id, {})
    await change('PUT', `/v1/webhooks/${id}`, { active: false })
    await change('POST', `/v1/webhooks/${id}/rotate-secret`)
    if (Math.random() < 0.1) return
    acknowledged.webhooks.set(id, { deleted: 'perhaps' })
    await change('DELETE', `/v1/webhooks/${id}`)
    acknowledged.webhooks.set(id, { deleted: 'yes' })
  }
  const acts: readonly [weight: number, act: Act][] = [
    [6, () => get('/v1/products/list')],
    [6, () => get(`/v1/orders/list?campaignId=${campaign}&limit=20`)],
    [6, () => get(`/v1/contacts/list?campaignId=${campaign}&searchText=person${upTo(50)}`)],
    [6, () => get('/v1/inventory/list')],
    [30, order],
    [12, cancel],
    [12, contact],
    [2, subscribe],
    [6, orderElsewhere],
  ]
  const all = acts.flatMap(([weight, act]) => Array<Act>(weight).fill(act))
  return () => some(all)?.()
}

/**
 * Starts customers, who send requests until they are stopped.
 * @param ready awaited before each act.
 * @returns a function that stops them and returns what failed for another reason than no response.
 */
export const startCustomers = (parts: Parts, ready: () => Promise<void>) => {
  const act = actsOf(parts)
  const problems: string[] = []
  let isOver = false
  const customer = async () => {
    while (!isOver) {
      await ready()
      try {
        await act()
      } catch (error) {
        if (error instanceof NoResponse) await sleep(whileDown)
        else if (problems.length < 20) problems.push(String(error))
      }
      await sleep(Math.random() * longestPause)
    }
  }
  const running = Promise.all(Array.from({ length: crowd }, customer))
  return async (): Promise<string[]> => {
    isOver = true
    await running
    return problems
  }
}
