import sql, { type Sql } from 'sql-template-tag'
import { ofAllAccounts } from '../statement.ts'
import type { Reader, Statement } from '../store.ts'
import type { RateLimitAnswer, RateLimitQuestion, SharedRateLimits } from './request-log.ts'

/**
 * A setting that a statement makes by returning it: its transaction commits without waiting for the disk, so a crash
 * of PostgreSQL may lose it.
 */
const notFlushed = sql`set_config('synchronous_commit', 'off', true) as flush`

/** A server deletes expired rate limits at most once in this time, in milliseconds. */
const expireEvery = 10_000

/** Returns the rate limits that all servers share. Each statement is a transaction of its own. */
export const postgresRateLimits = (database: Pick<Reader, 'all' | 'first'>): SharedRateLimits => {
  let expiredAt = Number.NEGATIVE_INFINITY
  const count = async (question: RateLimitQuestion): Promise<RateLimitAnswer> => {
    for (;;) {
      const answer = await database.first<RateLimitAnswer>(take(question))
      if (!answer) throw new Error('PostgreSQL returned no rate limit')
      const elapsed = Math.floor(answer.now / 1000) - answer.oldest
      if (Math.abs(elapsed) < question.windowSeconds) return answer
      await database.all(expire(question))
    }
  }
  return {
    take: async (question) => {
      const answer = await count(question)
      if (Math.abs(answer.now - expiredAt) > expireEvery) {
        expiredAt = answer.now
        const until = Math.floor(answer.now / 1000) - question.windowSeconds
        // A failure delays the deletion.
        database.all(expireRateLimits(until)).catch(() => {})
      }
      if (answer.used <= question.limit) return answer
      const found = await database.first<{ oldest: number }>(oldestWithin(question))
      return { ...answer, oldest: Math.max(answer.oldest, found?.oldest ?? 0) }
    },
  }
}

/**
 * Counts requests of an address. The upsert locks the address's row and reads its latest version, so servers
 * count one after another. The number of requests within the window is in that row: rows of the log that another
 * server has just added may not be visible to this statement.
 *
 * Counts none while expired requests are counted. Those of a clock that was ahead by more than a window have expired, too.
 */
function take({ address, windowSeconds, now, ...question }: RateLimitQuestion): Statement {
  const limit = sql`${question.limit}::bigint`
  const wanted = sql`${question.wanted}::bigint`
  const granted = sql`
    case when known.used > 0 and abs(known.oldest - excluded.newest) >= ${windowSeconds}::bigint
    then 0 else least(${wanted}, greatest(${limit} - known.used, 0)) end`
  return ofAllAccounts`
    with clock as (${clock(now)}),
    counter as (
      insert into rate_limits as known
        (address, used, granted, oldest, newest)
      select ${address}, least(${wanted}, ${limit}), least(${wanted}, ${limit}), second, second
      from clock
      on conflict (address) do update set
        used = known.used + ${granted},
        granted = ${granted},
        oldest = case when known.used > 0 then known.oldest else excluded.oldest end,
        newest = greatest(known.newest, excluded.newest)
      returning used, granted, oldest
    ),
    counted as (
      insert into request_log as known (address, second, requests)
      select ${address}, second, granted from clock, counter where granted > 0
      on conflict (address, second) do update set requests = known.requests + excluded.requests
    )
    select now, granted, used, oldest, ${notFlushed} from clock, counter`
}

/** Selects the time. @param given the time in milliseconds, or null for the server's. */
function clock(given: number | null): Sql {
  return sql`
  select now, now / 1000 as second from (
    select coalesce(${given}::bigint, clock_ms()) as now
  ) as read`
}

/** Locks the address's row before rows of the log, as all statements do. */
function expire({ address, windowSeconds, now }: RateLimitQuestion): Statement {
  return ofAllAccounts`
  with clock as (${clock(now)}),
  locked as (
    select address from rate_limits where address = ${address} for update
  ),
  expired as (
    delete from request_log using clock, locked
    where request_log.address = locked.address
      and abs(request_log.second - clock.second) >= ${windowSeconds}::bigint
    returning requests
  )
  update rate_limits set
    used = used - (select coalesce(sum(requests), 0) from expired),
    oldest = coalesce((
      select min(request_log.second) from request_log
      where request_log.address = ${address} and requests > 0
        and abs(request_log.second - clock.second) < ${windowSeconds}::bigint
    ), clock.second)
  from clock where address = ${address}
  returning ${notFlushed}`
}

/** Deletes rate limits whose requests have all left the window. Passes over those that are in use. */
function expireRateLimits(until: number): Statement {
  return ofAllAccounts`
  with unused as (
    delete from rate_limits where address = any(array(
      select address from rate_limits where newest <= ${until}::bigint
      order by newest limit 2000 for update skip locked
    ))
    returning address
  )
  delete from request_log using unused where request_log.address = unused.address`
}

/** The oldest among the newest requests of an address that has more than its limit. */
function oldestWithin({ address, limit }: RateLimitQuestion): Statement {
  return ofAllAccounts`
  select coalesce(min(second), 0) as oldest from (
    select second, sum(requests) over (order by second desc) - requests as newer
    from request_log where address = ${address} and requests > 0
  ) as ranked
  where newer < ${limit}::bigint`
}
