import { everyAccountStatement } from './statement.ts'
import type { Reader, Store } from './store.ts'

/** How many requests an address made in one second that count against its budget. */
export type Counted = { address: string; second: number; requests: number }

/** What a process tells the log. */
export type Exchange = {
  counted: readonly Counted[]
  /** Up to where it has seen the log; undefined if it has not, and wants nothing of what is there. */
  seen: number | undefined
  /** Requests up to this second may be forgotten. */
  forgetUntil: number
  /** How many seconds the log's time is ahead of the wall clock, if that has changed. */
  offset: number | undefined
}

/** What the log tells in return. */
export type Exchanged = {
  /** What other processes have counted since it was seen last. */
  others: Counted[]
  /** Up to where it has been seen now. */
  seen: number
  /** The newest second in it. */
  newest: number
  offset: number
}

const ofAddress = everyAccountStatement<{ address: string; after: number; seen: number }>()(
  (db, slot) =>
    db
      .selectFrom('request_log')
      .where('address', '=', slot('address'))
      .where('second', '>', slot('after'))
      .where('seq', '<=', slot('seen'))
      .orderBy('second')
      .select(['second', 'requests']),
)

/** An address's requests after a second, oldest first, of those that were there when the log was seen. */
export const requestsOf = (
  reader: Reader,
  address: string,
  after: number,
  seen: number,
): Promise<{ second: number; requests: number }[]> =>
  reader.all(ofAddress, { address, after, seen })

const newestRow = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .selectFrom('request_log')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq as seen', 'second as newest']),
)

const rowsSince = everyAccountStatement<{ seen: number }>()((db, slot) =>
  db
    .selectFrom('request_log')
    .where('seq', '>', slot('seen'))
    .orderBy('seq')
    .select(['address', 'second', 'requests']),
)

const offsetOf = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('request_clock').select('offset'),
)

const add = everyAccountStatement<Counted>()((db, slot) =>
  db.insertInto('request_log').values({
    address: slot('address'),
    second: slot('second'),
    requests: slot('requests'),
  }),
)

const forget = everyAccountStatement<{ until: number; seen: number; most: number }>()((db, slot) =>
  db
    .deleteFrom('request_log')
    .where('seq', 'in', ({ selectFrom }) =>
      selectFrom('request_log').orderBy('seq').limit(slot('most')).select('seq'),
    )
    .where('second', '<=', slot('until'))
    // The newest row stays, so that numbers go on from it.
    .where('seq', '<', slot('seen')),
)

const setOffset = everyAccountStatement<{ offset: number }>()((db, slot) =>
  db.updateTable('request_clock').set({ offset: slot('offset') }),
)

const look = async (reader: Reader, seen: number | undefined): Promise<Exchanged> => {
  const newest = (await reader.first(newestRow, {})) ?? { seen: 0, newest: 0 }
  const { offset = 0 } = (await reader.first(offsetOf, {})) ?? {}
  const isNew = seen !== undefined && newest.seen > seen
  return { ...newest, offset, others: isNew ? await reader.all(rowsSince, { seen }) : [] }
}

/**
 * Adds what a process has counted and tells it what others have. Rows that have left the window are
 * forgotten a few at a time, more than come, so that no other write waits long.
 */
export const exchangeRequests = (
  store: Store,
  { counted, seen, forgetUntil, offset }: Exchange,
): Promise<Exchanged> => {
  if (counted.length === 0 && offset === undefined) return look(store, seen)
  return store.write(async (transaction) => {
    const { others, ...found } = await look(transaction, seen)
    for (const each of counted) await transaction.run(add, each)
    if (offset !== undefined) await transaction.run(setOffset, { offset })
    const after = await look(transaction, undefined)
    await transaction.run(forget, {
      until: forgetUntil,
      seen: after.seen,
      most: counted.length + 100,
    })
    return { ...found, ...after, others }
  })
}
