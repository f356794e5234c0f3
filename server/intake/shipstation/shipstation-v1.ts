import {
  type Changes,
  type FulfillmentProvider,
  type Parcel,
  ProviderError,
  type ProviderOrder,
} from './fulfillment-provider.ts'
import { toPacific } from './pacific-time.ts'
import type { Ask } from './shipstation-v1-client.ts'
import { readOrder, type UnreadableOrder } from './shipstation-v1-order.ts'
import { ChangedShape, ParcelShape, pageShapes } from './shipstation-v1-shapes.ts'

/** The most that the API puts on a page. */
const pageSize = 500
const hour = 3_600_000

type List = keyof typeof pageShapes
type Query = Readonly<Record<string, string | number>>
type Page = { items: unknown[]; isLast: boolean }

const getPage = async (
  ask: Ask,
  list: List,
  query: Query,
  page: number,
  signal: AbortSignal,
): Promise<Page> => {
  const answer = await ask(list, { ...query, sortDir: 'ASC', page, pageSize }, signal)
  const { data } = pageShapes[list].safeParse(answer)
  if (!data) throw new ProviderError(`the provider’s answer is not a page of ${list}`)
  return { items: data.items, isLast: page >= data.pages }
}

/**
 * A second before what a wall clock shows at a time: whether the API's “since” includes the second
 * itself it does not say.
 */
const secondBefore = (milliseconds: number): string =>
  new Date(Date.parse(`${toPacific(milliseconds)}Z`) - 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

const keyOf = ({ id, changedAt }: ProviderOrder): string => `${id} ${changedAt}`

/** What a page tells, without what was told before. */
const changesOf = (items: readonly unknown[], told: ReadonlySet<string>): Changes => {
  const orders: ProviderOrder[] = []
  const unreadable: UnreadableOrder[] = []
  for (const item of items) {
    const order = readOrder(item)
    if (order === undefined) continue
    if ('reason' in order) unreadable.push(order)
    else if (!told.has(keyOf(order))) orders.push(order)
  }
  const times = items.flatMap((item) => ChangedShape.safeParse(item).data?.modifyDate ?? [])
  return { orders, unreadable, changedUntil: times.length > 0 ? Math.max(...times) : undefined }
}

/**
 * Walks through changes from one to the next, not from page to page: an order that changes meanwhile
 * moves to the end, and what follows it would move over the edge of a page that was read already.
 */
async function* changedSince(
  ask: Ask,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<Changes> {
  // Wall clocks go back an hour in autumn: what is later may show an earlier time.
  let start = secondBefore(since - hour)
  let page = 1
  let told: ReadonlySet<string> = new Set()
  for (;;) {
    const query = { modifyDateStart: start, sortBy: 'ModifyDate' }
    const { items, isLast } = await getPage(ask, 'orders', query, page, signal)
    const changes = changesOf(items, told)
    yield changes
    if (isLast) return
    const next = changes.changedUntil === undefined ? start : secondBefore(changes.changedUntil)
    // A page of orders that were all changed in one second does not lead beyond it.
    page = next > start ? 1 : page + 1
    start = next > start ? next : start
    told = new Set([...changes.orders.map(keyOf), ...(page > 1 ? told : [])])
  }
}

/** So few parcels are asked for one by one. */
const few = 3

/** Looks for the parcels of orders, of each the newest. */
const findParcels = async (
  ask: Ask,
  orders: readonly ProviderOrder[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Parcel>> => {
  const found = new Map<string, Parcel>()
  const wanted = new Set(orders.map(({ id }) => id))

  const note = (items: readonly unknown[]): void => {
    for (const item of items) {
      const { data } = ParcelShape.safeParse(item)
      if (!data || data.voided === true || data.isReturnLabel === true) continue
      const { orderId, trackingNumber, carrierCode, shipDate, deliveryDate: deliveredAt } = data
      const id = String(orderId)
      if (wanted.has(id)) found.set(id, { trackingNumber, carrierCode, shipDate, deliveredAt })
    }
  }

  const look = async (list: List, query: Query): Promise<void> => {
    for (let page = 1, isLast = false; !isLast; page++) {
      const answer = await getPage(ask, list, { ...query, sortBy: 'CreateDate' }, page, signal)
      note(answer.items)
      isLast = answer.isLast
    }
  }

  const missing = () => orders.filter(({ id }) => !found.has(id))
  const times = orders.map(({ changedAt }) => changedAt)
  // Most orders change last when their parcel is made.
  const window = {
    createDateStart: toPacific(Math.min(...times) - 2 * hour),
    createDateEnd: toPacific(Math.max(...times) + hour),
  }
  // Labels are shipments; what was only marked as shipped is a fulfillment.
  const lists = ['shipments', 'fulfillments'] as const
  for (const list of lists) if (missing().length > few) await look(list, window)
  for (const list of lists) for (const { id } of missing()) await look(list, { orderId: id })
  return found
}

/**
 * ShipStation's API, version 1. It tells neither deliveries of its own parcels nor returns. Its times
 * have no zone and are Pacific time.
 */
export const shipStationV1 = (ask: Ask): FulfillmentProvider => ({
  name: 'shipstation-v1',
  changedSince: (since, signal) => changedSince(ask, since, signal),
  parcelsOf: (orders, signal) => findParcels(ask, orders, signal),
})
