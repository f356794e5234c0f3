import { sql } from 'kysely'
import type { AccountId, InviteId, OrderId, WebhookId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Transaction } from './store.ts'

/*
 * Locks of rows, held until the transaction ends. A work that decides by what it reads locks it first, because
 * on PostgreSQL others may change it until then. On SQLite these functions do nothing: it has one writer.
 *
 * A transaction locks an order, an invite or a shop before stock, and stock before everything else. Transactions that
 * lock in one order never wait for each other in a circle.
 */

/** Locks the row of a table with an ID of the account. */
const lockIn = <Id extends string>(table: 'orders' | 'invites' | 'webhooks') => {
  const lock = statement<{ account: AccountId; id: Id }>()((db, slot, { locked }) =>
    locked?.(
      db
        .selectFrom(table)
        .where('account_id', '=', slot('account'))
        // The tables have IDs of different types.
        .where('id', '=', sql<never>`${slot('id')}`)
        .select('seq'),
    ),
  )
  return (transaction: Transaction, account: AccountId, id: Id): void => {
    transaction.send(lock, { account, id })
  }
}

export const lockOrder = lockIn<OrderId>('orders')
/** Locks an invite, and its cart: whoever changes the cart locks the invite. */
export const lockInvite = lockIn<InviteId>('invites')
export const lockSubscription = lockIn<WebhookId>('webhooks')

const imported = statement<{ account: AccountId; number: string }>()((db, slot, { locked }) =>
  locked?.(
    db
      .selectFrom('orders')
      .where('account_id', '=', slot('account'))
      .where('sourceOrderNumber', '=', slot('number'))
      .select('seq'),
  ),
)

/** Locks the order with a provider's order number. */
export const lockImportedOrder = (
  transaction: Transaction,
  account: AccountId,
  number: string,
): void => {
  transaction.send(imported, { account, number })
}

const wholeAccount = everyAccountStatement<{ account: AccountId }>()((db, slot, { locked }) =>
  locked?.(db.selectFrom('accounts').where('id', '=', slot('account')).select('id')),
)

/** Locks an account. Orders wait for it, so hold it for a moment only. */
export const lockAccount = (transaction: Transaction, account: AccountId): void => {
  transaction.send(wholeAccount, { account })
}

const database = everyAccountStatement<Record<string, never>>()((db, _, { locked }) =>
  locked?.(db.selectFrom('kysely_migration').select('name')),
)

/** Locks what only one server may do at a time, such as to fill an empty database. */
export const lockDatabase = (transaction: Transaction): void => {
  transaction.send(database, {})
}

const warehouses = statement<{ account: AccountId }>()((db, slot, { locked }) =>
  locked?.(
    db
      .selectFrom('warehouses')
      .where('account_id', '=', slot('account'))
      .orderBy('id')
      .select('seq'),
  ),
)

/**
 * Locks an account's shop against other files. Orders do not wait for it: they do not change its warehouses.
 * Two files that both add the first warehouse meet at its unique index.
 */
export const lockShop = (transaction: Transaction, account: AccountId): void => {
  transaction.send(warehouses, { account })
}

const stock = statement<{ account: AccountId; skus: string }>()(
  (db, slot, { locked, elementsOf }) =>
    locked?.(
      db
        .selectFrom('inventory_items')
        .where('account_id', '=', slot('account'))
        .where('sku', 'in', sql<string>`${elementsOf(slot('skus'))}`)
        .orderBy('sku')
        .orderBy('warehouse_id')
        .select('seq'),
    ),
)

/** Locks the stock of SKUs in all warehouses. */
export const lockStock = (
  transaction: Transaction,
  account: AccountId,
  skus: Iterable<string>,
): void => {
  transaction.send(stock, { account, skus: JSON.stringify([...skus]) })
}
