import { fold } from '../../domain/fold.ts'
import type { AccountId, OrderId } from '../../domain/ids.ts'
import { type Details, detailFields } from '../../domain/imported-order.ts'
import type { Order } from '../../domain/order.ts'
import { orderFields, orderStatement } from '../orders.ts'
import { slotsFor, statement } from '../statement.ts'
import type { Reader, Transaction } from '../store.ts'

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
