import type {
  CountedRequests,
  LogCursor,
  RequestLog,
  SyncBatch,
  SyncResult,
} from '../request-log.ts'
import { everyAccountStatement } from '../statement.ts'
import type { Reader, Store } from '../store.ts'

const ofAddress = everyAccountStatement<{ address: string; after: number; last: number }>()(
  (db, slot) =>
    db
      .selectFrom('request_log')
      .where('address', '=', slot('address'))
      .where('second', '>', slot('after'))
      .where('seq', '<=', slot('last'))
      .orderBy('second')
      .select(['second', 'requests']),
)

const newestRow = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .selectFrom('request_log')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq as last', 'second as newest']),
)

const rowsSince = everyAccountStatement<{ last: number }>()((db, slot) =>
  db
    .selectFrom('request_log')
    .where('seq', '>', slot('last'))
    .orderBy('seq')
    .select(['address', 'second', 'requests']),
)

const offsetOf = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('request_clock').select('offset'),
)

const add = everyAccountStatement<CountedRequests>()((db, slot) =>
  db.insertInto('request_log').values({
    address: slot('address'),
    second: slot('second'),
    requests: slot('requests'),
  }),
)

const expire = everyAccountStatement<{ until: number; last: number; limit: number }>()((db, slot) =>
  db
    .deleteFrom('request_log')
    .where('seq', 'in', ({ selectFrom }) =>
      selectFrom('request_log').orderBy('seq').limit(slot('limit')).select('seq'),
    )
    .where('second', '<=', slot('until'))
    // The newest row stays, so that row numbers continue from it.
    .where('seq', '<', slot('last')),
)

const replaceOffset = everyAccountStatement<{ from: number; to: number }>()((db, slot) =>
  db
    .updateTable('request_clock')
    .set({ offset: slot('to') })
    .where('offset', '=', slot('from')),
)

/** What `RequestLog.period` is. */
export const periodMilliseconds = 1000

/** The key of the only entry of a cursor. SQLite commits rows in the order of their numbers. */
const everyProcess = 0

const lastOf = (cursor: LogCursor): number => cursor.get(everyProcess) ?? 0

const head = async (reader: Reader) => (await reader.first(newestRow, {})) ?? { last: 0, newest: 0 }

const read = async (
  reader: Reader,
  { cursor, skipsOthers }: Pick<SyncBatch, 'cursor' | 'skipsOthers'>,
): Promise<SyncResult> => {
  const { last, newest } = await head(reader)
  const { offset = 0 } = (await reader.first(offsetOf, {})) ?? {}
  const clock = { now: undefined, offset, newest }
  const seen = lastOf(cursor)
  if (last === seen) return { others: [], cursor, clock }
  const others = skipsOthers ? [] : await reader.all(rowsSince, { last: seen })
  return { others, cursor: new Map([[everyProcess, last]]), clock }
}

/**
 * Returns the log of counted requests on SQLite. It deletes expired rows in small batches, each larger
 * than the number of new rows, so that no other write waits long.
 */
export const sqliteRequestLog = (store: Pick<Store, 'all' | 'first' | 'write'>): RequestLog => ({
  period: periodMilliseconds,
  // Other writes wait for a batch.
  batchRows: 100,
  requestsOf: (address, after, cursor) =>
    store.all(ofAddress, { address, after, last: lastOf(cursor) }),
  sync: ({ counted, expireUntil, ...position }) => {
    if (counted.length === 0) return read(store, position)
    return store.write(async (transaction) => {
      const { others, clock } = await read(transaction, position)
      for (const each of counted) await transaction.run(add, each)
      const { last, newest } = await head(transaction)
      const limit = counted.length + 100
      await transaction.run(expire, { until: expireUntil, last, limit })
      return { others, cursor: new Map([[everyProcess, last]]), clock: { ...clock, newest } }
    })
  },
  setOffset: async (from, to) => {
    await store.write((transaction) => transaction.run(replaceOffset, { from, to }))
  },
})
