import { fold } from '../domain/fold.ts'
import { type AccountId, type CampaignId, type OrderId, toId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { orderColumns } from './columns/order-columns.ts'
import { everyAccountStatement, statementOf, statementsBy } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const orderStatement = statementOf(orderColumns)

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
    .select(orderColumns.selection()),
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
      .$if(shape.campaign, (query) => query.where('campaign_id', '=', slot('campaign')))
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
          .select(orderColumns.selection())
      : found.select(orderColumns.selection())
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

const insert = orderStatement<Order & { account: AccountId; emailKey: string; time: number }>()(
  (db, slot) =>
    db.insertInto('orders').values({
      ...orderColumns.written(),
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
    .set(orderColumns.written(changeable))
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
