import { orderEvent } from '../deliveries/payloads.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import type { Rejection } from '../domain/rejection.ts'
import { lockOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { correctOrder } from './correct-order.ts'

/** Fields of an order's address to change. Undefined ones stay. */
export type AddressChange = { [field in keyof Order['recipient']]?: string | undefined } & {
  companyName?: string | undefined
}

/**
 * Corrects the address of an order that has not shipped, or was imported: its source may have corrected it, too. Emits
 * no event. The history names the fields, not their values.
 */
export const editAddress = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { companyName, ...fields }: AddressChange,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  if (order.status === 'CANCELLED') return { rejected: 'order-already-cancelled' }
  if (order.status !== 'AWAITING_SHIPMENT' && order.orderSource !== 'IMPORT')
    return { rejected: 'order-already-shipped' }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const details = {
    recipient: { ...order.recipient, ...Object.fromEntries(given) },
    companyName: companyName ?? order.companyName,
  }
  return correctOrder(transaction, account, order, details, now)
}

/** The parcel's data to change, and whether order.shipped is sent again. */
export type ParcelChange = {
  trackingNumber: string | undefined
  carrierCode: string | undefined
  send: boolean
}

/** Corrects the tracking number or the carrier of an order that has shipped. */
export const editParcel = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { trackingNumber, carrierCode, send }: ParcelChange,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  if (order.shipDate === null) return { rejected: 'order-not-shipped' }
  const after = await correctOrder(
    transaction,
    account,
    order,
    {
      trackingNumber: trackingNumber ?? order.trackingNumber,
      carrierCode: carrierCode ?? order.carrierCode,
    },
    now,
  )
  if (send) transaction.emit(account, orderEvent('order.shipped', after))
  return after
}
