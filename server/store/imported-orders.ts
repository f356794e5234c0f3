import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import type { Details } from '../domain/imported-order.ts'
import { fromRow, orderColumns } from './orders.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Order = components['schemas']['Order']

const bySourceNumber = statement<{ account: string; number: string }>()((db, slot) =>
  db
    .selectFrom('orders')
    .where('account_id', '=', slot('account'))
    .where('source_order_number', '=', slot('number'))
    .select(orderColumns),
)

/** The order that a fulfillment provider knows by a number, or nothing; no two of an account have one. */
export const findImportedOrder = async (
  reader: Reader,
  account: string,
  sourceOrderNumber: string,
): Promise<Order | undefined> => {
  const row = await reader.first(bySourceNumber, { account, number: sourceOrderNumber })
  return row && fromRow(row)
}

type DetailsRow = Omit<Details, 'recipient'> & {
  account: string
  id: string
  recipient: string
  emailKey: string
}

const details = statement<DetailsRow>()((db, slot) =>
  db
    .updateTable('orders')
    .set({
      recipient: slot('recipient'),
      email_key: slot('emailKey'),
      company_name: slot('companyName'),
      notes: slot('notes'),
      ship_date: slot('shipDate'),
      delivered_at: slot('deliveredAt'),
      tracking_number: slot('trackingNumber'),
      carrier_code: slot('carrierCode'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Writes what a provider says of an order besides its state. Its contacts' counts are the caller's. */
export const updateDetails = async (
  transaction: Transaction,
  account: string,
  order: Details & { id: string },
): Promise<void> => {
  await transaction.run(details, {
    ...order,
    account,
    recipient: JSON.stringify(order.recipient),
    emailKey: fold(order.recipient.email),
  })
}

const leave = statement<{ account: string; id: string }>()((db, slot) =>
  db
    .updateTable('orders')
    .set({ warehouse_id: null, allocation_status: 'BACKORDERED' })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Has an order served by no warehouse. Its stock is the caller's to move. */
export const leaveWarehouse = async (
  transaction: Transaction,
  account: string,
  id: string,
): Promise<void> => {
  await transaction.run(leave, { account, id })
}
