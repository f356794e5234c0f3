import sql, { type Sql } from 'sql-template-tag'
import type { Reader } from '../store.ts'
import type { BudgetAnswer, BudgetQuestion, ReturnedLease, SharedBudget } from './request-log.ts'

/**
 * Selects the time. A statement that reads it commits without waiting for the disk: a crash of PostgreSQL may
 * lose it.
 * @param given the time in milliseconds, or null for the server's.
 */
const clock = (given: number | null): Sql => sql`
  select now, now / 1000 as second from (
    select coalesce(${given}::bigint, clock_ms(0)) as now
    from (select set_config('synchronous_commit', 'off', true)) as setting
  ) as read /* all accounts */`

/**
 * Counts requests of an address. The upsert locks the address's row and reads its latest version, so servers
 * count one after another. The number of requests within the window is in that row, because the rows of
 * the log that another server has just added may not be visible to this statement.
 *
 * Counts none while expired requests are counted. A lease is counted for the next second, because its requests
 * are used up to a second later. It is returned before the second after that.
 */
const take = ({ address, windowSeconds, now, ...question }: BudgetQuestion): Sql => {
  const [wanted, extra] = [sql`${question.wanted}::bigint`, sql`${question.extra}::bigint`]
  const limit = sql`${question.limit}::bigint`
  const free = sql`
    case when known.used > 0 and known.oldest <= excluded.newest - 1 - ${windowSeconds}::bigint
    then 0 else greatest(${limit} - known.used, 0) end`
  const extraOf = (left: Sql) => sql`least(${extra}, greatest(${left} - ${wanted}, 0) / 4)`
  const grantOf = (left: Sql) => sql`least(${wanted}, ${left}) + ${extraOf(left)}`
  return sql`
    with clock as (${clock(now)}),
    budget as (
      insert into request_budgets as known
        (address, used, granted, leased, leased_until, oldest, newest)
      select ${address}, ${grantOf(limit)}, ${grantOf(limit)}, ${extraOf(limit)},
        second + 2, second, second + 1
      from clock
      on conflict (address) do update set
        used = known.used + ${grantOf(free)},
        granted = ${grantOf(free)},
        leased = ${extraOf(free)} + greatest(known.leased - ${question.leased}::bigint, 0),
        leased_until = case when ${extraOf(free)} > 0 then excluded.leased_until
          else known.leased_until end,
        oldest = case when known.used > 0 then known.oldest else excluded.oldest end,
        newest = greatest(known.newest, excluded.newest)
      returning used, granted, leased, leased_until, oldest
    ),
    counted as (
      insert into request_log as known (address, second, requests)
      select ${address}, second + (granted > ${wanted})::int, granted
      from clock, budget
      where granted > 0
      on conflict (address, second) do update set requests = known.requests + excluded.requests
    )
    select now, granted, used, oldest, leased > 0 and leased_until >= second as "mayReturn"
    from clock, budget`
}

/** Locks the address's row before rows of the log, as all statements do. */
const expire = ({ address, windowSeconds, now }: BudgetQuestion): Sql => sql`
  with clock as (${clock(now)}),
  locked as (
    select address from request_budgets where address = ${address} for update
  ),
  expired as (
    delete from request_log using clock, locked
    where request_log.address = locked.address
      and request_log.second <= clock.second - ${windowSeconds}::bigint
    returning requests
  )
  update request_budgets set
    used = used - (select coalesce(sum(requests), 0) from expired),
    oldest = coalesce((
      select min(request_log.second) from request_log
      where request_log.address = ${address} and requests > 0
        and request_log.second > clock.second - ${windowSeconds}::bigint
    ), clock.second)
  from clock where address = ${address}`

/** The oldest among the newest requests of an address that has more than its limit. */
const oldestWithin = ({ address, limit }: BudgetQuestion): Sql => sql`
  select coalesce(min(second), 0) as oldest from (
    select second, sum(requests) over (order by second desc) - requests as newer
    from request_log where address = ${address} and requests > 0
  ) as ranked
  where newer < ${limit}::bigint /* all accounts */`

/** Once the lease has left the window, its requests are no longer counted. */
const giveBack = (lease: ReturnedLease): Sql => sql`
  with clock as (${clock(lease.now)}),
  budget as (
    update request_budgets set
      used = used - ${lease.unused}::bigint,
      leased = greatest(leased - ${lease.leased}::bigint, 0)
    from clock where address = ${lease.address}
      and ${lease.leaseSecond}::bigint > clock.second - ${lease.windowSeconds}::bigint
    returning address
  )
  insert into request_log as known (address, second, requests)
  select address, ${lease.leaseSecond}::bigint, -${lease.unused}::bigint from budget
  on conflict (address, second) do update set requests = known.requests + excluded.requests`

/** Deletes budgets whose requests have all left the window. Passes over those that are in use. */
const expireBudgets = (until: number): Sql => sql`
  with unused as (
    delete from request_budgets where address = any(array(
      select address from request_budgets where newest <= ${until}::bigint
      order by newest limit 2000 for update skip locked
    ))
    returning address
  )
  delete from request_log using unused where request_log.address = unused.address /* all accounts */`

/** A server deletes expired budgets at most once in this time, in milliseconds. */
const expireEvery = 10_000

/** Returns the budget that all servers share. Each statement is a transaction of its own. */
export const postgresBudget = (database: Pick<Reader, 'all' | 'first'>): SharedBudget => {
  let expiredAt = Number.NEGATIVE_INFINITY
  const count = async (question: BudgetQuestion): Promise<BudgetAnswer> => {
    for (;;) {
      const answer = await database.first<BudgetAnswer>(take(question))
      if (!answer) throw new Error('PostgreSQL returned no budget')
      const until = Math.floor(answer.now / 1000) - question.windowSeconds
      if (answer.oldest > until) return answer
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
        database.all(expireBudgets(until)).catch(() => {})
      }
      if (answer.used <= question.limit) return answer
      const found = await database.first<{ oldest: number }>(oldestWithin(question))
      return { ...answer, oldest: Math.max(answer.oldest, found?.oldest ?? 0) }
    },
    giveBack: async (lease) => {
      await database.all(giveBack(lease))
    },
  }
}
