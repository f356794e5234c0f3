import type { z } from 'zod'
import { Recipient } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { fieldPath } from '../../domain/field-path.ts'
import { type CampaignId, toId } from '../../domain/ids.ts'
import { illFormedFields, illFormedReason } from '../../domain/ill-formed-text.ts'
import type { ProviderOrder } from './fulfillment-provider.ts'
import { NumberedShape, OrderShape } from './shipstation-v1-shapes.ts'

type Schemas = components['schemas']
type Shape = z.output<typeof OrderShape>

/** Our status by the API's. Unpaid orders are not imported yet; orders on hold wait. */
const statuses: ReadonlyMap<string, Schemas['OrderStatus'] | undefined> = new Map([
  ['awaiting_payment', undefined],
  ['awaiting_shipment', 'AWAITING_SHIPMENT'],
  ['pending_fulfillment', 'AWAITING_SHIPMENT'],
  ['rejected_fulfillment', 'AWAITING_SHIPMENT'],
  ['on_hold', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
])

/** Splits the API's one name: the last word is the last name. */
const namesOf = (name: string): Pick<Schemas['Recipient'], 'firstName' | 'lastName'> => {
  const words = name.trim().split(/\s+/)
  return words.length < 2
    ? { firstName: name.trim(), lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

const recipientOf = ({ shipTo, customerEmail: email }: Shape): Schemas['Recipient'] => ({
  ...namesOf(shipTo.name),
  email,
  phone: shipTo.phone,
  street1: shipTo.street1,
  street2: [shipTo.street2, shipTo.street3].filter(Boolean).join(', '),
  city: shipTo.city,
  state: shipTo.state,
  zip: shipTo.postalCode,
  country: shipTo.country,
})

const campaignOf = ({ advancedOptions }: Shape): CampaignId | undefined => {
  const campaign = advancedOptions?.customField1
  return campaign ? toId('cmp', campaign) : undefined
}

const toProviderOrder = (shape: Shape, status: Schemas['OrderStatus']): ProviderOrder => ({
  id: String(shape.orderId),
  changedAt: shape.modifyDate,
  order: {
    sourceOrderNumber: shape.orderNumber,
    campaignId: campaignOf(shape),
    status,
    orderDate: shape.orderDate,
    shipDate: undefined,
    deliveredAt: undefined,
    trackingNumber: undefined,
    carrierCode: undefined,
    recipient: recipientOf(shape),
    companyName: shape.shipTo.company,
    notes: shape.customerNotes,
    products: shape.items,
  },
  parcel: {
    trackingNumber: undefined,
    carrierCode: shape.carrierCode,
    shipDate: shape.shipDate,
    deliveredAt: undefined,
  },
})

/** An order that could not be read. */
export type UnreadableOrder = { number: string; reason: string }

const reasonsOf = ({ issues }: z.ZodError, ...within: readonly string[]): string =>
  issues.map(({ path, message }) => `${fieldPath([...within, ...path])}: ${message}`).join('; ')

/** Reads an order of the API. Returns undefined for an order that is not imported yet. */
export const readOrder = (given: unknown): ProviderOrder | UnreadableOrder | undefined => {
  const { data, error } = OrderShape.safeParse(given)
  const number = NumberedShape.safeParse(given).data?.orderNumber || 'without a number'
  if (error) return { number, reason: reasonsOf(error) }
  if (!statuses.has(data.orderStatus))
    return { number, reason: `orderStatus: ${JSON.stringify(data.orderStatus)} is unknown` }
  const status = statuses.get(data.orderStatus)
  if (!status) return undefined
  const order = toProviderOrder(data, status)
  const [illFormed] = illFormedFields(order.order)
  if (illFormed !== undefined) return { number, reason: `${illFormed}: ${illFormedReason}` }
  // Split names and joined lines can exceed the contract's bounds.
  const { error: tooLong } = Recipient.safeParse(order.order.recipient)
  return tooLong ? { number, reason: reasonsOf(tooLong, 'recipient') } : order
}
