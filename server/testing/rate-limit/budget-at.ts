import { type BudgetOptions, RequestBudget } from '../../http/rate-limit/request-budget.ts'
import type { CountedRequests, RequestLog } from '../../store/request-log.ts'

/** A log in memory that several budgets share. */
export const memoryLog = () => {
  const rows: CountedRequests[] = []
  let offset = 0
  const log: RequestLog = {
    period: 1000,
    batchRows: 100,
    requestsOf: async (address, after, cursor) =>
      rows
        .slice(0, cursor.get(0) ?? 0)
        .filter((row) => row.address === address && row.second > after),
    sync: async ({ counted, cursor, skipsOthers }) => {
      const others = skipsOthers ? [] : rows.slice(cursor.get(0) ?? 0)
      const isNew = rows.length + counted.length > (cursor.get(0) ?? 0)
      rows.push(...counted.map((row) => ({ ...row })))
      const clock = { now: undefined, offset, newest: rows.at(-1)?.second ?? 0 }
      return { others, cursor: isNew ? new Map([[0, rows.length]]) : cursor, clock }
    },
    setOffset: async (_, to) => {
      offset = to
    },
  }
  return { ...log, rows }
}

/** Returns a budget at a log, whose clocks both show the given time. Errors are thrown. */
export const budgetAt = (
  time: { now: number },
  limit: number,
  log: RequestLog = memoryLog(),
  more: Partial<BudgetOptions> = {},
) =>
  new RequestBudget({
    limit,
    windowSeconds: 60,
    clock: () => time.now,
    monotonic: () => time.now,
    log,
    onError: (error) => {
      throw error
    },
    ...more,
  })
