import type { NewContact } from './contact.ts'
import type { SubscribableEvent } from './event.ts'
import type { Invite } from './invite.ts'
import { noRecipient, type Order } from './order.ts'

/** The fields that stay when a person is erased. */
const kept = Symbol('kept')

/**
 * The value of each field after its person is erased. The types are those of the document, so a field that is added there
 * and missing here does not compile. Neither does one of a recipient that stays.
 */
type Erasure<T> = {
  readonly [Field in keyof T]-?: T[Field] | (Field extends PersonalField ? never : typeof kept)
}

type PersonalField = 'recipient' | keyof Order['recipient']

export const contactErasure: Erasure<NewContact> = {
  id: kept,
  campaignId: kept,
  createdAt: kept,
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  companyName: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  country: '',
  zip: '',
  dateOfBirth: '',
  hireDate: '',
  shirtSize: '',
  tags: [],
  profilePicture: '',
}

export const inviteErasure: Erasure<Omit<Invite, '_id'>> = {
  slug: kept,
  inviteNumber: kept,
  status: kept,
  email: '',
  firstName: '',
  lastName: '',
  companyName: '',
  expiresAt: kept,
  emailNotificationSent: kept,
  createdAt: kept,
}

export const orderErasure: Erasure<Order> = {
  id: kept,
  orderNumber: kept,
  sourceOrderNumber: kept,
  status: kept,
  paymentStatus: kept,
  allocationStatus: kept,
  orderSource: kept,
  orderDate: kept,
  shipDate: kept,
  deliveredAt: kept,
  trackingNumber: kept,
  carrierCode: kept,
  campaignId: kept,
  warehouse: kept,
  recipient: noRecipient,
  companyName: '',
  notes: '',
  products: kept,
}

const orderEventErasure = {
  orderId: kept,
  orderNumber: kept,
  status: kept,
  campaignId: kept,
  trackingNumber: kept,
  carrierCode: kept,
  shipDate: kept,
  products: kept,
} as const

const inviteEventErasure = {
  inviteId: kept,
  inviteNumber: kept,
  email: null,
  campaignId: kept,
  campaignTitle: kept,
  eventDetails: kept,
} as const

type DataOf<Name extends SubscribableEvent['event']> = Extract<
  SubscribableEvent,
  { event: Name }
>['data']

/** The data of events in deliveries that wait. */
export const eventErasures: {
  readonly [Name in SubscribableEvent['event']]: Erasure<DataOf<Name>>
} = {
  'order.created': orderEventErasure,
  'order.shipped': orderEventErasure,
  'order.delivered': orderEventErasure,
  'order.cancelled': orderEventErasure,
  'order.returned': orderEventErasure,
  'invite.viewed': inviteEventErasure,
  'invite.cart_updated': inviteEventErasure,
  'invite.redeemed': inviteEventErasure,
}

/** Returns the fields that an erasure changes, with their values then. */
export function blanksOf(erasure: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(erasure).filter(([, value]) => value !== kept))
}
