import { sql } from 'kysely'
import { everyAccountStatement, slotsFor } from '../statement.ts'
import type { Store } from '../store.ts'
import type { CountedRequests, LogMoment, RequestLog } from './request-log.ts'

const lastMoment = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('request_clock').select(['time', 'wall', 'monotonic', 'boot']),
)

const forgetMoment = everyAccountStatement<Record<string, never>>()((db) =>
  db.deleteFrom('request_clock'),
)

const addMoment = everyAccountStatement<LogMoment>()((db, slot) =>
  db.insertInto('request_clock').values(slotsFor(slot, ['time', 'wall', 'monotonic', 'boot'])),
)

const ofAddress = everyAccountStatement<{ address: string; after: number }>()((db, slot) =>
  db
    .selectFrom('request_log')
    .where('address', '=', slot('address'))
    .where('second', '>', slot('after'))
    .orderBy('second')
    .select(['second', 'requests']),
)

const add = everyAccountStatement<CountedRequests>()((db, slot) =>
  db
    .insertInto('request_log')
    .values(slotsFor(slot, ['address', 'second', 'requests']))
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'second'])
        .doUpdateSet({ requests: sql`request_log.requests + excluded.requests` }),
    ),
)

const expire = everyAccountStatement<{ until: number; limit: number }>()((db, slot) => ({
  compile: () =>
    sql`
      delete from request_log where (address, second) in (
        select address, second from request_log where second <= ${slot('until')}
        order by second limit ${slot('limit')}
      )`.compile(db),
}))

/** Other writes wait for the transaction of a batch. */
const batchRows = 100

/** Returns the log of counted requests on SQLite. It deletes slightly more expired rows than it adds. */
export const sqliteRequestLog = (store: Pick<Store, 'all' | 'first' | 'write'>): RequestLog => ({
  lastMoment: () => store.first(lastMoment, {}),
  requestsOf: (address, after) => store.all(ofAddress, { address, after }),
  add: async (rows, moment, until) => {
    await store.write(async (transaction) => {
      await transaction.run(forgetMoment, {})
      await transaction.run(addMoment, moment)
      for (const row of rows) await transaction.run(add, row)
      await transaction.run(expire, { until, limit: rows.length + batchRows })
    })
  },
})
