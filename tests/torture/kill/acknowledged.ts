import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { Contact, Order, WebhookList } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import type { Ask } from '../client.ts'

/** Whether a change was acknowledged, or requested without a response. */
type Certainty = 'yes' | 'perhaps'

/** A checksum of an order without the fields that a cancellation changes. */
const checksum = (order: components['schemas']['Order']): number =>
  crc32(JSON.stringify({ ...order, status: '', allocationStatus: '' }))

/** All that the server acknowledged to the customers. It must persist, whatever happens to the server. */
export class Acknowledged {
  /** Checksums by the order's id. */
  readonly orders = new Map<string, number>()
  readonly cancelled = new Map<string, Certainty>()
  readonly contacts = new Set<string>()
  readonly webhooks = new Map<string, { deleted?: Certainty }>()
  /** When each event of an order was acknowledged, by `event order`. */
  readonly events = new Map<string, number>()
  #names = 0

  /** Returns a name that no other request has. Two records with the name show that a write ran twice. */
  newName(): string {
    return `torture ${this.#names++}`
  }

  order(order: components['schemas']['Order']): void {
    this.orders.set(order.id, checksum(order))
    this.events.set(`order.created ${order.id}`, performance.now())
  }

  cancellation(orderId: string): void {
    this.cancelled.set(orderId, 'yes')
    this.events.set(`order.cancelled ${orderId}`, performance.now())
  }

  /** Returns how an order differs from its acknowledged state, or undefined. */
  problemOfOrder(order: components['schemas']['Order']): string | undefined {
    const acknowledged = this.orders.get(order.id)
    if (acknowledged === undefined) return undefined
    if (acknowledged !== checksum(order)) return `order ${order.id} differs from the acknowledged`
    const isCancelled = order.status === 'CANCELLED'
    const cancelled = this.cancelled.get(order.id)
    if (isCancelled && cancelled === undefined)
      return `order ${order.id} is cancelled without a request`
    if (!isCancelled && cancelled === 'yes') return `the cancellation of order ${order.id} is lost`
    return undefined
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

const first = (problems: readonly string[]): string[] =>
  problems.length > 5 ? [...problems.slice(0, 5), `and ${problems.length - 5} more`] : [...problems]

const missing = (what: string, wanted: Iterable<string>, present: Iterable<string>): string[] => {
  const there = new Set(present)
  return [...wanted]
    .filter((id) => !there.has(id))
    .map((id) => `${what} ${id} was acknowledged but is missing`)
}

const twice = (what: string, names: readonly string[]): string[] => {
  const seen = new Set<string>()
  return names.flatMap((name) =>
    seen.size === seen.add(name).size ? [`${what} ${name} exists twice`] : [],
  )
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
  const active = webhooks.map(({ id }) => id)
  const known = [...acknowledged.webhooks]
  const kept = known.flatMap(([id, { deleted }]) => (deleted === undefined ? [id] : []))
  const deleted = known.flatMap(([id, is]) => (is.deleted === 'yes' ? [id] : []))
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)
  return [
    ...first(missing('order', acknowledged.orders.keys(), idsOf(orders))),
    ...first(orders.flatMap((order) => acknowledged.problemOfOrder(order) ?? [])),
    ...first(
      twice(
        'order',
        orders.map(({ notes }) => String(notes)),
      ),
    ),
    ...first(
      twice(
        'order number',
        orders.map(({ orderNumber }) => orderNumber),
      ),
    ),
    ...first(missing('contact', acknowledged.contacts, idsOf(contacts))),
    ...first(
      twice(
        'contact',
        contacts.map(({ lastName }) => String(lastName)),
      ),
    ),
    ...first(missing('webhook', kept, active)),
    ...first(
      twice(
        'webhook',
        webhooks.map(({ url }) => url),
      ),
    ),
    ...first(
      active.filter((id) => deleted.includes(id)).map((id) => `webhook ${id} is not deleted`),
    ),
  ]
}
