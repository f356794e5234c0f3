import type { Codec } from './columns.ts'

/** A column that holds JSON text. @param isValue checks what was parsed. */
export const json = <Name extends string, Value>(
  column: Name,
  isValue: (value: unknown) => value is Value,
): Codec<Value, string> & { column: Name } => ({
  column,
  read(kept) {
    const value: unknown = JSON.parse(String(kept))
    if (isValue(value)) return value
    throw new TypeError(`The column ${column} holds JSON of another shape`)
  },
  write: (value) => JSON.stringify(value),
})

/** A column that holds 1 or 0: SQLite has no booleans. */
export const flag = <Name extends string>(
  column: Name,
): Codec<boolean, number> & { column: Name } => ({
  column,
  read: (kept) => kept === 1,
  write: (value) => (value === true ? 1 : 0),
})
