import {
  type Changes,
  type FulfillmentProvider,
  type Parcel,
  ProviderError,
  type ProviderOrder,
} from './fulfillment-provider.ts'
import { toPacific } from './pacific-time.ts'
import type { GetJson } from './shipstation-v1-client.ts'
import { readOrder, type UnreadableOrder } from './shipstation-v1-order.ts'
import { ChangedShape, ParcelShape, pageShapes } from './shipstation-v1-shapes.ts'

/** The API's maximum. */
const pageSize = 500
const hour = 3_600_000

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
