import { sql } from 'kysely'
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
import {
  everyAccountStatement,
  json,
  slotsFor,
  statement,
  statementOf,
  statementsBy,
} from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export const orderStatement = statementOf<Order>({ recipient: json, products: json })
export const orderFields = orderSchema.keyof().options

/** Filters of orders. Undefined fields do not filter. */
export type OrderFilter = {
  campaignId?: CampaignId | undefined
  email?: string | undefined
  orderStatus?: Order['status'] | undefined
}

const byId = orderStatement<{ account: AccountId; id: OrderId }>()((db, slot) =>
  db
    .selectFrom('orders')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(orderFields),
)

/** Returns an order of the account, or undefined. */
export const findOrder = (
  reader: Reader,
  account: AccountId,
  id: OrderId,
): Promise<Order | undefined> => reader.first(byId, { account, id })

type Shape = { campaign: boolean; email: boolean; status: boolean; deep: boolean }
type PageValues = {
  account: AccountId
  campaign: CampaignId
  email: string
  status: Order['status']
  limit: number
  offset: number
}

const page = statementsBy((shape: Shape) =>
  orderStatement<PageValues>()((db, slot) => {
    const found = db
      .selectFrom('orders')
      .where('account_id', '=', slot('account'))
      .$if(shape.campaign, (query) => query.where('campaignId', '=', slot('campaign')))
      .$if(shape.email, (query) => query.where('email_key', '=', slot('email')))
      .$if(shape.status, (query) => query.where('status', '=', slot('status')))
      .orderBy('order_time', 'desc')
      .orderBy('id', 'desc')
      .limit(slot('limit'))
      .offset(slot('offset'))
    return shape.deep
      ? db
          .selectFrom('orders')
          .where('account_id', '=', slot('account'))
          .where('seq', 'in', found.select('seq'))
          .orderBy('order_time', 'desc')
          .orderBy('id', 'desc')
          .select(orderFields)
      : found.select(orderFields)
  }),
)

/** Returns a page of orders, newest first. Orders of the same time are sorted by id (design decision 24). */
export const listOrders = (
  reader: Reader,
  account: AccountId,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Order[]> => {
  const { campaignId, email, orderStatus } = filter
  const shape = {
    campaign: campaignId !== undefined,
    email: email !== undefined,
    status: orderStatus !== undefined,
    deep: offset > 100,
  }
  return reader.all(page(shape), {
    account,
    campaign: campaignId ?? toId('cmp', ''),
    email: fold(email ?? ''),
    status: orderStatus ?? 'AWAITING_SHIPMENT',
    limit,
    offset,
  })
}

/** Filters of the orders of a warehouse's day. `since` is in milliseconds. */
type QueueFilter = {
  status?: Order['status'] | undefined
  warehouse?: WarehouseId | undefined
  since?: number | undefined
}

type QueueShape = { status: boolean; warehouse: boolean }
type QueueValues = {
  account: AccountId
  status: Order['status']
  warehouse: WarehouseId
  time: number
  after: OrderId
  limit: number
}

const queue = statementsBy((shape: QueueShape) =>
  orderStatement<QueueValues>()((db, slot) =>
    db
      .selectFrom('orders')
      .where('account_id', '=', slot('account'))
      .$if(shape.status, (query) => query.where('status', '=', slot('status')))
      .$if(shape.warehouse, (query) => query.where('warehouse', '=', slot('warehouse')))
      .where('order_time', '>=', slot('time'))
      .where(({ eb, or }) =>
        or([eb('order_time', '>', slot('time')), eb('id', '>', slot('after'))]),
      )
      .orderBy('order_time')
      .orderBy('id')
      .limit(slot('limit'))
      .select(orderFields),
  ),
)

/** Yields orders, oldest first, a page at a time. */
export async function* eachOrder(
  reader: Reader,
  account: AccountId,
  { status, warehouse, since = 0 }: QueueFilter,
): AsyncGenerator<Order> {
  const shape = { status: status !== undefined, warehouse: warehouse !== undefined }
  const limit = 1000
  let values: QueueValues = {
    account,
    status: status ?? 'AWAITING_SHIPMENT',
    warehouse: warehouse ?? toId('whs', ''),
    time: since,
    after: toId('ord', ''),
    limit,
  }
  for (;;) {
    const orders = await reader.all(queue(shape), values)
    yield* orders
    const last = orders.at(-1)
    if (last === undefined || orders.length < limit) return
    values = { ...values, time: Date.parse(last.orderDate), after: last.id }
  }
}

type StockPlace = { account: AccountId; sku: string; warehouse: WarehouseId }

const waitingFor = statement<StockPlace>()((db, slot, dialect) =>
  db
    .selectFrom(['orders as placed', dialect.jsonElements(sql.ref('placed.products')).as('line')])
    .where('placed.account_id', '=', slot('account'))
    .where('placed.status', '=', 'AWAITING_SHIPMENT')
    .where('placed.warehouse', '=', slot('warehouse'))
    .where(sql`${sql.ref('line.value')} ->> 'sku'`, '=', slot('sku'))
    .orderBy('placed.order_time')
    .orderBy('placed.id')
    .select(['placed.id', 'placed.orderNumber'])
    .select(sql<number>`cast(${sql.ref('line.value')} ->> 'quantity' as integer)`.as('quantity')),
)

/** Returns the lines of orders that wait for a SKU in a warehouse, oldest first. */
export const listWaitingFor = (
  reader: Reader,
  place: StockPlace,
): Promise<{ id: OrderId; orderNumber: string; quantity: number }[]> =>
  reader.all(waitingFor, place)

const byNumber = orderStatement<{ account: AccountId; number: string }>()((db, slot) =>
  db
    .selectFrom('orders')
    .where('account_id', '=', slot('account'))
    .where('orderNumber', '=', slot('number'))
    .select(orderFields),
)

/** Returns the order of the account with an ID or a number, or undefined. */
export const findOrderByName = async (
  reader: Reader,
  account: AccountId,
  name: string,
): Promise<Order | undefined> =>
  (await findOrder(reader, account, toId('ord', name))) ??
  (await reader.first(byNumber, { account, number: name }))

const insert = orderStatement<Order & { account: AccountId; emailKey: string; time: number }>()(
  (db, slot) =>
    db.insertInto('orders').values({
      ...slotsFor(slot, orderFields),
      account_id: slot('account'),
      order_time: slot('time'),
      email_key: slot('emailKey'),
    }),
)

/** Adds an order. Does not change stock or the contacts' order counts. */
export const insertOrder = (transaction: Transaction, account: AccountId, order: Order): void => {
  transaction.send(insert, {
    ...order,
    account,
    emailKey: fold(order.recipient.email),
    time: Date.parse(order.orderDate),
  })
}

/** The fields that a transition may change. */
const changeable = [
  'status',
  'allocationStatus',
  'shipDate',
  'deliveredAt',
  'trackingNumber',
  'carrierCode',
] as const

type Changeable = Pick<Order, 'id' | (typeof changeable)[number]>

const update = orderStatement<Changeable & { account: AccountId }>()((db, slot) =>
  db
    .updateTable('orders')
    .set(slotsFor(slot, changeable))
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Updates the fields that a transition changed. */
export const updateOrder = (
  transaction: Transaction,
  account: AccountId,
  order: Changeable,
): void => {
  transaction.send(update, { ...order, account })
}

const ownerOf = everyAccountStatement<{ id: OrderId }>()((db, slot) =>
  db.selectFrom('orders').where('id', '=', slot('id')).select('account_id'),
)

/** Returns the accounts that have an order with an id. For operators of the service, not for clients. */
export const accountsOfOrder = async (reader: Reader, id: OrderId): Promise<AccountId[]> =>
  (await reader.all(ownerOf, { id })).map(({ account_id }) => account_id)

const bySourceNumber = orderStatement<{ account: AccountId; number: string }>()((db, slot) =>
  db
    .selectFrom('orders')
    .where('account_id', '=', slot('account'))
    .where('sourceOrderNumber', '=', slot('number'))
    .select(orderFields),
)

/** Returns the order with a provider's order number, or undefined. The number is unique within an account. */
export const findImportedOrder = (
  reader: Reader,
  account: AccountId,
  sourceOrderNumber: string,
): Promise<Order | undefined> =>
  reader.first(bySourceNumber, { account, number: sourceOrderNumber })

type WrittenDetails = Details & { account: AccountId; id: OrderId; emailKey: string }

const details = orderStatement<WrittenDetails>()((db, slot) =>
  db
    .updateTable('orders')
    .set({ ...slotsFor(slot, detailFields), email_key: slot('emailKey') })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Updates the details of an imported order. Does not change its status or the contacts' order counts. */
export const updateDetails = (
  transaction: Transaction,
  account: AccountId,
  order: Details & { id: OrderId },
): void => {
  transaction.send(details, {
    ...order,
    account,
    emailKey: fold(order.recipient.email),
  })
}

const leave = statement<{ account: AccountId; id: OrderId }>()((db, slot) =>
  db
    .updateTable('orders')
    .set({ warehouse: null, allocationStatus: 'BACKORDERED' })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Clears the warehouse and marks the order BACKORDERED. Does not change stock. */
export const leaveWarehouse = (transaction: Transaction, account: AccountId, id: OrderId): void => {
  transaction.send(leave, { account, id })
}
