import { sql } from 'kysely'
import type { AccountId } from '../domain/ids.ts'
import { everyAccountStatement } from './statement.ts'
import type { Transaction } from './store.ts'

/** The number series of an account. Each has a prefix. */
type Series = 'order' | 'invite'
const prefixes: Record<Series, string> = { order: 'MF-', invite: 'INV-' }

const next = (column: 'order_numbers' | 'invite_numbers') =>
  everyAccountStatement<{ account: AccountId; isAlone: boolean }>()((db, slot, dialect) =>
    db
      .updateTable('account_numbers')
      .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
      .where('account_id', '=', slot('account'))
      .where(dialect.withoutFlush(slot('isAlone')))
      .returning(sql<number>`${sql.ref(column)}`.as('number')),
  )

const statements = { order: next('order_numbers'), invite: next('invite_numbers') }

/**
 * Takes the next number in an account's series. Numbers are unique. On PostgreSQL, a number may be
 * skipped.
 * @returns a function that returns the number. Call it once the transaction is known to use it.
 */
export const takeNumber = (
  transaction: Transaction,
  account: AccountId,
  series: Series,
): (() => Promise<string>) => {
  const taken = transaction.takeNumber(account, statements[series])
  return async () => `${prefixes[series]}${await taken()}`
}
