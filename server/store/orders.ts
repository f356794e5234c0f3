import sql, { type Sql } from 'sql-template-tag'
import { Order as orderSchema } from '../../generated/schemas.ts'
import { fold } from '../domain/fold.ts'
import {
  type AccountId,
  type CampaignId,
  type OrderId,
  toId,
  type WarehouseId,
} from '../domain/ids.ts'
import { type Details, detailFields } from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { allOf, assignments, columns, valuesOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const orderFields = orderSchema.keyof().options
export const orderColumns = columns(orderFields, 'orders')

/** Filters of orders. Undefined fields do not filter. */
export type OrderFilter = {
  campaignId?: CampaignId | undefined
  email?: string | undefined
  orderStatus?: Order['status'] | undefined
}

const findBy = (reader: Reader, account: AccountId, condition: Sql) =>
  reader.first<Order>(sql`
    select ${orderColumns} from orders where account_id = ${account} and ${condition}`)

/** Returns an order of the account, or undefined. */
export const findOrder = (reader: Reader, account: AccountId, id: OrderId) =>
  findBy(reader, account, sql`id = ${id}`)

/** Locks an order, and returns it. */
export const lockOrder = (transaction: Transaction, account: AccountId, id: OrderId) =>
  findBy(transaction, account, sql`id = ${id} for no key update`)

/** Returns a page of orders, newest first. Orders of the same time are sorted by id (design decision 24). */
export const listOrders = (
  reader: Reader,
  account: AccountId,
  { campaignId, email, orderStatus }: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
) => {
  const newestFirst = sql`order by order_time desc, id desc`
  const filters = allOf([
    campaignId !== undefined && sql`and "campaignId" = ${campaignId}`,
    email !== undefined && sql`and email_key = ${fold(email)}`,
    orderStatus !== undefined && sql`and status = ${orderStatus}`,
  ])
  const rest = sql`from orders where account_id = ${account}${filters}
    ${newestFirst} limit ${limit} offset ${offset}`
  return reader.all<Order>(
    // For deep pages, the statement finds the page's rows by the index alone before it reads them.
    offset > 100
      ? sql`select ${orderColumns} from orders
          where account_id = ${account} and seq in (select seq ${rest}) ${newestFirst}`
      : sql`select ${orderColumns} ${rest}`,
  )
}

/** Filters of the orders of a warehouse's day. `since` is in milliseconds. */
type QueueFilter = {
  status?: Order['status'] | undefined
  warehouse?: WarehouseId | undefined
  since?: number | undefined
}

/** Yields orders, oldest first, a page at a time. */
export async function* eachOrder(
  reader: Reader,
  account: AccountId,
  { status, warehouse, since = 0 }: QueueFilter,
): AsyncGenerator<Order> {
  const filters = allOf([
    status !== undefined && sql`and status = ${status}`,
    warehouse !== undefined && sql`and warehouse = ${warehouse}`,
  ])
  const limit = 1000
  let [time, after] = [since, toId('ord', '')]
  for (;;) {
    const orders = await reader.all<Order>(sql`
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

/** Returns the order of the account with an ID or a number, or undefined. */
export const findOrderByName = async (reader: Reader, account: AccountId, name: string) =>
  (await findOrder(reader, account, toId('ord', name))) ??
  (await findBy(reader, account, sql`"orderNumber" = ${name}`))

/** Returns the order with a provider's order number, or undefined. The number is unique within an account. */
export const findImportedOrder = (reader: Reader, account: AccountId, number: string) =>
  findBy(reader, account, sql`"sourceOrderNumber" = ${number}`)

/** Like `findImportedOrder`, and locks the order. */
export const lockImportedOrder = (transaction: Transaction, account: AccountId, number: string) =>
  findBy(transaction, account, sql`"sourceOrderNumber" = ${number} for no key update`)

/** Adds an order. Does not change stock or the contacts' order counts. */
export const insertOrder = (transaction: Transaction, account: AccountId, order: Order) =>
  transaction.run(sql`
    insert into orders (account_id, order_time, email_key, ${columns(orderFields)}) values (
      ${account}, ${Date.parse(order.orderDate)}, ${fold(order.recipient.email)},
      ${valuesOf(order, orderFields)}
    )`)

/** The fields that a transition may change. */
const changeable = [
  ...(['status', 'allocationStatus', 'shipDate', 'deliveredAt'] as const),
  ...(['trackingNumber', 'carrierCode', 'warehouse'] as const),
] as const

type Changeable = Pick<Order, 'id' | (typeof changeable)[number]>

/** Updates the fields that a transition changed. */
export const updateOrder = (transaction: Transaction, account: AccountId, order: Changeable) =>
  transaction.run(sql`
    update orders set ${assignments(order, changeable)}
    where account_id = ${account} and id = ${order.id}`)

/** Updates the details of an imported order. Does not change its status or the contacts' order counts. */
export const updateDetails = (
  transaction: Transaction,
  account: AccountId,
  order: Details & { id: OrderId },
) =>
  transaction.run(sql`
    update orders
    set ${assignments(order, detailFields)}, email_key = ${fold(order.recipient.email)}
    where account_id = ${account} and id = ${order.id}`)

/** Returns the accounts that have an order with an id. For operators of the service, not for clients. */
export const accountsOfOrder = async (reader: Reader, id: OrderId): Promise<AccountId[]> => {
  const rows = await reader.all<{ account: AccountId }>(
    sql`select account_id as account from orders where id = ${id} /* all accounts */`,
  )
  return rows.map(({ account }) => account)
}
