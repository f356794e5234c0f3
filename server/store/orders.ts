import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { Order as orderSchema } from '../../generated/zod/schemas.ts'
import {
  type AccountId,
  type CampaignId,
  type OrderId,
  toId,
  type WarehouseId,
} from '../domain/ids.ts'
import {
  type Details,
  detailFields,
  type ImportedOrder,
  type KnownOrder,
} from '../domain/imported-order.ts'
import type { Actor, Order } from '../domain/order.ts'
import {
  allOf,
  assignments,
  columns,
  containing,
  fold,
  isWithin,
  list,
  long,
  maxSkipped,
  ofAccount,
  type Period,
  type Range,
  unindexed,
  valuesOf,
} from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const orderFields = orderSchema.keyof().options

export const orderColumns = columns(orderFields, 'orders')

export type OrderFilter = {
  campaignId?: CampaignId | undefined
  email?: string | undefined
  orderStatus?: Order['status'] | undefined
  sourceOrderNumber?: string | undefined
}

export const findOrder = (reader: Reader, account: AccountId, id: OrderId) =>
  findBy(reader, account, sql`id = ${id}`)

function findBy(reader: Reader, account: AccountId, condition: Sql) {
  return reader.first<Order>(ofAccount(account)`
    select ${orderColumns} from orders where account_id = ${account} and ${condition}`)
}

export const lockOrder = (transaction: Transaction, account: AccountId, id: OrderId) =>
  findBy(transaction, account, sql`id = ${id} ${transaction.dialect.lock}`)

/** Units of an order, by SKU, that its shipment and its return did not move as its lines say. */
type OrderMoves = {
  /** Those of the shipment that did not leave the stock. */
  unmoved: Readonly<Record<string, number>> | null
  /** Those that came back. */
  came_back: Readonly<Record<string, number>> | null
}

export const findMoves = async (transaction: Transaction, account: AccountId, id: OrderId) => {
  const found = await transaction.first<OrderMoves>(ofAccount(account)`
    select unmoved, came_back from orders where account_id = ${account} and id = ${id}`)
  return found ?? { unmoved: null, came_back: null }
}

/** Returns when the shipment of an order was recorded, which may be long after the parcel left. */
export const findShipmentTime = async (reader: Reader, account: AccountId, id: OrderId) => {
  const changes: OrderChange[] = ['order.shipped', 'ship date changed']
  const found = await reader.first<{ at: string | null }>(ofAccount(account)`
    select max(at) as at from order_history
    where account_id = ${account} and order_id = ${id} and change in ${list(changes)}`)
  return found?.at ?? undefined
}

export const setMoves = (
  transaction: Transaction,
  account: AccountId,
  id: OrderId,
  moves: OrderMoves,
) =>
  transaction.run(ofAccount(account)`
    update orders set ${assignments(moves, ['unmoved', 'came_back'])}
    where account_id = ${account} and id = ${id}`)

/** Returns the orders that wait for any of some SKUs, oldest first. @param lock see `Dialect`. */
export const listWaiting = async (
  reader: Reader,
  account: AccountId,
  skus: Iterable<string>,
  lock = empty,
) => {
  const wanted = new Set(skus)
  const found = await reader.all<Order>(ofAccount(account)`
    select ${orderColumns} ${thatWaits(account, wanted)} order by order_time, id ${lock}`)
  return found.filter(({ products }) => products.some(({ sku }) => wanted.has(sku)))
}

/** Returns the SKUs of the orders that wait for any of some SKUs. Equal lines of many orders are read once. */
export async function listWaitingSkus(reader: Reader, account: AccountId, skus: Set<string>) {
  const found = await reader.all<Pick<Order, 'products'>>(ofAccount(account)`
    select distinct products ${thatWaits(account, skus)}`)
  const all = found.map(({ products }) => products.map(({ sku }) => sku))
  return all.filter((own) => own.some((sku) => skus.has(sku))).flat()
}

function thatWaits(account: AccountId, skus: ReadonlySet<string>): Sql {
  // Of many SKUs, the statement would be too long.
  const conditions = [...(skus.size > 100 ? [] : skus)].map(
    (sku) => sql`products like ${containing(`"sku":${JSON.stringify(sku)}`)} escape '\\'`,
  )
  return sql`from orders
    where account_id = ${account} and status = 'AWAITING_SHIPMENT'
      and "allocationStatus" = 'BACKORDERED'
      ${conditions.length > 0 ? sql`and (${join(conditions, ' or ')})` : empty}`
}

/** Returns a page of orders, newest first. Orders of the same time are sorted by id (design decision 24). */
export const listOrders = (
  reader: Reader,
  account: AccountId,
  { campaignId, email, orderStatus, sourceOrderNumber }: OrderFilter,
  { limit, offset }: Range,
) => {
  const { among, inShardOf } = reader.dialect
  // Of a source's number, there are few orders.
  const time = sourceOrderNumber === undefined ? raw('order_time') : unindexed('order_time')
  const newestFirst = sql`order by ${time} desc, id desc`
  const filters = allOf([
    campaignId !== undefined && sql`and "campaignId" = ${campaignId}`,
    email !== undefined && sql`and email_key = ${fold(email)}`,
    orderStatus !== undefined && sql`and status = ${orderStatus}`,
    sourceOrderNumber !== undefined && sql`and "sourceOrderNumber" = ${sourceOrderNumber}`,
  ])
  const rest = sql`from orders where account_id = ${account}${filters}
    ${newestFirst} limit ${limit} offset ${offset}`
  const page =
    // For deep pages, the statement finds the page's rows by the index alone before it reads them.
    offset > 100
      ? ofAccount(account)`select ${orderColumns} from orders
          where seq ${among(sql`select seq ${rest}`)} ${inShardOf(account)} ${newestFirst}`
      : ofAccount(account)`select ${orderColumns} ${rest}`
  // Each filter has an index, and several together have none.
  const given = [campaignId, email, orderStatus, sourceOrderNumber].filter(
    (each) => each !== undefined,
  )
  return reader.all<Order>(long(page, offset > maxSkipped || given.length > 1))
}

/** The time in which something happened to orders. */
export type OrderPeriod = Period & { what: 'placed' | 'shipped' | 'returned' | 'cancelled' }

export type QueueFilter = {
  status?: Order['status'] | undefined
  email?: string | undefined
  warehouse?: WarehouseId | undefined
  period?: OrderPeriod | undefined
}

/** Yields orders, oldest first, a page at a time. */
export async function* eachOrder(
  reader: Reader,
  account: AccountId,
  { status, email, warehouse, period }: QueueFilter,
): AsyncGenerator<Order> {
  const filters = allOf([
    period !== undefined && happenedIn(account, period),
    status !== undefined && sql`and status = ${status}`,
    email !== undefined && sql`and email_key = ${fold(email)}`,
    warehouse !== undefined && sql`and warehouse = ${warehouse}`,
  ])
  const limit = 1000
  const since = period?.what === 'placed' ? period.from : undefined
  let time = since ? Math.min(since.time, since.day) : 0
  let after = toId('ord', '')
  for (;;) {
    const orders = await reader.all<Order>(ofAccount(account)`
      select ${orderColumns} from orders
      where account_id = ${account}${filters} and order_time >= ${time}
        and (order_time > ${time} or id > ${after})
      order by order_time, id limit ${limit}`)
    yield* orders
    const last = orders.at(-1)
    if (last === undefined || orders.length < limit) return
    time = Date.parse(last.orderDate)
    after = last.id
  }
}

function happenedIn(account: AccountId, { what, ...period }: OrderPeriod): Sql {
  const inHistory = (changes: readonly OrderChange[]) => sql`and exists (
    select 1 from order_history
    where order_history.account_id = ${account} and order_id = orders.id
      and change in ${list(changes)}${isWithin(sql`at`, period)}
  )`
  switch (what) {
    case 'placed':
      return isWithin(sql`"orderDate"`, period)
    case 'shipped':
      return isWithin(sql`"shipDate"`, period)
    case 'returned':
      return inHistory(['order.returned', 'units returned'])
    case 'cancelled':
      return inHistory(['order.cancelled'])
  }
}

export const listOrderNumbers = (reader: Reader, account: AccountId, numbers: Iterable<string>) =>
  reader.all<Pick<Order, 'id' | 'orderNumber'>>(ofAccount(account)`
    select id, "orderNumber" from orders
    where account_id = ${account} and "orderNumber" in ${list(numbers)}`)

type SourceId = Pick<ImportedOrder, 'source' | 'sourceId'>

/** Returns the orders that were imported from a source under some ids. */
export const listImportedOrders = (
  reader: Reader,
  account: AccountId,
  source: string,
  ids: Iterable<string>,
  lock = empty,
) =>
  reader.all<KnownOrder & { sourceId: string }>(ofAccount(account)`
    select ${orderColumns}, source_id as "sourceId", source_changed_at as "changedAt",
      erased_at as "erasedAt", came_back as "cameBack"
    from orders
    where account_id = ${account} and source = ${source} and source_id in ${list(ids)}
    order by ${unindexed('id')} ${lock}`)

/** The beginning of the keys of erased people. No address has a space at this place. An exclamation mark comes after a space. */
export const erasedPrefix = 'erased '

/** Returns whether an account has orders of people who were erased. */
export const hasErasedOrders = async (reader: Reader, account: AccountId): Promise<boolean> => {
  const found = await reader.first(ofAccount(account)`
    select 1 from orders
    where account_id = ${account} and email_key >= ${erasedPrefix} and email_key < 'erased!'
    limit 1`)
  return found !== undefined
}

/** Stores which change of an order at its source was imported last. */
export const setChangedAt = (
  transaction: Transaction,
  account: AccountId,
  { source, sourceId }: SourceId,
  changedAt: number,
) =>
  transaction.run(ofAccount(account)`
    update orders set source_changed_at = ${changedAt}
    where account_id = ${account} and source = ${source} and source_id = ${sourceId}`)

/**
 * Adds an order. Does not change stock or the contacts' order counts.
 * @param imported where it was imported from, and when its person was erased.
 */
export const insertOrder = (
  transaction: Transaction,
  account: AccountId,
  order: Order,
  imported?: SourceId & { erasedAt: string | null },
) => {
  const { source = null, sourceId = null, erasedAt = null } = imported ?? {}
  return transaction.run(ofAccount(account)`
    insert into orders (
      account_id, order_time, email_key, source, source_id, erased_at, ${columns(orderFields)}
    ) values (
      ${account}, ${Date.parse(order.orderDate)}, ${fold(order.recipient.email)},
      ${source}, ${sourceId}, ${erasedAt}, ${valuesOf(order, orderFields)}
    )`)
}

/** The fields that a transition may change, and a change of the lines. */
const changeable = [
  'products',
  'status',
  'allocationStatus',
  'shipDate',
  'deliveredAt',
  'trackingNumber',
  'carrierCode',
  'warehouse',
] as const

export const updateOrder = (transaction: Transaction, account: AccountId, order: Order) =>
  transaction.run(ofAccount(account)`
    update orders set ${assignments(order, changeable)}
    where account_id = ${account} and id = ${order.id}`)

/** Updates details of an order. Does not change its status or the contacts' order counts. */
export const updateDetails = (
  transaction: Transaction,
  account: AccountId,
  id: OrderId,
  details: Partial<Details>,
) => {
  const given = detailFields.filter((field) => field in details)
  const { recipient } = details
  const key = recipient ? sql`, email_key = ${fold(recipient.email)}` : empty
  return transaction.run(ofAccount(account)`
    update orders set ${assignments(details, given)}${key}
    where account_id = ${account} and id = ${id}`)
}

/** What happened to an order: an event's name, or a change that has no event. */
export type OrderChange =
  | `order.${string}`
  | 'address changed'
  | 'lines changed'
  | 'ship date changed'
  | 'shipment undone'
  | 'shipment voided'
  | 'stock allocated'
  | 'tracking changed'
  | 'units returned'
  | 'erased'

/** A line of an order's history. `actor` and `details` are texts for people. */
export type HistoryEntry = {
  /** ISO 8601. */
  at: string
  change: OrderChange
  actor: string
  requestId: string | null
  /** What was changed, such as the earlier tracking number. Empty if the change says it. */
  details: string
}

type NewEntry = Pick<HistoryEntry, 'at' | 'change'> & { actor: Actor; details?: string }

/** Number of lines of an order that are kept: a program may change an order without end. */
export const maxLines = 1000

/** Adds a line to an order's history, in the transaction of the change. Deletes those beyond the newest 1,000. */
export const recordChange = async (
  transaction: Transaction,
  account: AccountId,
  order: OrderId,
  { at, change, actor, details = '' }: NewEntry,
): Promise<void> => {
  const added = transaction.run(ofAccount(account)`
    insert into order_history (account_id, order_id, at, change, actor, request_id, details)
    values (${account}, ${order}, ${at}, ${change}, ${actor.name}, ${actor.requestId ?? null}, ${details})`)
  const isFirst = change === 'order.created'
  await Promise.all([added, isFirst || deleteOldest(transaction, account, order)])
}

function deleteOldest(transaction: Transaction, account: AccountId, order: OrderId) {
  const ofOrder = sql`account_id = ${account} and order_id = ${order}`
  return transaction.run(ofAccount(account)`
    delete from order_history where ${ofOrder} and seq <= (
      select seq from order_history where ${ofOrder} order by seq desc limit 1 offset ${maxLines}
    )`)
}

/** Removes the texts of an order's history, which may hold something of its person. */
export const blankHistory = (transaction: Transaction, account: AccountId, order: OrderId) =>
  transaction.run(ofAccount(account)`
    update order_history set details = '' where account_id = ${account} and order_id = ${order}`)

/** Returns the history of an order, oldest first. */
export const listHistory = (reader: Reader, account: AccountId, order: OrderId) =>
  reader.all<HistoryEntry>(ofAccount(account)`
    select at, change, actor, request_id as "requestId", details from order_history
    where account_id = ${account} and order_id = ${order} order by seq`)
