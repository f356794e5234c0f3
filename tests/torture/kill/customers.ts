import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import {
  Contact,
  ContactCreated,
  Order,
  WebhookList,
  WebhookSubscriptionWithSecret,
} from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { type Ask, NoResponse } from '../client.ts'
import type { Shop } from '../database.ts'
import { repeated } from '../subscriber.ts'

/** Number of customers, each with one request at a time. */
const crowd = 16

/** Milliseconds that a customer pauses after an act, at most. So deliveries keep up with the orders. */
const longestPause = 60

/** Milliseconds that a customer waits after a request without a response. */
const whileDown = 200

/** Number of recent orders that are read or cancelled. */
const recent = 500

/** Whether a change was acknowledged, or requested without a response. */
type Certainty = 'yes' | 'perhaps'

/** All that the server acknowledged. It must persist, whatever happens to the server. */
export const newAcknowledged = () => ({
  /** Checksums by the order's id. */
  orders: new Map<string, number>(),
  cancelled: new Map<string, Certainty>(),
  contacts: new Set<string>(),
  /** Whether each webhook subscription is deleted. */
  webhooks: new Map<string, Certainty | 'no'>(),
  /** When each event was acknowledged, by event and order. */
  events: new Map<string, number>(),
})

export type Acknowledged = ReturnType<typeof newAcknowledged>

/** A checksum of an order without the fields that a cancellation changes. */
const checksum = (order: components['schemas']['Order']): number =>
  crc32(JSON.stringify({ ...order, status: '', allocationStatus: '' }))

const upTo = (limit: number): number => Math.floor(Math.random() * limit)

const some = <T>(among: readonly T[]): T | undefined => among[upTo(among.length)]

type Parts = {
  ask: Ask
  shop: Shop
  acknowledged: Acknowledged
  /** Places an order of an account whose endpoints are silent. */
  orderElsewhere: () => Promise<unknown>
  subscriberUrl: string
  problems: string[]
  /** Awaited before each act. */
  ready: () => Promise<void>
}

/** Returns the acts of customers with their weights. More than half of all requests are writes. */
const actsOf = ({ ask, shop, acknowledged, orderElsewhere, subscriberUrl }: Parts) => {
  const { campaign, skus } = shop
  const ids: string[] = []
  let names = 0
  /** Returns a name that no other request has. Two records with the name show that a write ran twice. */
  const newName = () => `torture-${names++}`
  const get = (path: string) => ask({ path })
  /** Sends a change. @throws unless it is acknowledged. */
  const change = async (method: string, path: string, json?: unknown) => {
    const { status, body } = await ask({ method, path, json })
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}`)
    return body
  }
  const order = async () => {
    const json = newOrder(campaign, some(skus) ?? '', upTo(3) + 1, { notes: newName() })
    json.shipTo.email = `person${upTo(500)}@example.com`
    const made = Order.parse(await change('POST', '/v1/orders/create', json))
    acknowledged.orders.set(made.id, checksum(made))
    acknowledged.events.set(`order.created ${made.id}`, performance.now())
    ids.push(made.id)
    if (ids.length > recent) ids.shift()
  }
  const cancel = async () => {
    const orderId = some(ids)
    if (orderId === undefined || acknowledged.cancelled.has(orderId)) return order()
    acknowledged.cancelled.set(orderId, 'perhaps')
    await change('POST', '/v1/orders/cancel', { orderId })
    acknowledged.cancelled.set(orderId, 'yes')
    acknowledged.events.set(`order.cancelled ${orderId}`, performance.now())
  }
  const contact = async () => {
    const email = `person${upTo(500)}@example.com`
    const json = newContact(campaign, { lastName: newName(), email })
    const body = await change('POST', '/v1/contacts/create', json)
    acknowledged.contacts.add(ContactCreated.parse(body).contactId)
  }
  const subscribe = async () => {
    const json = { url: `${subscriberUrl}/unused/${newName()}`, events: ['order.returned'] }
    const { id } = WebhookSubscriptionWithSecret.parse(await change('POST', '/v1/webhooks', json))
    acknowledged.webhooks.set(id, 'no')
    await change('PUT', `/v1/webhooks/${id}`, { active: false })
    await change('POST', `/v1/webhooks/${id}/rotate-secret`)
    if (Math.random() < 0.1) return
    acknowledged.webhooks.set(id, 'perhaps')
    await change('DELETE', `/v1/webhooks/${id}`)
    acknowledged.webhooks.set(id, 'yes')
  }
  const acts: readonly [weight: number, act: () => Promise<unknown>][] = [
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
  return acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
}

/** Starts customers, who send requests until the returned function is called. */
export const startCustomers = (parts: Parts) => {
  const acts = actsOf(parts)
  let isOver = false
  const customer = async () => {
    while (!isOver) {
      await parts.ready()
      try {
        await some(acts)?.()
      } catch (error) {
        if (error instanceof NoResponse) await sleep(whileDown)
        else parts.problems.push(String(error))
      }
      await sleep(Math.random() * longestPause)
    }
  }
  const running = Promise.all(Array.from({ length: crowd }, customer))
  return async () => {
    isOver = true
    await running
  }
}

const readAll = async <T>(ask: Ask, path: string, row: z.ZodType<T>): Promise<T[]> => {
  const all: T[] = []
  const limit = 1000
  for (;;) {
    const { body } = await ask({ path: `${path}&limit=${limit}&offset=${all.length}` })
    const page = z.array(row).parse(body)
    all.push(...page)
    if (page.length < limit) return all
  }
}

/** Returns how an order differs from what was acknowledged, if it does. */
const orderProblem = (
  { orders, cancelled }: Acknowledged,
  order: components['schemas']['Order'],
): string[] => {
  const known = orders.get(order.id)
  const isCancelled = order.status === 'CANCELLED'
  const wanted = cancelled.get(order.id)
  if (known === undefined) return []
  if (known !== checksum(order)) return [`order ${order.id} differs from the acknowledged`]
  if (isCancelled && !wanted) return [`order ${order.id} is cancelled without a request`]
  return !isCancelled && wanted === 'yes' ? [`the cancellation of order ${order.id} is lost`] : []
}

/** Checks that every acknowledged record exists as acknowledged, and none twice. Returns problems. */
export const checkAcknowledged = async (
  acknowledged: Acknowledged,
  campaign: string,
  ask: Ask,
): Promise<string[]> => {
  const orders = await readAll(ask, `/v1/orders/list?campaignId=${campaign}`, Order)
  const contacts = await readAll(ask, `/v1/contacts/list?campaignId=${campaign}`, Contact)
  const { webhooks } = WebhookList.parse((await ask({ path: '/v1/webhooks' })).body)
  const webhooksWhoseDeletionIs = (certainty: Certainty | 'no') =>
    [...acknowledged.webhooks].flatMap(([id, is]) => (is === certainty ? [id] : []))
  const isActive = new Set(webhooks.map(({ id }) => id))
  /** @param names of the records, which no two have. */
  const compare = (
    what: string,
    wanted: Iterable<string>,
    records: readonly { id: string }[],
    names: readonly unknown[],
  ) => {
    const ids = new Set(records.map(({ id }) => id))
    return [
      ...[...wanted].filter((id) => !ids.has(id)).map((id) => `${what} ${id} is lost`),
      ...repeated(names.map(String)).map((name) => `${what} ${name} exists twice`),
    ]
  }
  const namesOf = {
    orders: orders.flatMap(({ notes, orderNumber }) => [notes, orderNumber]),
    contacts: contacts.map(({ lastName }) => lastName),
    webhooks: webhooks.map(({ url }) => url),
  }
  return [
    ...compare('order', acknowledged.orders.keys(), orders, namesOf.orders),
    ...orders.flatMap((order) => orderProblem(acknowledged, order)),
    ...compare('contact', acknowledged.contacts, contacts, namesOf.contacts),
    ...compare('webhook', webhooksWhoseDeletionIs('no'), webhooks, namesOf.webhooks),
    ...webhooksWhoseDeletionIs('yes')
      .filter((id) => isActive.has(id))
      .map((id) => `webhook ${id} is not deleted`),
  ]
}
