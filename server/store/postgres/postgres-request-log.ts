import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LogCursor, RequestLog, SyncBatch, SyncResult } from '../request-log.ts'
import { everyAccountStatement } from '../statement.ts'
import type { Reader } from '../store.ts'

/**
 * What `RequestLog.period` is. Two periods and the statements take less than two seconds, which is how late a
 * count may be.
 */
export const periodMilliseconds = 900

/** Rows of one process that a sync reads at most. The next one reads the others. */
const mostRows = 20_000

const ofAddress = everyAccountStatement<{ address: string; after: number }>()((db, slot) => ({
  compile: () =>
    sql<{ node: number; number: number; second: number; requests: number }>`
      select node, number, second, requests from request_log
      where address = ${slot('address')} and second > ${slot('after')}
      order by second`.compile(db),
}))

/** The rows of a process are committed in the order of their numbers, because it sends them one batch after another. */
const heads = everyAccountStatement<Record<string, never>>()((db) => ({
  compile: () =>
    sql<{ now: number; offset: number; newest: number; nodes: string }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
        (select "offset" from request_clock),
        coalesce(max(second), 0) as newest,
        coalesce(json_agg(json_build_array(node, number)), '[]') as nodes
      from request_nodes`.compile(db),
}))

/** `offset 0` keeps the planner from joining the whole log: each process's rows are found by the index. */
const rowsOf = everyAccountStatement<{ ranges: string }>()((db, slot) => ({
  compile: () =>
    sql<{ address: string; second: number; requests: number }>`
      select address, second, requests
      from json_to_recordset(${slot('ranges')}::json)
        as range (node bigint, after bigint, last bigint)
      cross join lateral (
        select address, second, requests from request_log
        where node = range.node and number > range.after and number <= range.last offset 0
      ) as found`.compile(db),
}))

/** Commits without waiting for the disk, because reads share the connection. */
const add = everyAccountStatement<{ node: number; rows: string }>()((db, slot) => ({
  compile: () =>
    sql`
      with setting as (select set_config('synchronous_commit', 'off', true)),
      counted as (
        select number, address, second, requests from setting,
          json_to_recordset(${slot('rows')}::json)
            as row (number bigint, address text, second bigint, requests bigint)
      ),
      added as (
        insert into request_log (node, number, address, second, requests)
        select ${slot('node')}::bigint, number, address, second, requests from counted order by number
        on conflict (node, number) do nothing
      )
      insert into request_nodes as known (node, number, second)
      select ${slot('node')}::bigint, max(number), max(second) from counted
      on conflict (node) do update set number = greatest(known.number, excluded.number),
        second = greatest(known.second, excluded.second)`.compile(db),
}))

/** One process at a time deletes. The others have nothing to wait for. */
const expire = everyAccountStatement<{ until: number; limit: number }>()((db, slot) => ({
  compile: () =>
    sql`
      with setting as (select set_config('synchronous_commit', 'off', true)),
      turn as (
        select pg_try_advisory_xact_lock(hashtext('request_log')) as mine from setting
      ),
      nodes as (
        delete from request_nodes
        where second <= ${slot('until')}::bigint and (select mine from turn)
      )
      delete from request_log
      where (select mine from turn) and second <= ${slot('until')}::bigint and seq in (
        select seq from request_log order by seq limit ${slot('limit')}::bigint
      )`.compile(db),
}))

const replaceOffset = everyAccountStatement<{ from: number; to: number }>()((db, slot) =>
  db
    .updateTable('request_clock')
    .set({ offset: slot('to') })
    .where('offset', '=', slot('from')),
)

/** The process of rows that were counted before rows named theirs, or were copied from another database. */
const nobody = 0

const nodesAndNumbers = z.array(z.tuple([z.number(), z.number()]))

/** Runs statements, each in a transaction of its own. */
type Run = Reader['all']

const othersSince = async (
  run: Run,
  node: number,
  { cursor, skipsOthers }: Pick<SyncBatch, 'cursor' | 'skipsOthers'>,
): Promise<SyncResult> => {
  const [head] = await run(heads, {})
  const { nodes = '[]', ...clock } = head ?? { now: undefined, offset: 0, newest: 0 }
  const written = nodesAndNumbers.parse(JSON.parse(nodes))
  const positions = written.map(([other, number]) => {
    const after = cursor.get(other) ?? 0
    return { node: other, after, last: skipsOthers ? number : Math.min(number, after + mostRows) }
  })
  const ranges = positions.filter(({ node: other, after, last }) => other !== node && last > after)
  if (ranges.length === 0) return { others: [], cursor, clock }
  const others = skipsOthers ? [] : await run(rowsOf, { ranges: JSON.stringify(ranges) })
  return { others, cursor: new Map(positions.map(({ node: other, last }) => [other, last])), clock }
}

/**
 * Returns the log of counted requests on PostgreSQL. Each statement is a transaction of its own, and none
 * waits for another process. Rows of several processes are committed in any order, so each process numbers
 * its own, and others read them by process and number.
 */
export const postgresRequestLog = (run: Run): RequestLog => {
  const node = randomInt(1, 2 ** 48 - 1)
  const isRead = (cursor: LogCursor, row: { node: number; number: number }): boolean =>
    row.node === node || row.node === nobody || row.number <= (cursor.get(row.node) ?? 0)
  return {
    period: periodMilliseconds,
    batchRows: 5000,
    requestsOf: async (address, after, cursor) =>
      (await run(ofAddress, { address, after })).filter((row) => isRead(cursor, row)),
    sync: async ({ counted, expireUntil, ...position }) => {
      const reading = othersSince(run, node, position)
      if (counted.length === 0) return reading
      const [result] = await Promise.all([
        reading,
        run(add, { node, rows: JSON.stringify(counted) }),
        run(expire, { until: expireUntil, limit: 2 * counted.length + 100 }),
      ])
      return result
    },
    setOffset: async (from, to) => {
      await run(replaceOffset, { from, to })
    },
  }
}
