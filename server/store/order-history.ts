import sql from 'sql-template-tag'
import type { Actor } from '../domain/actor.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import { ofAccount } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** A change of an order: an event's name, or a change that has no event. */
export type OrderChange =
  | `order.${string}`
  | 'address changed'
  | 'lines changed'
  | 'shipment voided'
  | 'tracking changed'
  | 'erased'

/** A line of an order's history. `actor` and `details` are texts for people. */
export type HistoryEntry = {
  /** ISO 8601. */
  at: string
  change: OrderChange
  actor: string
  requestId: string | null
  /** Details, such as the earlier tracking number. Empty if the change says all. */
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
