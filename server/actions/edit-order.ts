import { orderEvent } from '../deliveries/payloads.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { lockOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { correctOrder } from './correct-order.ts'
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
