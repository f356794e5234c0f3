import { z } from 'zod'
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
import type { components } from '../../../generated/types.ts'
import { timestamp } from '../../domain/clock.ts'
import { fieldPath } from '../../domain/field-path.ts'
import { type CampaignId, toId } from '../../domain/ids.ts'
import { illFormedFields, illFormedReason } from '../../domain/ill-formed-text.ts'
import type { GetJson } from './shipstation-v1-client.ts'
import {
  type Changes,
  type FulfillmentProvider,
  type Parcel,
  ProviderError,
  type ProviderOrder,
} from './sync.ts'

const zone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Formats a time in milliseconds as Pacific time: `2026-11-20 01:15:02`. */
export const toPacific = (milliseconds: number): string => zone.format(milliseconds)

const hour = 3_600_000
const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?)?$/

/**
 * Parses a Pacific time and returns milliseconds. A date alone is its start. For the repeated hour in
 * autumn returns the first; for the missing hour in spring, one hour later. Returns undefined for any
 * other text.
 */
export const fromPacific = (text: string): number | undefined => {
  const [, day = '', time = '00:00:00', fraction = '0'] = pattern.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}.${fraction}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const [summer, winter] = [asUtc + 7 * hour, asUtc + 8 * hour]
  return toPacific(summer) === `${day} ${time}` ? summer : winter
}

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
const OrderShape = z.object({
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
const NumberedShape = z.object({ orderNumber: z.string() })
const ChangedShape = z.object({ modifyDate: moment })

/** The fields read from a shipment of `GET /shipments` or a fulfillment of `GET /fulfillments`. */
const ParcelShape = z.object({
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

const pageShapes = {
  orders: pageOf('orders'),
  shipments: pageOf('shipments'),
  fulfillments: pageOf('fulfillments'),
}

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
type UnreadableOrder = { number: string; reason: string }

const reasonsOf = ({ issues }: z.ZodError, ...within: readonly string[]): string =>
  issues.map(({ path, message }) => `${fieldPath([...within, ...path])}: ${message}`).join('; ')

/** Reads an order of the API. Returns undefined for an order that is not imported yet. */
const readOrder = (given: unknown): ProviderOrder | UnreadableOrder | undefined => {
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

/** The API's maximum. */
const pageSize = 500
type List = keyof typeof pageShapes
type Query = Readonly<Record<string, string | number>>
type Page = { items: unknown[]; isLast: boolean }

const getPage = async (
  getJson: GetJson,
  list: List,
  query: Query,
  page: number,
  signal: AbortSignal,
): Promise<Page> => {
  const response = await getJson(list, { ...query, sortDir: 'ASC', page, pageSize }, signal)
  const { data } = pageShapes[list].safeParse(response)
  if (!data) throw new ProviderError(`the provider’s response is not a page of ${list}`)
  return { items: data.items, isLast: page >= data.pages }
}

/** Returns one second before a time in the API's format. Whether the API's start is inclusive is not documented. */
const secondBefore = (milliseconds: number): string =>
  new Date(Date.parse(`${toPacific(milliseconds)}Z`) - 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

const keyOf = ({ id, changedAt }: ProviderOrder): string => `${id} ${changedAt}`

/** Reads the changes of a page, without those yielded before. */
const changesOf = (items: readonly unknown[], yielded: ReadonlySet<string>): Changes => {
  const orders: ProviderOrder[] = []
  const unreadable: UnreadableOrder[] = []
  for (const item of items) {
    const order = readOrder(item)
    if (order === undefined) continue
    if ('reason' in order) unreadable.push(order)
    else if (!yielded.has(keyOf(order))) orders.push(order)
  }
  const times = items.flatMap((item) => ChangedShape.safeParse(item).data?.modifyDate ?? [])
  return { orders, unreadable, changedUntil: times.length > 0 ? Math.max(...times) : undefined }
}

/**
 * Continues from the last change instead of the next page. An order that changes in the meantime moves
 * to the end of the list, and the orders after it would move to a page that was already read.
 */
async function* changedSince(
  getJson: GetJson,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<Changes> {
  // In autumn clocks go back an hour, so a later time can have an earlier text.
  let start = secondBefore(since - hour)
  let page = 1
  let recent: ProviderOrder[] = []
  for (;;) {
    const query = { modifyDateStart: start, sortBy: 'ModifyDate' }
    const { items, isLast } = await getPage(getJson, 'orders', query, page, signal)
    const changes = changesOf(items, new Set(recent.map(keyOf)))
    yield changes
    if (isLast) return
    const until = changes.changedUntil
    const next = until === undefined ? start : secondBefore(until)
    // If all orders of a page changed in one second, the start does not advance: read the next page.
    if (next > start) {
      start = next
      page = 1
    } else page++
    // The next pages can repeat what changed up to two seconds before. A first sync may read very many.
    recent = [...recent, ...changes.orders].filter(
      ({ changedAt }) => until === undefined || changedAt > until - 2000,
    )
  }
}

/** Up to this many parcels are requested one by one. */
const maxSingleRequests = 3

/** Finds the newest parcel of each order. */
const findParcels = async (
  getJson: GetJson,
  orders: readonly ProviderOrder[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Parcel>> => {
  const found = new Map<string, Parcel>()

  const add = (items: readonly unknown[]): void => {
    for (const item of items) {
      const { data } = ParcelShape.safeParse(item)
      if (!data || data.voided === true || data.isReturnLabel === true) continue
      const { orderId, trackingNumber, carrierCode, shipDate, deliveryDate: deliveredAt } = data
      found.set(String(orderId), { trackingNumber, carrierCode, shipDate, deliveredAt })
    }
  }

  const search = async (list: List, query: Query): Promise<void> => {
    for (let page = 1, isLast = false; !isLast; page++) {
      const { items, isLast: isLastPage } = await getPage(
        getJson,
        list,
        { ...query, sortBy: 'CreateDate' },
        page,
        signal,
      )
      add(items)
      isLast = isLastPage
    }
  }

  const missing = () => orders.filter(({ id }) => !found.has(id))
  const times = orders.map(({ changedAt }) => changedAt)
  // Most orders change last when their parcel is created.
  const window = {
    createDateStart: toPacific(Math.min(...times) - 2 * hour),
    createDateEnd: toPacific(Math.max(...times) + hour),
  }
  // An order with a label has a shipment; one that was marked as shipped has a fulfillment.
  const lists = ['shipments', 'fulfillments'] as const
  for (const list of lists) if (missing().length > maxSingleRequests) await search(list, window)
  for (const list of lists) for (const { id } of missing()) await search(list, { orderId: id })
  return found
}

/**
 * Creates the provider for ShipStation's API, version 1. The API reports neither deliveries of its own
 * parcels nor returns. Its times have no zone and are Pacific time.
 */
export const shipStationV1 = (getJson: GetJson): FulfillmentProvider => ({
  name: 'shipstation-v1',
  changedSince: (since, signal) => changedSince(getJson, since, signal),
  parcelsOf: (orders, signal) => findParcels(getJson, orders, signal),
})
