import { everyAccountStatement } from './statement.ts'
import type { Reader, Store } from './store.ts'

/** How many requests an address made in one second (Unix time) that count against its budget. */
export type Counted = { address: string; second: number; requests: number }

const ofAddress = everyAccountStatement<{ address: string; after: number }>()((db, slot) =>
  db
    .selectFrom('request_log')
    .where('address', '=', slot('address'))
    .where('second', '>', slot('after'))
    .orderBy('second')
    .select(['second', 'requests']),
)

/** An address's requests after a second, oldest first. */
export const requestsOf = (
  reader: Reader,
  address: string,
  after: number,
): Promise<{ second: number; requests: number }[]> => reader.all(ofAddress, { address, after })

const add = everyAccountStatement<Counted>()((db, slot) =>
  db
    .insertInto('request_log')
    .values({
      address: slot('address'),
      second: slot('second'),
      requests: slot('requests'),
    })
    .onConflict((conflict) =>
      conflict.columns(['address', 'second']).doUpdateSet(({ eb, ref }) => ({
        requests: eb('request_log.requests', '+', ref('excluded.requests')),
      })),
    ),
)

const forget = everyAccountStatement<{ until: number }>()((db, slot) =>
  db.deleteFrom('request_log').where('second', '<=', slot('until')),
)

/** Adds requests to the log and forgets those that have left the window. */
export const logRequests = (
  store: Store,
  counted: readonly Counted[],
  forgetUntil: number,
): Promise<void> =>
  store.write(async (transaction) => {
    for (const each of counted) await transaction.run(add, each)
    await transaction.run(forget, { until: forgetUntil })
  })
