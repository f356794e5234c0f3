import { crc32 } from 'node:zlib'
import type { components } from '../../../generated/types.ts'

type Order = components['schemas']['Order']

/** Whether a change was acknowledged, or requested without a response. */
type Certainty = 'yes' | 'perhaps'

/** A checksum of an order without the fields that a cancellation changes. */
const short = (order: Order): number =>
  crc32(JSON.stringify({ ...order, status: '', allocationStatus: '' }))

/** All that the server acknowledged to clients. It must persist, whatever happens to the server. */
export class Acknowledged {
  readonly orders = new Map<string, number>()
  readonly cancelled = new Map<string, Certainty>()
  readonly contacts = new Set<string>()
  /** Numbers of the orders that invites were redeemed for, by slug. */
  readonly redeemed = new Set<string>()
  readonly webhooks = new Map<string, { deleted?: Certainty }>()
  /** Number of orders requested. */
  asked = 0

  order(order: Order): void {
    this.orders.set(order.id, short(order))
  }

  /** Returns how an order differs from its acknowledged state, or undefined. */
  problemOfOrder(order: Order): string | undefined {
    const acknowledged = this.orders.get(order.id)
    if (acknowledged === undefined) return undefined
    if (acknowledged !== short(order)) return `order ${order.id} differs from the acknowledged one`
    const isCancelled = order.status === 'CANCELLED'
    const cancelled = this.cancelled.get(order.id)
    if (isCancelled && cancelled === undefined)
      return `order ${order.id} is cancelled without a request`
    if (!isCancelled && cancelled === 'yes') return `the cancellation of order ${order.id} is lost`
    return undefined
  }
}
