import { z } from 'zod'
import { illFormedFields, illFormedReason } from '../../../generated/bodies.ts'
import {
  OrderCreate,
  Recipient,
  Text,
  Text20,
  Text100,
  Text200,
} from '../../../generated/zod/schemas.ts'
import { systemClock, timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import {
  type ImportedOrder,
  isPossibleTime,
  type Person,
  personOf,
  type Unread,
} from '../../domain/imported-order.ts'
import { trackingNumberOf } from '../../domain/order-names.ts'
import { fieldPath } from '../field-path.ts'
import { hour, moment } from './pacific-time.ts'

/** The kind of provider. Orders, the sync cursor and the turn of polling are stored under this name. */
export const provider = 'shipstation-v1'

const iso = moment
  .refine((time) => isPossibleTime(time, systemClock()), {
    error: 'must be a time between 2000 and tomorrow',
  })
  .transform(timestamp)

/** A text. The API sends null for an empty one. */
const text = z
  .string('must be text')
  .nullish()
  .transform((text) => text?.trim() ?? '')

/** A text, or a number whose digits are all there. */
const numbered = z.union([text, z.int().transform(String)], { error: 'must be text' })

/** A number. APIs of the same shape may send it as text. */
export const number = z.union([
  z
    .string()
    .regex(/^\d+(?:\.0+)?$/)
    .transform(Number),
  z.unknown(),
])

/** An email address, by which its person is found, without a name before it: `Ana Roe <ana@example.com>`. */
const emailText = text.transform((given) => /<([^<>\s]+)>$/.exec(given)?.[1] ?? given)

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
  'trackingNumber' | 'carrierCode' | 'shipDate' | 'leftBy' | 'deliveredAt'
>

export type ProviderOrder = {
  order: Omit<ImportedOrder, keyof Parcel | 'voided' | 'replaced'>
  /** The parcel as the order describes it. Shipments and fulfillments say more. */
  parcel: Parcel
}

/** An id of an order. APIs of the same shape may send it as text. */
const orderIdShape = z.union([z.int().transform(String), z.string().regex(/^[0-9]+$/)], {
  error: 'must be a whole number',
})

/** A flag. APIs of the same shape may send it as text or a number. */
const flag = z.unknown().transform(String).pipe(z.stringbool()).catch(false)

const Origins = z.object({
  parentId: optional(orderIdShape).catch(undefined),
  // One that cannot be read does not hide the others, whose orders would ship twice.
  mergedIds: z
    .array(z.unknown())
    .catch([])
    .transform((ids) => ids.flatMap((id) => orderIdShape.safeParse(id).data ?? [])),
})

/** An order of `GET /orders` that is known by its id. An order has a status before anything else of it is read. */
const OrderShape = z.looseObject({
  orderId: orderIdShape,
  orderNumber: numbered.pipe(Text).catch(''),
  modifyDate: optional(moment).catch(undefined),
  orderStatus: z
    .string()
    .refine((text) => statuses.has(text), {
      error: ({ input }) => `${JSON.stringify(input)} is unknown`,
    })
    .transform((text) => statuses.get(text)),
  advancedOptions: Origins.extend({ customField1: textOf(Text).catch('') })
    .nullish()
    .catch(undefined),
})

/** An order that could not be read at all. */
export type UnreadableOrder = { id: string; number: string; reason: string }

const NameShape = z.object({
  orderId: orderIdShape.catch(''),
  orderNumber: numbered.pipe(Text).catch(''),
})

/** Reads an order. Returns undefined for an order that is not imported yet. */
export const readOrder = (given: unknown): ProviderOrder | UnreadableOrder | undefined => {
  const { data, error } = OrderShape.safeParse(given)
  if (!error) return data.orderStatus && orderOf(data, data.orderStatus)
  const { orderId, orderNumber } = NameShape.safeParse(given).data ?? {}
  return {
    id: orderId ?? '',
    number: orderNumber || 'without a number',
    reason: error.issues.map(({ path, message }) => `${fieldPath(path)}: ${message}`).join('; '),
  }
}

/** A text within the contract's bounds. */
function textOf(bounds: z.ZodType<string, string>) {
  return text.pipe(bounds)
}

function optional<T extends z.ZodType>(value: T) {
  return value.nullish().transform((v) => v ?? undefined)
}

function orderOf(raw: z.output<typeof OrderShape>, status: ImportedOrder['status']): ProviderOrder {
  const { orderId: id, orderNumber, advancedOptions } = raw
  const { customField1, mergedIds = [] } = advancedOptions ?? {}
  const parts = new Parts(raw)
  const shipDate = parts.read('shipDate', optional(iso).catch(undefined))
  const parcel = {
    trackingNumber: undefined,
    carrierCode: parts.read('carrierCode', optional(Text100).catch(undefined)),
    shipDate,
    leftBy: leftOn(shipDate),
    deliveredAt: undefined,
  }
  const notes = parts.readOptional('customerNotes', textOf(Text))
  const order = {
    source: provider,
    sourceId: id,
    sourceOrderNumber: orderNumber || id,
    changedAt: raw.modifyDate,
    originIds: readOrigins(raw),
    mergedIds,
    campaignId: customField1 ? toId('cmp', customField1) : undefined,
    status,
    ...recipientIn(parts),
    person: personIn(raw),
    products: parts.read('items', itemsShape),
    orderDate: parts.read('orderDate', iso, 'order date'),
    notes: parts.cut('customerNotes', notes, 2000),
    unread: parts.unread,
    remarks: parts.remarks,
  }
  return { order, parcel }
}

/** Reads the ids of the orders that an order comes from: the one that it was split from, and those merged into it. */
export function readOrigins(given: unknown): string[] {
  const { data } = z.object({ advancedOptions: Origins }).safeParse(given)
  const { parentId, mergedIds = [] } = data?.advancedOptions ?? {}
  return [...(parentId === undefined ? [] : [parentId]), ...mergedIds]
}

/** Reads the parts of an order, each by itself: one that cannot be read does not hide the others. */
class Parts {
  readonly unread: Unread[] = []
  readonly remarks: string[] = []
  readonly #raw: Readonly<Record<string, unknown>>

  constructor(raw: Readonly<Record<string, unknown>>) {
    this.#raw = raw
  }

  /** Returns a part. If it cannot be read, returns undefined and adds the reasons. */
  read<T>(name: string, shape: z.ZodType<T>, part: Unread['part'] = 'others'): T | undefined {
    const { data, reasons } = this.#parse(name, shape)
    this.unread.push(...reasons.map((reason) => ({ part, reason })))
    return data
  }

  /** Returns a part without which the order is complete. If it cannot be read, the reasons are remarks. */
  readOptional<T>(name: string, shape: z.ZodType<T>): T | undefined {
    const { data, reasons } = this.#parse(name, shape)
    this.remarks.push(...reasons)
    return data
  }

  #parse<T>(name: string, shape: z.ZodType<T>): { data: T | undefined; reasons: string[] } {
    const { data, error } = shape.safeParse(this.#raw[name])
    const reasons = error
      ? error.issues.map(({ path, message }) => `${fieldPath([name, ...path])}: ${message}`)
      : illFormedFields({ [name]: data }).map((path) => `${path}: ${illFormedReason}`)
    return { data: reasons.length > 0 ? undefined : data, reasons }
  }

  /** Returns a text of at most a number of characters. One that is longer is cut, with a remark. */
  cut(name: string, text: string | undefined, length: number): string | undefined {
    const characters = Array.from(text ?? '')
    if (characters.length <= length) return text
    this.remarks.push(`${name} has ${characters.length} characters and was cut to ${length}`)
    return characters.slice(0, length).join('')
  }
}

/** Splits the API's one name: the last word is the last name. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop() : undefined
  return { firstName: words.join(' '), lastName: lastName ?? '' }
}

const recipientShape = z
  .object({
    name: textOf(Text200),
    company: textOf(Text200),
    street1: textOf(Text200),
    street2: textOf(Text200),
    street3: textOf(Text200),
    city: textOf(Text100),
    state: textOf(Text100),
    postalCode: textOf(Text20),
    country: textOf(Text100),
    phone: numbered.pipe(Text),
  })
  .nullish()

/** Reads each field by itself, because a value that cannot be stored can still tell people apart. */
const PersonShape = z.object({
  customerEmail: emailText.catch(''),
  shipTo: z
    .object({
      name: text.catch(''),
      company: text.catch(''),
      street1: text.catch(''),
      city: text.catch(''),
      postalCode: text.catch(''),
    })
    .partial()
    .catch({}),
})

function personIn(given: unknown): Person {
  const { customerEmail: email, shipTo } = PersonShape.parse(given)
  const { name = '', company, street1 = '', postalCode: zip = '', city = '' } = shipTo
  return personOf({ ...namesOf(name), email, street1, zip, city }, company)
}

const emailShape = emailText.pipe(
  Text.refine((text) => text.length <= 254, 'must have at most 254 characters'),
)

function recipientIn(parts: Parts): Pick<ImportedOrder, 'recipient' | 'companyName'> {
  const shipTo = parts.read('shipTo', recipientShape, 'recipient')
  const email = parts.read('customerEmail', emailShape, 'recipient')
  if (!shipTo || email === undefined) return { recipient: undefined, companyName: shipTo?.company }
  const recipient = {
    ...namesOf(shipTo.name),
    email,
    phone: parts.cut('shipTo.phone', shipTo.phone, 30) ?? '',
    street1: shipTo.street1,
    street2: [shipTo.street2, shipTo.street3].filter(Boolean).join(', '),
    city: shipTo.city,
    state: shipTo.state,
    zip: shipTo.postalCode,
    country: shipTo.country,
  }
  // Split names and joined lines can exceed the contract's bounds.
  const { success, error } = Recipient.safeParse(recipient)
  for (const { path, message } of error?.issues ?? [])
    parts.unread.push({
      part: 'recipient',
      reason: `${fieldPath(['recipient', ...path])}: ${message}`,
    })
  return { recipient: success ? recipient : undefined, companyName: shipTo.company }
}

/** Reads the lines of an order, without discounts, charges and lines of no units, which are not shipped. */
const itemsShape = z
  .array(z.object({ sku: numbered, quantity: number.optional(), adjustment: flag }))
  .nullish()
  .transform((all) =>
    (all ?? [])
      .filter(({ adjustment }) => !adjustment)
      .filter(({ quantity }) => typeof quantity !== 'number' || quantity > 0)
      .map(({ sku, quantity }) => ({ sku, quantity })),
  )
  .pipe(
    z
      .array(z.object({ sku: Text, quantity: OrderCreate.shape.products.element.shape.quantity }))
      .max(500, 'must have at most 500 items'),
  )

const ChangeShape = z.object({ modifyDate: moment })

/** Reads the time of the last change of an order, in milliseconds, even if the rest cannot be read. */
export const readChangeTime = (given: unknown): number | undefined =>
  ChangeShape.safeParse(given).data?.modifyDate

/**
 * Returns the latest time at which a parcel left on a day: when its label was made on that day, or the day's end.
 * @param createdAt in milliseconds.
 */
function leftOn(shipDate: string | undefined, createdAt = 0): string | undefined {
  if (shipDate === undefined) return undefined
  const beginning = Date.parse(shipDate)
  const end = beginning + 24 * hour - 1
  return timestamp(createdAt >= beginning && createdAt <= end ? createdAt : end)
}

/** A shipment of `GET /shipments` or a fulfillment of `GET /fulfillments`. */
const ParcelShape = z.looseObject({
  orderId: orderIdShape,
  createDate: optional(moment).catch(undefined),
  shipDate: optional(iso).catch(undefined),
  deliveryDate: optional(iso).catch(undefined),
  voided: flag,
  isReturnLabel: flag,
})

/** A parcel of an order. `createdAt` is in milliseconds. `remarks` names the parts that could not be read. */
export type ReadParcel = {
  id: string
  parcel: Parcel
  createdAt: number
  isVoided: boolean
  remarks: readonly string[]
}

/** Reads the parcel of an order. Returns nothing for one that is a return or of no order. */
export const readParcel = (given: unknown): ReadParcel[] => {
  const { data } = ParcelShape.safeParse(given)
  if (!data || data.isReturnLabel) return []
  const { orderId, shipDate, deliveryDate: deliveredAt, createDate: createdAt = 0, voided } = data
  const parts = new Parts(data)
  const parcel: Parcel = {
    trackingNumber: parts.readOptional(
      'trackingNumber',
      optional(numbered.pipe(Text100).transform(trackingNumberOf)),
    ),
    carrierCode: parts.readOptional('carrierCode', optional(numbered.pipe(Text100))),
    shipDate,
    leftBy: leftOn(shipDate, createdAt),
    deliveredAt,
  }
  const { remarks } = parts
  return [{ id: orderId, parcel, createdAt, isVoided: voided, remarks }]
}
