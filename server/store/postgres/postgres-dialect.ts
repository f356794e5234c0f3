import sql, { empty, raw } from 'sql-template-tag'
import { fieldsOf } from '../statement.ts'
import type { Dialect } from '../store.ts'

export const postgresDialect: Dialect = {
  lock: sql`for no key update`,
  lockOf: (table) => raw(`for no key update of ${table}`),
  lockFree: sql`for update skip locked`,
  among: (query) => sql`= any(array(${query}))`,
  inShardOf: () => empty,
  time: () => sql`clock_ms()`,
  elementsOf: (column) => raw(`json_array_elements_text(${column}::json) as element (value)`),
  arrayOf: (columns) => raw(`coalesce(json_agg(json_build_object(${fieldsOf(columns)})), '[]')`),
}

export const citusDialect: Dialect = {
  ...postgresDialect,
  inShardOf: (account) => sql`and account_id = ${account}`,
}
