import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import type { Series } from './store.ts'

const prefixes: Record<Series, string> = { order: 'MF-', invite: 'INV-' }

/** Increments the counter of a series. @param condition one more, beginning with `and`. */
export const nextNumber = (account: AccountId, series: Series, condition = empty): Sql => {
  const column = raw(`${series}_numbers`)
  return sql`
    update account_numbers set ${column} = ${column} + 1
    where account_id = ${account} ${condition} returning ${column} as number`
}

/** Returns a number as orders and invites have it. */
export const numberIn = (series: Series, rows: readonly { number: number }[]): string =>
  `${prefixes[series]}${rows[0]?.number}`
