import { isDeepStrictEqual } from 'node:util'
import type { CampaignId } from './ids.ts'
import { demandOf } from './inventory.ts'
import { cancel, type Order, type Shipment } from './order.ts'
import { isRejection, type Rejection } from './rejection.ts'

/** The current state of an order at a fulfillment provider. Undefined fields are unknown. */
export type ImportedOrder = Pick<Order, 'status' | 'recipient' | 'products'> & {
  /** The provider's order number. It identifies the order. */
  sourceOrderNumber: string
  campaignId: CampaignId | undefined
  orderDate: string | undefined
  shipDate: string | undefined
  deliveredAt: string | undefined
  trackingNumber: string | undefined
  carrierCode: string | undefined
  companyName: string | undefined
  notes: string | undefined
}

/** Fields that a provider may change without a change of the order's state. */
export const detailFields = [
  'recipient',
  'companyName',
  'notes',
  'shipDate',
  'deliveredAt',
  'trackingNumber',
  'carrierCode',
] as const

export type Details = Pick<Order, (typeof detailFields)[number]>

/** One step that brings our order to the provider's state. If `at` is undefined, the time is now. */
export type Step =
  | { do: 'create' }
  | { do: 'ship'; shipment: Shipment; at: string | undefined }
  | { do: 'deliver'; at: string }
  | { do: 'cancel' }
  | { do: 'return' }
  | { do: 'correct'; details: Details }

const hasShipped = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'SHIPPED' || status === 'RETURNED'

type Before = Pick<Order, 'status' | 'deliveredAt'>

const cancelling = (before: Before): Step[] | Rejection => {
  if (before.status === 'CANCELLED') return []
  const change = cancel(before)
  return isRejection(change) ? change : [{ do: 'cancel' }]
}

const shipping = (before: Before, theirs: ImportedOrder): Step[] | Rejection => {
  if (before.status === 'CANCELLED') return { rejected: 'order-already-cancelled' }
  if (before.status === 'RETURNED') return []
  const steps: Step[] = []
  const { status, trackingNumber = '', carrierCode = '', shipDate, deliveredAt } = theirs
  if (before.status === 'AWAITING_SHIPMENT')
    steps.push({ do: 'ship', shipment: { trackingNumber, carrierCode }, at: shipDate })
  if (before.deliveredAt === null && deliveredAt !== undefined)
    steps.push({ do: 'deliver', at: deliveredAt })
  if (status === 'RETURNED') steps.push({ do: 'return' })
  return steps
}

/** Returns no steps if our order is in a later state than the provider's: the provider's data is old. */
const happened = (before: Before, theirs: ImportedOrder): Step[] | Rejection => {
  switch (theirs.status) {
    case 'AWAITING_SHIPMENT':
      return []
    case 'CANCELLED':
      return cancelling(before)
    case 'SHIPPED':
    case 'RETURNED':
      return shipping(before, theirs)
  }
}

const corrections = (ours: Order, theirs: ImportedOrder): Step[] => {
  const { recipient, companyName, notes, shipDate, deliveredAt, trackingNumber, carrierCode } = ours
  const before = {
    ...{ recipient, companyName, notes },
    ...{ shipDate, deliveredAt, trackingNumber, carrierCode },
  }
  const parcel = hasShipped(ours) && hasShipped(theirs)
  const details: Details = {
    recipient: theirs.recipient,
    companyName: theirs.companyName ?? companyName,
    notes: theirs.notes ?? notes,
    shipDate: (parcel ? theirs.shipDate : undefined) ?? shipDate,
    deliveredAt: (deliveredAt === null ? undefined : theirs.deliveredAt) ?? deliveredAt,
    trackingNumber: (parcel ? theirs.trackingNumber : undefined) ?? trackingNumber,
    carrierCode: (parcel ? theirs.carrierCode : undefined) ?? carrierCode,
  }
  return isDeepStrictEqual(details, before) ? [] : [{ do: 'correct', details }]
}

/** The products of a stored order cannot change, because its stock is allocated by them. */
const contradiction = (ours: Order, theirs: ImportedOrder): Rejection | undefined => {
  if (theirs.campaignId !== undefined && theirs.campaignId !== ours.campaignId)
    return { rejected: 'order-of-another-campaign', campaignId: ours.campaignId }
  return isDeepStrictEqual(demandOf(ours.products), demandOf(theirs.products))
    ? undefined
    : { rejected: 'order-lines-differ' }
}

const unborn: Before = { status: 'AWAITING_SHIPMENT', deliveredAt: null }

/**
 * Returns the steps that bring our order to the provider's state, in order. Returns none if it already
 * has that state. After the steps, the same input returns none.
 * @param ours the order with the provider's number, if it was imported before.
 * @returns a rejection if the two orders contradict each other.
 */
export const planImport = (ours: Order | undefined, theirs: ImportedOrder): Step[] | Rejection => {
  const rejection = ours && contradiction(ours, theirs)
  if (rejection) return rejection
  const steps = happened(ours ?? unborn, theirs)
  if (isRejection(steps)) return steps
  return ours ? [...corrections(ours, theirs), ...steps] : [{ do: 'create' }, ...steps]
}
