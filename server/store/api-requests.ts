import sql, { empty } from 'sql-template-tag'
import type { AccountId, KeyId } from '../domain/ids.ts'
import { ofAccount, type Range } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** A request of the API that had a valid key. */
export type ApiRequest = {
  requestId: string
  key: KeyId
  /** Empty if no operation has its path. */
  operation: string
  status: number
  /** When it was answered, in milliseconds. */
  at: number
  milliseconds: number
}

/** Number of requests of an account that are kept. */
const maxRequests = 1000

/** How long requests are listed, in milliseconds. */
const lifetime = 86_400_000

/** The clocks of servers differ by less, in milliseconds. */
const clockTolerance = 60_000

/** Records requests of an account. Deletes those beyond the newest 1,000, and those of a clock that was ahead. */
export const recordRequests = async (
  transaction: Transaction,
  account: AccountId,
  requests: readonly ApiRequest[],
): Promise<void> => {
  await Promise.all(
    requests.map(({ at, requestId, key, operation, status, milliseconds }) =>
      transaction.run(ofAccount(account)`
        insert into api_requests
          (account_id, at_ms, request_id, key_id, operation, status, milliseconds)
        values (
          ${account}, ${at}, ${requestId}, ${key}, ${operation}, ${status}, ${milliseconds}
        ) on conflict do nothing`),
    ),
  )
  const latest = Math.max(...requests.map(({ at }) => at))
  await transaction.run(ofAccount(account)`
    delete from api_requests where account_id = ${account} and at_ms > ${latest + clockTolerance}`)
  await transaction.run(ofAccount(account)`
    delete from api_requests where account_id = ${account} and at_ms < (
      select at_ms from api_requests where account_id = ${account}
      order by at_ms desc limit 1 offset ${maxRequests - 1}
    )`)
}

/** Returns an account's requests of the last day with the names of their keys, newest first. */
export const listRequests = (
  reader: Reader,
  account: AccountId,
  { key, isFailed, now }: { key: string | undefined; isFailed: boolean; now: number },
  { limit, offset }: Range,
) =>
  reader.all<ApiRequest & { name: string }>(ofAccount(account)`
    select request_id as "requestId", key_id as key, operation, status, at_ms as at, milliseconds, name
    from api_requests join api_keys on api_keys.id = key_id
    where api_requests.account_id = ${account} and at_ms > ${now - lifetime}
      ${key === undefined ? empty : sql`and key_id = ${key}`} ${isFailed ? sql`and status >= 400` : empty}
    order by at_ms desc, request_id limit ${limit} offset ${offset}`)
