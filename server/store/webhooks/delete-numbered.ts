import { raw } from 'sql-template-tag'
import type { AccountId } from '../../domain/ids.ts'
import { list, ofAccount } from '../statement.ts'
import type { Transaction } from '../store.ts'

export type Numbered = { account: AccountId; seq: number }

/** Number of rows that one statement deletes at most, so that no other write waits long. */
export const batch = 1000

/** Deletes rows of any number of accounts, a statement for each of these. */
export const deleteNumbered = async (
  transaction: Transaction,
  table: 'attempts' | 'delivery_queue',
  rows: readonly Numbered[],
): Promise<void> => {
  for (const [account, own] of Map.groupBy(rows, (row) => row.account))
    for (let i = 0; i < own.length; i += batch) {
      const numbers = list(own.slice(i, i + batch).map(({ seq }) => seq))
      await transaction.run(ofAccount(account)`
        delete from ${raw(table)} where account_id = ${account} and seq in ${numbers}`)
    }
}
