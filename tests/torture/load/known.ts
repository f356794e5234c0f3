import { crc32 } from 'node:zlib'
import type { components } from '../../../generated/types.ts'

type Order = components['schemas']['Order']

/** What becomes of something that was asked for: it is so, or nobody knows. */
type Certainty = 'yes' | 'perhaps'

/** An order without what a cancellation changes, in short. */
const short = (order: Order): number =>
  crc32(JSON.stringify({ ...order, status: '', allocationStatus: '' }))

/** What clients were told is so; it must be so from then on, whatever happens to the server. */
export class Known {
  readonly orders = new Map<string, number>()
  readonly cancelled = new Map<string, Certainty>()
  readonly contacts = new Set<string>()
  /** Numbers of the orders that invites were redeemed for, by slug. */
  readonly redeemed = new Set<string>()
  readonly webhooks = new Map<string, { deleted?: Certainty }>()
  /** Notes of the orders that were asked for. */
  asked = 0
  /** Requests that were not answered, since the server was not there. */
  unanswered = 0

  order(order: Order): void {
    this.orders.set(order.id, short(order))
  }

  /** What is wrong with an order as it is now, if it was acknowledged. */
  problemOfOrder(order: Order): string | undefined {
    const acknowledged = this.orders.get(order.id)
    if (acknowledged === undefined) return undefined
    if (acknowledged !== short(order)) return `order ${order.id} is not what was acknowledged`
    const isCancelled = order.status === 'CANCELLED'
    const cancelled = this.cancelled.get(order.id)
    if (isCancelled && cancelled === undefined) return `order ${order.id} is cancelled, unasked`
    if (!isCancelled && cancelled === 'yes') return `the cancellation of order ${order.id} is lost`
    return undefined
  }
}
