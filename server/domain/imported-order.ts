import { isDeepStrictEqual } from 'node:util'
import type { CampaignId } from './ids.ts'
import { demandOf } from './inventory.ts'
import { cancel, type Order, type Shipment } from './order.ts'
import { isRefusal, type Refusal } from './refusal.ts'

/** What a fulfillment provider knows of an order now. What is undefined it does not say. */
export type ImportedOrder = Pick<Order, 'status' | 'recipient' | 'products'> & {
  /** The provider's number of it: the same number is the same order. */
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

/** What a provider may say otherwise than before, without anything having happened to the order. */
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

/** What is to be done so that our order is as the provider says; `at` undefined is now. */
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

const cancelling = (before: Before): Step[] | Refusal => {
  if (before.status === 'CANCELLED') return []
  const change = cancel(before)
  return isRefusal(change) ? change : [{ do: 'cancel' }]
}

const shipping = (before: Before, theirs: ImportedOrder): Step[] | Refusal => {
  if (before.status === 'CANCELLED') return { refused: 'order-already-cancelled' }
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

/** Where ours has come further than the provider says, nothing has happened: its news is old. */
const happened = (before: Before, theirs: ImportedOrder): Step[] | Refusal => {
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

/** What an order is of cannot change once it is written down: its stock is promised by it. */
const contradiction = (ours: Order, theirs: ImportedOrder): Refusal | undefined => {
  if (theirs.campaignId !== undefined && theirs.campaignId !== ours.campaignId)
    return { refused: 'order-of-another-campaign', campaignId: ours.campaignId }
  return isDeepStrictEqual(demandOf(ours.products), demandOf(theirs.products))
    ? undefined
    : { refused: 'order-lines-differ' }
}

const unborn: Before = { status: 'AWAITING_SHIPMENT', deliveredAt: null }

/**
 * The steps that make our order what a provider says it is, in their order; none if it is so already.
 * After they are done, the same word of the provider's asks for no step.
 * @param ours the order with the provider's number, if we have it.
 * @returns why not, where the two cannot both be true.
 */
export const planImport = (ours: Order | undefined, theirs: ImportedOrder): Step[] | Refusal => {
  const refusal = ours && contradiction(ours, theirs)
  if (refusal) return refusal
  const steps = happened(ours ?? unborn, theirs)
  if (isRefusal(steps)) return steps
  return ours ? [...corrections(ours, theirs), ...steps] : [{ do: 'create' }, ...steps]
}
