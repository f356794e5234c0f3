import { ofAllAccounts } from '../statement.ts'
import type { Store } from '../store.ts'
import type { LogMoment, RequestLog } from './request-log.ts'

/** Expired rows that are deleted beside as many as are added. Other writes wait for the transaction. */
const moreExpired = 100

/** Returns the log of counted requests on SQLite. It deletes slightly more expired rows than it adds. */
export const sqliteRequestLog = (store: Pick<Store, 'all' | 'first' | 'write'>): RequestLog => ({
  lastMoment: () =>
    store.first<LogMoment>(ofAllAccounts`select time, wall, monotonic, boot from request_clock`),
  requestsOf: (address, after) =>
    store.all(ofAllAccounts`
      select second, requests from request_log
      where address = ${address} and second > ${after} order by second`),
  add: async (rows, { time, wall, monotonic, boot }, until) => {
    await store.write(async (transaction) => {
      await transaction.run(ofAllAccounts`delete from request_clock`)
      await transaction.run(ofAllAccounts`
        insert into request_clock (time, wall, monotonic, boot)
        values (${time}, ${wall}, ${monotonic}, ${boot})`)
      for (const { address, second, requests } of rows)
        await transaction.run(ofAllAccounts`
          insert into request_log (address, second, requests)
          values (${address}, ${second}, ${requests})
          on conflict (address, second)
            do update set requests = request_log.requests + excluded.requests`)
      await transaction.run(ofAllAccounts`
        delete from request_log where (address, second) in (
          select address, second from request_log where second <= ${until}
          order by second limit ${rows.length + moreExpired}
        )`)
    })
  },
})
