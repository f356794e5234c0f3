import sql from 'sql-template-tag'
import type { Store } from '../store.ts'
import type { LogMoment, RequestLog } from './request-log.ts'

/** Expired rows that are deleted beside as many as are added. Other writes wait for the transaction. */
const moreExpired = 100

/** Returns the log of counted requests on SQLite. It deletes slightly more expired rows than it adds. */
export const sqliteRequestLog = (store: Pick<Store, 'all' | 'first' | 'write'>): RequestLog => ({
  lastMoment: () =>
    store.first<LogMoment>(
      sql`select time, wall, monotonic, boot from request_clock /* all accounts */`,
    ),
  requestsOf: (address, after) =>
    store.all(sql`
      select second, requests from request_log
      where address = ${address} and second > ${after} order by second /* all accounts */`),
  add: async (rows, { time, wall, monotonic, boot }, until) => {
    await store.write(async (transaction) => {
      await transaction.run(sql`delete from request_clock /* all accounts */`)
      await transaction.run(sql`
        insert into request_clock (time, wall, monotonic, boot)
        values (${time}, ${wall}, ${monotonic}, ${boot}) /* all accounts */`)
      for (const { address, second, requests } of rows)
        await transaction.run(sql`
          insert into request_log (address, second, requests)
          values (${address}, ${second}, ${requests})
          on conflict (address, second)
            do update set requests = request_log.requests + excluded.requests /* all accounts */`)
      await transaction.run(sql`
        delete from request_log where (address, second) in (
          select address, second from request_log where second <= ${until}
          order by second limit ${rows.length + moreExpired}
        ) /* all accounts */`)
    })
  },
})
