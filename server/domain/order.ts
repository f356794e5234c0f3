import type { components } from '../../generated/types.ts'
import type { CampaignState } from './campaign.ts'
import type { CampaignId, OrderId, WarehouseId } from './ids.ts'
import type { Rejection } from './rejection.ts'

type Schemas = components['schemas']

export type Order = Schemas['Order'] & {
  id: OrderId
  campaignId: CampaignId
  warehouse: WarehouseId | null
}

/**
 * The author of a change of an order, as its history shows it: `key key_…`, `invite inv_…`, `import SOURCE`, `portal`, or
 * `command NAME` with the name of the operating system's user. A key's and an invite's other data are looked up when the history is read.
 */
export type Actor = {
  readonly name: string
  /** The request that asked for the change. */
  readonly requestId?: string
}

/** The optional fields of an order with their defaults. */
export const unsetFields: OptionalFields & Pick<Order, 'companyName'> = {
  companyName: '',
  notes: '',
  sourceOrderNumber: null,
}

/** Derived, so that a new field of the document without a default does not compile. */
type OptionalFields = {
  [Field in Exclude<keyof Schemas['OrderCreate'] & keyof Order, 'warehouse'> as object extends Pick<
    Schemas['OrderCreate'],
    Field
  >
    ? Field
    : never]: Order[Field]
}

/** Returns the recipient of an order as it is stored. Unset texts become empty. */
export const recipientOf = (shipTo: Schemas['ShipTo']): Schemas['Recipient'] => ({
  firstName: shipTo.firstName,
  lastName: shipTo.lastName ?? '',
  email: shipTo.email,
  phone: shipTo.phone ?? '',
  street1: shipTo.street1,
  street2: shipTo.street2 ?? '',
  city: shipTo.city,
  state: shipTo.state ?? '',
  zip: shipTo.zip,
  country: shipTo.country,
})

/** The recipient of an order of which nobody is known. */
export const noRecipient: Order['recipient'] = recipientOf({
  firstName: '',
  email: '',
  street1: '',
  city: '',
  zip: '',
  country: '',
})

/** Returns why a campaign accepts no orders now, or undefined if it does (design decision 19). */
export const rejectsOrders = (campaign: CampaignState, now: number): Rejection | undefined => {
  if (campaign.status !== 'Active') return { rejected: 'campaign-not-active' }
  if (Date.parse(campaign.expiration) < now) return { rejected: 'campaign-expired' }
  return undefined
}

type OrderState = Pick<Order, 'status' | 'deliveredAt'>

type Change = Partial<
  Pick<
    Order,
    'status' | 'allocationStatus' | 'shipDate' | 'trackingNumber' | 'carrierCode' | 'deliveredAt'
  >
>

/** Cancels an order that has not shipped (specification §3, design decision 2). */
export const cancel = ({ status }: OrderState): Change | Rejection => {
  switch (status) {
    case 'AWAITING_SHIPMENT':
      return { status: 'CANCELLED', allocationStatus: 'RELEASED' }
    case 'SHIPPED':
      return { rejected: 'order-already-shipped' }
    case 'CANCELLED':
      return { rejected: 'order-already-cancelled' }
    case 'RETURNED':
      return { rejected: 'order-returned' }
  }
}

/** The carrier's data of a parcel. */
export type Shipment = { trackingNumber: string; carrierCode: string }

/** Ships an order. An order ships once. */
export const ship = ({ status }: OrderState, shipment: Shipment, at: string): Change | Rejection =>
  status === 'AWAITING_SHIPMENT'
    ? { status: 'SHIPPED', shipDate: at, ...shipment }
    : status === 'CANCELLED'
      ? { rejected: 'order-already-cancelled' }
      : { rejected: 'order-already-shipped' }

/** Undoes a shipment: the parcel never left. */
export const unship = ({ status }: OrderState): Change | Rejection =>
  status === 'SHIPPED'
    ? {
        status: 'AWAITING_SHIPMENT',
        shipDate: null,
        trackingNumber: null,
        carrierCode: null,
        deliveredAt: null,
      }
    : notShipped(status)

/** Confirms delivery, once. The status stays SHIPPED (design decision 20). */
export const deliver = ({ status, deliveredAt }: OrderState, at: string): Change | Rejection => {
  if (status !== 'SHIPPED') return notShipped(status)
  return deliveredAt === null ? { deliveredAt: at } : { rejected: 'order-already-delivered' }
}

export const returned = ({ status }: OrderState): Change | Rejection =>
  status === 'SHIPPED' ? { status: 'RETURNED', allocationStatus: 'RELEASED' } : notShipped(status)

function notShipped(status: Order['status']): Rejection {
  return { rejected: status === 'RETURNED' ? 'order-returned' : 'order-not-shipped' }
}

/** Returns the end of a day, or the time if it is none: of a parcel that left on a day, the hour is not known. */
export function endOfDay(time: string | undefined): string | undefined {
  return time?.replace('T00:00:00.000Z', 'T23:59:59.999Z')
}
