import type { AccountId } from '../domain/ids.ts'
import { everyAccountStatement } from './statement.ts'
import type { Transaction } from './store.ts'

/** The number series of an account. Each has a prefix. */
type Series = 'order' | 'invite'
const prefixes: Record<Series, string> = { order: 'MF-', invite: 'INV-' }

const next = (column: 'order_numbers' | 'invite_numbers') =>
  everyAccountStatement<{ account: AccountId }>()((db, slot) =>
    db
      .updateTable('accounts')
      .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
      .where('id', '=', slot('account'))
      .returning(`${column} as number`),
  )

const statements = { order: next('order_numbers'), invite: next('invite_numbers') }

/** Returns the next number in an account's series. Numbers are unique. */
export const nextNumber = async (
  transaction: Transaction,
  account: AccountId,
  series: Series,
): Promise<string> => {
  const row = await transaction.first(statements[series], { account })
  return `${prefixes[series]}${row?.number}`
}
