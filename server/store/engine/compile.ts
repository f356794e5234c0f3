import type { Kysely } from 'kysely'
import type { Codecs } from '../columns/columns.ts'
import { Slot, slot } from '../slot.ts'
import type { Statement, Values } from '../statement.ts'
import type { Tables } from '../tables.ts'
import type { Dialect } from './dialect.ts'

/** A statement's SQL, and a function that returns its parameters for some values. */
export type Compiled<Bound> = { sql: string; bind: (values: Values) => Bound[] }

/**
 * Builds a statement for a database.
 * @param bindable converts a value to one that the driver can bind.
 * @returns undefined if the database does not need the statement.
 * @throws if the statement is about one account and does not bind it.
 */
export const compile = <Bound>(
  { build, everyAccount, codecs = {} }: Statement<never, unknown>,
  db: Kysely<Tables>,
  dialect: Dialect,
  bindable: (value: unknown) => Bound,
): Compiled<Bound> | undefined => {
  const built = build(db, slot, dialect)
  if (!built) return undefined
  const { sql, parameters } = built.compile()
  const names = parameters.map((value) => (value instanceof Slot ? value.name : undefined))
  if (!everyAccount && !names.includes('account'))
    throw new Error(`A statement about one account must bind it: ${sql}`)
  return {
    sql,
    bind: (values) =>
      parameters.map((value, i) => {
        const name = names[i]
        if (name === undefined) return bindable(value)
        const codec = codecs[name]
        return bindable(codec ? codec.write(values[name]) : values[name])
      }),
  }
}

/**
 * Converts array rows to objects with a compiled function. Objects from one literal share one shape, so
 * they are faster to create than the drivers' own, and a third faster to stringify.
 */
export const rowLiterals = (columns: readonly string[], codecs: Codecs = {}) => {
  const fields = columns.map((name, i) => {
    const key = JSON.stringify(name)
    return codecs[name] ? `${key}: codecs[${key}].read(row[${i}])` : `${key}: row[${i}]`
  })
  const make = new Function(
    'codecs',
    `return (rows) => rows.map((row) => ({ ${fields.join(', ')} }))`,
  )
  return make(codecs)
}
