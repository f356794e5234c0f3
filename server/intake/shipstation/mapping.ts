import { z } from 'zod'
import { illFormedFields, illFormedReason } from '../../../generated/bodies.ts'
import {
  OrderCreate,
  Recipient,
  Text,
  Text20,
  Text30,
  Text100,
  Text200,
  Text2000,
} from '../../../generated/schemas.ts'
import { timestamp } from '../../domain/clock.ts'
import { fieldPath } from '../../domain/field-path.ts'
import { toId } from '../../domain/ids.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'

const zone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Formats a time in milliseconds as Pacific time: `2026-11-20 01:15:02`. */
export const toPacific = (milliseconds: number): string => zone.format(milliseconds)

export const hour = 3_600_000
const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?)?$/

/**
 * Parses a Pacific time and returns milliseconds. A date alone is its start. For the repeated hour in
 * autumn returns the first; for the missing hour in spring, one hour later. Returns NaN for any other text.
 */
export const fromPacific = (text: string): number => {
  const [, day = '', time = '00:00:00', fraction = '0'] = pattern.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}.${fraction}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const [summer, winter] = [asUtc + 7 * hour, asUtc + 8 * hour]
  return toPacific(summer) === `${day} ${time}` ? summer : winter
}

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/

/** A time of the API. Without a zone it is Pacific time. */
const moment = z.string().transform((text, context) => {
  const milliseconds = hasZone.test(text) ? Date.parse(text) : fromPacific(text)
  if (!Number.isNaN(milliseconds)) return milliseconds
  context.addIssue({ code: 'custom', message: `must be a time, not ${JSON.stringify(text)}` })
  return z.NEVER
})

const iso = moment.transform(timestamp)
const optional = <T extends z.ZodType>(value: T) => value.nullish().transform((v) => v ?? undefined)

/** A text within the contract's bounds. The API sends null for an empty one. */
const textOf = (bounds: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((text) => text ?? '')
    .pipe(bounds)

/** Our status by the API's. Unpaid orders are not imported yet; orders on hold wait. */
const statuses = new Map<string, ImportedOrder['status'] | undefined>([
  ['awaiting_payment', undefined],
  ['awaiting_shipment', 'AWAITING_SHIPMENT'],
  ['pending_fulfillment', 'AWAITING_SHIPMENT'],
  ['rejected_fulfillment', 'AWAITING_SHIPMENT'],
  ['on_hold', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
])

/** How an order was shipped. Undefined fields are unknown. */
export type Parcel = Pick<
  ImportedOrder,
  'trackingNumber' | 'carrierCode' | 'shipDate' | 'deliveredAt'
>

/** An order at the provider. */
export type ProviderOrder = {
  /** The provider's id, which can differ from the order number. */
  id: string
  /** The time of the last change, in milliseconds. */
  changedAt: number
  order: Omit<ImportedOrder, keyof Parcel>
  /** What the order says about its parcel. Shipments and fulfillments say more. */
  parcel: Parcel
}

/** Splits the API's one name: the last word is the last name. */
const namesOf = (name: string): { firstName: string; lastName: string } => {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop() : undefined
  return { firstName: words.join(' '), lastName: lastName ?? '' }
}

const recipientShape = z.object({
  name: textOf(Text200),
  company: textOf(Text200),
  street1: textOf(Text200),
  street2: textOf(Text200),
  street3: textOf(Text200),
  city: textOf(Text100),
  state: textOf(Text100),
  postalCode: textOf(Text20),
  country: textOf(Text100),
  phone: textOf(Text30),
})

/** Reads the items of an order, without discounts and charges, which are not shipped. */
const items = z
  .array(
    z.object({
      sku: optional(z.string()),
      quantity: z.number(),
      adjustment: z.boolean().nullish(),
    }),
  )
  .nullish()
  .transform((all) => (all ?? []).filter(({ adjustment }) => adjustment !== true))
  .pipe(OrderCreate.shape.products)

/** An order of `GET /orders`. */
const OrderShape = z
  .object({
    orderId: z.int(),
    orderNumber: z.string().min(1).max(100),
    orderDate: iso,
    modifyDate: moment,
    orderStatus: z
      .string()
      .refine((text) => statuses.has(text), {
        error: ({ input }) => `${JSON.stringify(input)} is unknown`,
      })
      .transform((text) => statuses.get(text)),
    customerEmail: textOf(
      Text.refine((text) => text.length <= 254, 'must have at most 254 characters'),
    ),
    shipTo: recipientShape,
    items,
    customerNotes: textOf(Text2000),
    carrierCode: optional(Text100),
    shipDate: optional(iso),
    advancedOptions: optional(z.object({ customField1: optional(z.string()) })),
  })
  .transform(({ shipTo, advancedOptions, carrierCode, shipDate, ...shape }, context) => {
    const { orderStatus: status, customerEmail: email } = shape
    if (status === undefined) return undefined
    const { name, company, street1, street2, street3, postalCode: zip, ...rest } = shipTo
    const lines = { street1, street2: [street2, street3].filter(Boolean).join(', ') }
    const order: ProviderOrder['order'] = {
      sourceOrderNumber: shape.orderNumber,
      campaignId: advancedOptions?.customField1
        ? toId('cmp', advancedOptions.customField1)
        : undefined,
      status,
      orderDate: shape.orderDate,
      recipient: { ...namesOf(name), email, ...lines, ...rest, zip },
      companyName: company,
      notes: shape.customerNotes,
      products: shape.items,
    }
    for (const path of illFormedFields(order))
      context.addIssue({ code: 'custom', path: [path], message: illFormedReason })
    // Split names and joined lines can exceed the contract's bounds.
    for (const { path, message } of Recipient.safeParse(order.recipient).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['recipient', ...path], message })
    const parcel = { trackingNumber: undefined, carrierCode, shipDate, deliveredAt: undefined }
    return { id: String(shape.orderId), changedAt: shape.modifyDate, order, parcel }
  })

/** An order that could not be read. */
export type UnreadableOrder = { number: string; reason: string }

const NumberShape = z.object({ orderNumber: z.string().min(1) })

/** Reads an order. Returns undefined for an order that is not imported yet. */
export const readOrder = (given: unknown): ProviderOrder | UnreadableOrder | undefined => {
  const { data, error } = OrderShape.safeParse(given)
  if (!error) return data
  return {
    number: NumberShape.safeParse(given).data?.orderNumber ?? 'without a number',
    reason: error.issues.map(({ path, message }) => `${fieldPath(path)}: ${message}`).join('; '),
  }
}

const ChangeShape = z.object({ modifyDate: moment })

/** Reads the time of the last change of an order, in milliseconds, even if the rest cannot be read. */
export const readChangeTime = (given: unknown): number | undefined =>
  ChangeShape.safeParse(given).data?.modifyDate

/** A shipment of `GET /shipments` or a fulfillment of `GET /fulfillments`. */
const ParcelShape = z.object({
  orderId: z.int(),
  shipDate: optional(iso),
  deliveryDate: optional(iso),
  trackingNumber: optional(Text100),
  carrierCode: optional(Text100),
  voided: z.boolean().nullish(),
  isReturnLabel: z.boolean().nullish(),
})

/** Reads the parcel of an order. Returns nothing for one that was voided, is a return or cannot be read. */
export const readParcel = (given: unknown): { id: string; parcel: Parcel }[] => {
  const { data } = ParcelShape.safeParse(given)
  if (!data || data.voided || data.isReturnLabel) return []
  const { orderId, trackingNumber, carrierCode, shipDate, deliveryDate: deliveredAt } = data
  return [{ id: String(orderId), parcel: { trackingNumber, carrierCode, shipDate, deliveredAt } }]
}
