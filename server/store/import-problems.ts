import type { AccountId } from '../domain/ids.ts'
import { list, ofAccount } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** An order of a provider that was not imported, or only in part. Times are in milliseconds. */
export type ImportProblem = {
  source: string
  sourceId: string
  number: string
  reason: string
  since: number
}

/** Returns the problems of an account's imports, those first that were tried longest ago. */
export const listProblems = (reader: Reader, account: AccountId) =>
  reader.all<ImportProblem>(ofAccount(account)`
    select source, source_id as "sourceId", number, reason, since from import_problems
    where account_id = ${account} order by tried_at, since, source_id`)

/** Adds a problem, or says that it was found again. */
export const putProblem = (
  transaction: Transaction,
  account: AccountId,
  { source, sourceId, number, reason, since }: ImportProblem,
) =>
  transaction.run(ofAccount(account)`
    insert into import_problems (account_id, source, source_id, number, reason, since, tried_at)
    values (${account}, ${source}, ${sourceId}, ${number}, ${reason}, ${since}, ${since})
    on conflict (account_id, source, source_id) do update set
      number = excluded.number, reason = excluded.reason, tried_at = excluded.tried_at`)

/** Removes the problems of orders that are imported, or that the source no longer has. */
export const removeProblems = (
  transaction: Transaction,
  account: AccountId,
  source: string,
  ids: Iterable<string>,
) =>
  transaction.run(ofAccount(account)`
    delete from import_problems
    where account_id = ${account} and source = ${source} and source_id in ${list(ids)}`)
