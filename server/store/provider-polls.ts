import type { AccountId } from '../domain/ids.ts'
import { list, ofAccount } from './statement.ts'
import type { Reader, Transaction, Writer } from './store.ts'

/** Times are in milliseconds. */
type PollTurn = {
  account: AccountId
  provider: string
  node: string
  now: number
  nextAt: number
  /** No turn ends later, unless a wrong clock has set it. */
  latest: number
}

/**
 * Sets the time before which no other node polls a provider, unless another node has set one that has not
 * come yet.
 * @returns the time before which another node polls, or undefined.
 */
export const takePollTurn = async (
  transaction: Transaction,
  { account, provider, node, now, nextAt, latest }: PollTurn,
): Promise<number | undefined> => {
  const set = await transaction.run(ofAccount(account)`
    insert into provider_polls (account_id, provider, node, next_at)
    values (${account}, ${provider}, ${node}, ${nextAt})
    on conflict (account_id, provider) do update
      set node = excluded.node, next_at = excluded.next_at
      where provider_polls.next_at <= ${now} or provider_polls.next_at > ${latest}
        or provider_polls.node = excluded.node`)
  if (set > 0) return undefined
  return findNextPoll(transaction, account, provider)
}

/** Returns the time before which no other node polls a provider, in milliseconds, or undefined before the first poll. */
export const findNextPoll = async (reader: Reader, account: AccountId, provider: string) => {
  const found = await reader.first<{ nextAt: number }>(ofAccount(account)`
    select next_at as "nextAt" from provider_polls
    where account_id = ${account} and provider = ${provider}`)
  return found?.nextAt
}

/** Returns the time of the last imported change of a provider, in milliseconds, or undefined before the first. */
export const findCursor = async (reader: Reader, account: AccountId, provider: string) => {
  const found = await reader.first<{ changedUntil: number | null }>(ofAccount(account)`
    select changed_until as "changedUntil" from provider_polls
    where account_id = ${account} and provider = ${provider}`)
  return found?.changedUntil ?? undefined
}

/** Stores the time of the last imported change of a provider. Never moves it back. */
export const advanceCursor = (
  writer: Writer,
  account: AccountId,
  provider: string,
  changedUntil: number,
) =>
  writer.change(ofAccount(account)`
    insert into provider_polls (account_id, provider, changed_until)
    values (${account}, ${provider}, ${changedUntil})
    on conflict (account_id, provider) do update set changed_until = excluded.changed_until
      where excluded.changed_until > coalesce(provider_polls.changed_until, 0)`)

/** Stores when a sync with a provider succeeded, in milliseconds. */
export const recordSync = (writer: Writer, account: AccountId, provider: string, now: number) =>
  writer.change(ofAccount(account)`
    insert into provider_polls (account_id, provider, synced_at)
    values (${account}, ${provider}, ${now})
    on conflict (account_id, provider) do update set synced_at = excluded.synced_at`)

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
