import { everyAccountStatement } from './statement.ts'
import type { Reader, Store } from './store.ts'

/** The number of requests of an address in one second that count against its budget. */
export type CountedRequests = { address: string; second: number; requests: number }

/** What a process sends to the log. */
export type SyncBatch = {
  counted: readonly CountedRequests[]
  /** The last row that the process has read. Undefined skips all rows that are there. */
  cursor: number | undefined
  /** Rows up to this second may be deleted. */
  expireUntil: number
  /** Seconds that the timeline is ahead of the wall clock, if that changed. */
  offset: number | undefined
}

/** What the log returns. */
export type SyncResult = {
  /** The rows of other processes after the cursor. */
  others: CountedRequests[]
  /** The last row read. */
  cursor: number
  /** The newest second in the log. */
  newest: number
  offset: number
}

const ofAddress = everyAccountStatement<{ address: string; after: number; cursor: number }>()(
  (db, slot) =>
    db
      .selectFrom('request_log')
      .where('address', '=', slot('address'))
      .where('second', '>', slot('after'))
      .where('seq', '<=', slot('cursor'))
      .orderBy('second')
      .select(['second', 'requests']),
)

/** Reads an address's requests after a second, oldest first, from the rows up to a cursor. */
export const requestsOf = (
  reader: Reader,
  address: string,
  after: number,
  cursor: number,
): Promise<{ second: number; requests: number }[]> =>
  reader.all(ofAddress, { address, after, cursor })

const newestRow = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .selectFrom('request_log')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq as cursor', 'second as newest']),
)

const rowsSince = everyAccountStatement<{ cursor: number }>()((db, slot) =>
  db
    .selectFrom('request_log')
    .where('seq', '>', slot('cursor'))
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

const expire = everyAccountStatement<{ until: number; newest: number; limit: number }>()(
  (db, slot) =>
    db
      .deleteFrom('request_log')
      .where('seq', 'in', ({ selectFrom }) =>
        selectFrom('request_log').orderBy('seq').limit(slot('limit')).select('seq'),
      )
      .where('second', '<=', slot('until'))
      // The newest row stays, so that row numbers continue from it.
      .where('seq', '<', slot('newest')),
)

const setOffset = everyAccountStatement<{ offset: number }>()((db, slot) =>
  db.updateTable('request_clock').set({ offset: slot('offset') }),
)

const read = async (reader: Reader, cursor: number | undefined): Promise<SyncResult> => {
  const newest = (await reader.first(newestRow, {})) ?? { cursor: 0, newest: 0 }
  const { offset = 0 } = (await reader.first(offsetOf, {})) ?? {}
  const isNew = cursor !== undefined && newest.cursor > cursor
  return { ...newest, offset, others: isNew ? await reader.all(rowsSince, { cursor }) : [] }
}

/**
 * Adds a process's counts and returns those of other processes. Deletes expired rows in small batches,
 * each larger than the number of new rows, so that no other write waits long.
 */
export const syncRequestLog = (
  store: Store,
  { counted, cursor, expireUntil, offset }: SyncBatch,
): Promise<SyncResult> => {
  if (counted.length === 0 && offset === undefined) return read(store, cursor)
  return store.write(async (transaction) => {
    const { others, ...found } = await read(transaction, cursor)
    for (const each of counted) await transaction.run(add, each)
    if (offset !== undefined) await transaction.run(setOffset, { offset })
    const after = await read(transaction, undefined)
    await transaction.run(expire, {
      until: expireUntil,
      newest: after.cursor,
      limit: counted.length + 100,
    })
    return { ...found, ...after, others }
  })
}
