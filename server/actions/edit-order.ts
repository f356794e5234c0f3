import { orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import type { Rejection } from '../domain/rejection.ts'
import { lockOrder, recordChange, updateOrder } from '../store/orders.ts'
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
  const known = new Map(Object.entries(order.recipient))
  const names = given.filter(([name, value]) => known.get(name) !== value).map(([name]) => name)
  if (companyName !== undefined && companyName !== order.companyName) names.push('companyName')
  if (names.length === 0) return order
  const changed = await correctOrder(transaction, account, order, {
    recipient: { ...order.recipient, ...Object.fromEntries(given) },
    companyName: companyName ?? order.companyName,
  })
  await recordChange(transaction, account, id, {
    at: timestamp(now),
    change: 'address changed',
    actor: transaction.actor,
    details: names.join(', '),
  })
  return changed
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
  const after: Order = {
    ...order,
    trackingNumber: trackingNumber ?? order.trackingNumber,
    carrierCode: carrierCode ?? order.carrierCode,
  }
  await Promise.all([
    updateOrder(transaction, account, after),
    recordChange(transaction, account, id, {
      at: timestamp(now),
      change: 'tracking changed',
      actor: transaction.actor,
      details: `was ${order.carrierCode} ${order.trackingNumber}`,
    }),
  ])
  if (send) transaction.emit(account, orderEvent('order.shipped', after))
  return after
}
