import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Contact, ContactCreated, Order } from '../../../generated/schemas.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { type Ask, NoResponse } from '../client.ts'
import type { Shop } from '../database.ts'
import { repeat, repeated } from '../program.ts'

/** Number of customers, each with one request at a time. */
const crowd = 16

/** Milliseconds that a customer pauses after an act, at most. So deliveries keep up with the orders. */
const longestPause = 60

/** Milliseconds that a customer waits after a request without a response. */
const whileDown = 200

/** Whether the cancellation of an order is acknowledged. `perhaps`: requested without a response. */
type Cancelled = 'no' | 'perhaps' | 'yes'

/** All that the server acknowledged. It must persist, whatever happens to the server. */
type Acknowledged = {
  /** Orders by id: their text without the fields that a cancellation changes. */
  orders: Map<string, { text: string; cancelled: Cancelled }>
  contacts: Set<string>
  /** The event and the order of each delivery that must be made. */
  events: string[]
}

export const newAcknowledged = (): Acknowledged => ({
  orders: new Map(),
  contacts: new Set(),
  events: [],
})

/** Returns an order as text, without the fields that a cancellation changes. */
const unchanging = (order: z.output<typeof Order>): string =>
  JSON.stringify({ ...order, status: '', allocationStatus: '' })

const upTo = (limit: number): number => Math.floor(Math.random() * limit)

const some = <T>(among: readonly T[]): T | undefined => among[upTo(among.length)]

type Parts = {
  ask: Ask
  shop: Shop
  acknowledged: Acknowledged
  /** Places an order of an account whose endpoints are silent. */
  orderElsewhere: () => Promise<unknown>
  problems: string[]
}

/** Returns the acts of customers with their weights. More than half of all requests are writes. */
const actsOf = ({ ask, shop, acknowledged, orderElsewhere }: Parts) => {
  const { campaign, skus } = shop
  const ids: string[] = []
  let names = 0
  /** Returns a name that no other request has. Two records with the name show that a write ran twice. */
  const newName = () => `torture-${names++}`
  const get = (path: string) => ask({ path })
  /** Sends a change. @throws unless it is acknowledged. */
  const post = async (path: string, json: unknown) => {
    const { status, body } = await ask({ method: 'POST', path, json })
    if (status >= 300) throw new Error(`${path} returned ${status}`)
    return body
  }
  const order = async () => {
    const json = newOrder(campaign, some(skus) ?? '', upTo(3) + 1, { notes: newName() })
    json.shipTo.email = `person${upTo(500)}@example.com`
    const made = Order.parse(await post('/v1/orders/create', json))
    acknowledged.orders.set(made.id, { text: unchanging(made), cancelled: 'no' })
    acknowledged.events.push(`order.created ${made.id}`)
    ids.push(made.id)
  }
  const cancel = async () => {
    const [orderId = ''] = ids.splice(upTo(ids.length), 1)
    const made = acknowledged.orders.get(orderId)
    if (!made) return order()
    made.cancelled = 'perhaps'
    await post('/v1/orders/cancel', { orderId })
    made.cancelled = 'yes'
    acknowledged.events.push(`order.cancelled ${orderId}`)
  }
  const contact = async () => {
    const email = `person${upTo(500)}@example.com`
    const json = newContact(campaign, { lastName: newName(), email })
    const body = await post('/v1/contacts/create', json)
    acknowledged.contacts.add(ContactCreated.parse(body).contactId)
  }
  const acts: readonly [weight: number, act: () => Promise<unknown>][] = [
    [6, () => get('/v1/products/list')],
    [6, () => get(`/v1/orders/list?campaignId=${campaign}&limit=20`)],
    [6, () => get(`/v1/contacts/list?campaignId=${campaign}&searchText=person${upTo(50)}`)],
    [6, () => get('/v1/inventory/list')],
    [30, order],
    [12, cancel],
    [12, contact],
    [6, orderElsewhere],
  ]
  return acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
}

/** Starts customers, who send requests until the returned function is called. */
export const startCustomers = (parts: Parts) => {
  const acts = actsOf(parts)
  const act = async () => {
    try {
      await some(acts)?.()
    } catch (error) {
      if (error instanceof NoResponse) await sleep(whileDown)
      else parts.problems.push(String(error))
    }
  }
  return repeat(Array(crowd).fill(act), longestPause)
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

/** Checks that every acknowledged record exists as acknowledged, and none twice. Returns problems. */
export const checkAcknowledged = async (
  acknowledged: Acknowledged,
  campaign: string,
  ask: Ask,
): Promise<string[]> => {
  const orders = await readAll(ask, `/v1/orders/list?campaignId=${campaign}`, Order)
  const contacts = await readAll(ask, `/v1/contacts/list?campaignId=${campaign}`, Contact)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const contactIds = new Set(contacts.map(({ id }) => id))
  const names = [
    ...orders.flatMap(({ notes, orderNumber }) => [notes, orderNumber]),
    ...contacts.map(({ lastName }) => lastName),
  ]
  const problemOf = (id: string, text: string, cancelled: Cancelled): string[] => {
    const order = byId.get(id)
    if (!order) return [`order ${id} is lost`]
    if (unchanging(order) !== text) return [`order ${id} differs from the acknowledged`]
    const isWrong = cancelled === (order.status === 'CANCELLED' ? 'no' : 'yes')
    return isWrong ? [`order ${id} is ${order.status}, cancelled: ${cancelled}`] : []
  }
  return [
    ...[...acknowledged.orders].flatMap(([id, { text, cancelled }]) =>
      problemOf(id, text, cancelled),
    ),
    ...[...acknowledged.contacts].flatMap((id) =>
      contactIds.has(id) ? [] : [`contact ${id} is lost`],
    ),
    ...repeated(names.map(String)).map((name) => `${name} exists twice`),
  ]
}
