import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Contact, ContactCreated, Order } from '../../../generated/zod/schemas.ts'
import { newContact, newOrder } from '../../kit/request-bodies.ts'
import { type Ask, NoResponse } from '../client.ts'
import { repeat, repeated, type Shop } from '../program.ts'

const crowd = 16

/** Milliseconds that a customer pauses after an act, at most. So deliveries keep up with the orders. */
const longestPause = 60

/** Milliseconds that a customer waits after a request without a response. */
const whileDown = 200

/** All that the server acknowledged. It must persist, whatever happens to the server. */
class Acknowledged {
  /** Orders by id: their unchanging fields, and the statuses that they may have. */
  readonly orders = new Map<string, { text: string; may: string[] }>()
  readonly contacts = new Set<string>()
  /** The event and the order of each delivery that must be made. */
  readonly events: string[] = []
}

/** Returns an order as text, without the fields that a cancellation changes. */
const unchanging = (order: z.output<typeof Order>): string =>
  JSON.stringify({ ...order, status: '', allocationStatus: '' })

const upTo = (limit: number): number => Math.floor(Math.random() * limit)

type Parts = {
  ask: Ask
  shop: Shop
  /** Places an order of an account whose endpoints are silent. */
  orderElsewhere: () => Promise<unknown>
  problems: string[]
}

/** Returns the acts of customers, the frequent ones repeatedly. More than half of all requests are writes. */
const actsOf = ({ ask, shop, orderElsewhere }: Parts, acknowledged: Acknowledged) => {
  const { campaign, skus } = shop
  const ids: string[] = []
  let names = 0
  /** Returns a name that no other request has. Two records with the name show that a write ran twice. */
  const newName = () => `torture-${names++}`
  const newEmail = () => `person${upTo(500)}@example.com`
  /** Sends a change. @throws unless it is acknowledged. */
  const post = async (path: string, json: unknown) => {
    const { status, body } = await ask({ method: 'POST', path, json })
    if (status >= 300) throw new Error(`${path} returned ${status}`)
    return body
  }
  const order = async () => {
    const json = newOrder(campaign, skus[upTo(2)] ?? '', upTo(3) + 1, { notes: newName() })
    json.shipTo.email = newEmail()
    const made = Order.parse(await post('/v1/orders/create', json))
    acknowledged.orders.set(made.id, { text: unchanging(made), may: [made.status] })
    acknowledged.events.push(`order.created ${made.id}`)
    ids.push(made.id)
  }
  const cancel = async () => {
    const [orderId = ''] = ids.splice(upTo(ids.length), 1)
    const made = acknowledged.orders.get(orderId)
    if (!made) return order()
    made.may.push('CANCELLED')
    await post('/v1/orders/cancel', { orderId })
    made.may = ['CANCELLED']
    acknowledged.events.push(`order.cancelled ${orderId}`)
  }
  const contact = async () => {
    const json = newContact(campaign, { lastName: newName(), email: newEmail() })
    const body = await post('/v1/contacts/create', json)
    acknowledged.contacts.add(ContactCreated.parse(body).contactId)
  }
  const read = async () => {
    const contacts = `/v1/contacts/list?campaignId=${campaign}&searchText=person${upTo(50)}`
    const lists = ['/v1/products/list', '/v1/orders/list?limit=20', '/v1/inventory/list', contacts]
    await ask({ path: lists[upTo(4)] ?? '' })
  }
  const orders = Array(5).fill(order)
  return [...orders, cancel, cancel, contact, contact, orderElsewhere, ...Array(4).fill(read)]
}

/** Starts customers. Returns what is acknowledged to them, and how to stop them. */
export const startCustomers = (parts: Parts) => {
  const acknowledged = new Acknowledged()
  const acts: (() => Promise<unknown>)[] = actsOf(parts, acknowledged)
  const act = async () => {
    try {
      await acts[upTo(acts.length)]?.()
    } catch (error) {
      if (error instanceof NoResponse) await sleep(whileDown)
      else parts.problems.push(String(error))
    }
  }
  return { acknowledged, stopCustomers: repeat(Array(crowd).fill(act), longestPause) }
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

/** Returns the acknowledged records that are missing or differ, and the records that exist twice. */
export const checkAcknowledged = async (
  { ask, shop: { campaign } }: Parts,
  acknowledged: Acknowledged,
): Promise<string[]> => {
  const orders = await readAll(ask, `/v1/orders/list?campaignId=${campaign}`, Order)
  const contacts = await readAll(ask, `/v1/contacts/list?campaignId=${campaign}`, Contact)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const isWrong = ([id, { text, may }]: [string, { text: string; may: string[] }]): boolean => {
    const order = byId.get(id)
    return !order || unchanging(order) !== text || !may.includes(order.status)
  }
  const wrong = [...acknowledged.orders].filter(isWrong)
  const contactIds = new Set(contacts.map(({ id }) => id))
  const lost = [...acknowledged.contacts].filter((id) => !contactIds.has(id))
  const names = [
    ...orders.flatMap(({ notes, orderNumber }) => [notes, orderNumber]),
    ...contacts.map(({ lastName }) => lastName),
  ]
  return [
    ...wrong.map(([id, { may }]) => `order ${id} is lost or differs. It may be ${may}`),
    ...lost.map((id) => `contact ${id} is lost`),
    ...repeated(names.map(String)).map((name) => `${name} exists twice`),
  ]
}
