import { orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import type { Details } from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { changeRecipient } from '../store/contacts.ts'
import { lockOrder, type OrderChange, recordChange, updateDetails } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { type Departure, redateShipment } from './ship-order.ts'

/** Fields of an order's address, and its notes, to change. */
export type AddressChange = Partial<Order['recipient'] & Pick<Order, 'companyName' | 'notes'>>

/**
 * Corrects the address of an order that has not shipped, or was imported: its source may have corrected it, too. Emits
 * no event. The history names the fields, not their values.
 */
export const editAddress = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { companyName, notes, ...fields }: AddressChange,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  if (order.status === 'CANCELLED') return { rejected: 'order-already-cancelled' }
  if (order.status !== 'AWAITING_SHIPMENT' && order.orderSource !== 'IMPORT')
    return { rejected: 'order-already-shipped' }
  const details = {
    recipient: { ...order.recipient, ...fields },
    companyName: companyName ?? order.companyName,
    notes: notes ?? order.notes,
  }
  return correctOrder(transaction, account, order, details, now)
}

/** The parcel's data to change, and whether order.shipped is sent again. */
type ParcelChange = {
  trackingNumber: string | undefined
  carrierCode: string | undefined
  /** When it left. */
  left: Pick<Departure, 'at' | 'leftBy'> | undefined
  send: boolean
}

/** Corrects the tracking number, the carrier or the ship date of an order that has shipped. */
export const editParcel = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { trackingNumber, carrierCode, left, send }: ParcelChange,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  if (order.shipDate === null) return { rejected: 'order-not-shipped' }
  const dated = left ? await redateShipment(transaction, account, order, left, now) : order
  if (isRejection(dated)) return dated
  const isParcel = (trackingNumber ?? carrierCode) !== undefined
  const parcel = {
    trackingNumber: trackingNumber ?? order.trackingNumber,
    carrierCode: carrierCode ?? order.carrierCode,
  }
  const after = isParcel ? await correctOrder(transaction, account, dated, parcel, now) : dated
  if (send) transaction.emit(account, orderEvent('order.shipped', after))
  return after
}

/**
 * Updates details of an order, and adds them to its history. Moves its count to the contacts of a new recipient. Emits no
 * event.
 */
export async function correctOrder(
  transaction: EventTransaction,
  account: AccountId,
  order: Order,
  details: Partial<Details>,
  now: number,
): Promise<Order> {
  const { id, campaignId, recipient } = order
  const { actor } = transaction
  const at = timestamp(now)
  const writes: Promise<unknown>[] = [updateDetails(transaction, account, id, details)]
  if (details.recipient) {
    const { email } = details.recipient
    writes.push(
      changeRecipient(transaction, account, campaignId, recipient.email, { orders: -1 }),
      changeRecipient(transaction, account, campaignId, email, { orders: 1 }),
    )
  }
  for (const [change, text] of changesOf(order, details))
    writes.push(recordChange(transaction, account, id, { at, change, actor, details: text }))
  await Promise.all(writes)
  return { ...order, ...details }
}

/** Returns the lines of the history. An address is not kept, only which fields changed. */
function changesOf(
  before: Order,
  { recipient, companyName, notes, trackingNumber, carrierCode }: Partial<Details>,
): [change: OrderChange, details: string][] {
  const known = new Map<string, unknown>(Object.entries({ ...before, ...before.recipient }))
  const fields = Object.entries({ ...recipient, companyName, notes })
    .filter(([name, value]) => value !== undefined && known.get(name) !== value)
    .map(([name]) => name)
  const changes: [OrderChange, string][] = []
  if (fields.length > 0) changes.push(['address changed', fields.join(', ')])
  if ((trackingNumber ?? carrierCode) !== undefined)
    changes.push(['tracking changed', `was ${before.carrierCode} ${before.trackingNumber}`])
  return changes
}
