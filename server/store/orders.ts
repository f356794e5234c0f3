import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import { everyAccountStatement, statement, statementsBy } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Order = components['schemas']['Order']

/** Which orders; what is undefined does not filter. */
export type OrderFilter = {
  campaignId?: string | undefined
  email?: string | undefined
  orderStatus?: Order['status'] | undefined
}

/** An order's columns by their names in the contract. */
export const orderColumns = [
  'id',
  'order_number as orderNumber',
  'source_order_number as sourceOrderNumber',
  'status',
  'payment_status as paymentStatus',
  'allocation_status as allocationStatus',
  'order_source as orderSource',
  'order_date as orderDate',
  'ship_date as shipDate',
  'delivered_at as deliveredAt',
  'tracking_number as trackingNumber',
  'carrier_code as carrierCode',
  'campaign_id as campaignId',
  'warehouse_id as warehouse',
  'recipient',
  'company_name as companyName',
  'notes',
  'products',
] as const

type Row = Omit<Order, 'recipient' | 'products'> & { recipient: string; products: string }

/** An order from its columns. */
export const fromRow = (row: Row): Order => ({
  ...row,
  recipient: JSON.parse(row.recipient),
  products: JSON.parse(row.products),
})

const byId = statement<{ account: string; id: string }>()((db, slot) =>
  db
    .selectFrom('orders')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(orderColumns),
)

/** An order of the account, or nothing. */
export const findOrder = async (
  reader: Reader,
  account: string,
  id: string,
): Promise<Order | undefined> => {
  const row = await reader.first(byId, { account, id })
  return row && fromRow(row)
}

type Shape = { campaign: boolean; email: boolean; status: boolean; deep: boolean }
type PageValues = {
  account: string
  campaign: string
  email: string
  status: Order['status']
  limit: number
  offset: number
}

const page = statementsBy((shape: Shape) =>
  statement<PageValues>()((db, slot) => {
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
          .select(orderColumns)
      : found.select(orderColumns)
  }),
)

/** A page of orders, newest first, the id breaking ties (design decision 24). */
export const listOrders = async (
  reader: Reader,
  account: string,
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
  const rows = await reader.all(page(shape), {
    account,
    campaign: campaignId ?? '',
    email: fold(email ?? ''),
    status: orderStatus ?? 'AWAITING_SHIPMENT',
    limit,
    offset,
  })
  return rows.map(fromRow)
}

const insert = statement<Row & { account: string; emailKey: string; time: number }>()((db, slot) =>
  db.insertInto('orders').values({
    id: slot('id'),
    account_id: slot('account'),
    order_number: slot('orderNumber'),
    source_order_number: slot('sourceOrderNumber'),
    status: slot('status'),
    payment_status: slot('paymentStatus'),
    allocation_status: slot('allocationStatus'),
    order_source: slot('orderSource'),
    order_date: slot('orderDate'),
    order_time: slot('time'),
    ship_date: slot('shipDate'),
    delivered_at: slot('deliveredAt'),
    tracking_number: slot('trackingNumber'),
    carrier_code: slot('carrierCode'),
    campaign_id: slot('campaignId'),
    warehouse_id: slot('warehouse'),
    recipient: slot('recipient'),
    email_key: slot('emailKey'),
    company_name: slot('companyName'),
    notes: slot('notes'),
    products: slot('products'),
  }),
)

/** Adds an order. Its stock and its contacts' counts are the caller's to move. */
export const insertOrder = async (
  transaction: Transaction,
  account: string,
  order: Order,
): Promise<void> => {
  await transaction.run(insert, {
    ...order,
    account,
    recipient: JSON.stringify(order.recipient),
    products: JSON.stringify(order.products),
    emailKey: fold(order.recipient.email),
    time: Date.parse(order.orderDate),
  })
}

type Changeable = Pick<
  Order,
  | 'id'
  | 'status'
  | 'allocationStatus'
  | 'shipDate'
  | 'deliveredAt'
  | 'trackingNumber'
  | 'carrierCode'
>

const update = statement<Changeable & { account: string }>()((db, slot) =>
  db
    .updateTable('orders')
    .set({
      status: slot('status'),
      allocation_status: slot('allocationStatus'),
      ship_date: slot('shipDate'),
      delivered_at: slot('deliveredAt'),
      tracking_number: slot('trackingNumber'),
      carrier_code: slot('carrierCode'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Writes what a transition changed. */
export const updateOrder = async (
  transaction: Transaction,
  account: string,
  order: Changeable,
): Promise<void> => {
  await transaction.run(update, { ...order, account })
}

const ownerOf = everyAccountStatement<{ id: string }>()((db, slot) =>
  db.selectFrom('orders').where('id', '=', slot('id')).select('account_id'),
)

/** The accounts that have an order by an id: for who operates the service, not for its clients. */
export const accountsOfOrder = async (reader: Reader, id: string): Promise<string[]> =>
  (await reader.all(ownerOf, { id })).map(({ account_id }) => account_id)
