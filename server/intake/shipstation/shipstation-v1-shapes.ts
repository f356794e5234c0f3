import { z } from 'zod'
import {
  OrderCreate,
  Text,
  Text20,
  Text30,
  Text100,
  Text200,
  Text2000,
} from '../../../generated/schemas.ts'
import { timestamp } from '../../domain/clock.ts'
import { fromPacific } from './pacific-time.ts'

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/

/** A time of the API. Without a zone it is Pacific time. */
const moment = z.string().transform((text, context) => {
  const milliseconds = hasZone.test(text) ? Date.parse(text) : fromPacific(text)
  if (milliseconds !== undefined && !Number.isNaN(milliseconds)) return milliseconds
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

const address = z.object({
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

const item = z.object({
  sku: z.string().nullish(),
  quantity: z.number(),
  /** Whether it is a discount or a charge, which is not shipped. */
  adjustment: z.boolean().nullish(),
})

/** The fields read from an order of `GET /orders`. */
export const OrderShape = z.object({
  orderId: z.int(),
  orderNumber: z.string().min(1).max(100),
  orderDate: iso,
  modifyDate: moment,
  orderStatus: z.string(),
  customerEmail: textOf(
    Text.refine((text) => text.length <= 254, 'must have at most 254 characters'),
  ),
  shipTo: address,
  items: z
    .array(item)
    .nullish()
    .transform((items) =>
      (items ?? [])
        .filter(({ adjustment }) => adjustment !== true)
        .map(({ sku, quantity }) => ({ sku: sku ?? undefined, quantity })),
    )
    .pipe(OrderCreate.shape.products),
  customerNotes: textOf(Text2000),
  carrierCode: optional(Text100),
  shipDate: optional(iso),
  advancedOptions: optional(z.object({ customField1: optional(z.string()) })),
})

/** The fields of an order that could not be read otherwise. */
export const NumberedShape = z.object({ orderNumber: z.string() })
export const ChangedShape = z.object({ modifyDate: moment })

/** The fields read from a shipment of `GET /shipments` or a fulfillment of `GET /fulfillments`. */
export const ParcelShape = z.object({
  orderId: z.int(),
  createDate: moment,
  shipDate: optional(iso),
  deliveryDate: optional(iso),
  trackingNumber: optional(Text100),
  carrierCode: optional(Text100),
  voided: z.boolean().nullish(),
  isReturnLabel: z.boolean().nullish(),
})

/** A page of a list. Its items are read one by one. */
const pageOf = (list: string) =>
  z
    .looseObject({ pages: z.int() })
    .transform((page) => ({ pages: page.pages, items: page[list] }))
    .pipe(z.object({ pages: z.int(), items: z.array(z.unknown()) }))

export const pageShapes = {
  orders: pageOf('orders'),
  shipments: pageOf('shipments'),
  fulfillments: pageOf('fulfillments'),
}
