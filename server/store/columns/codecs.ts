import type { Codec } from './columns.ts'

/**
 * Reads JSON text from the database.
 * @throws {TypeError} if `isValue` rejects the value.
 */
export const parseJson = <Value>(
  column: string,
  text: unknown,
  isValue: (value: unknown) => value is Value,
): Value => {
  const value: unknown = JSON.parse(String(text))
  if (isValue(value)) return value
  throw new TypeError(`The column ${column} holds JSON of another shape`)
}

/** Declares a column that stores JSON text. */
export const json = <Name extends string, Value>(
  column: Name,
  isValue: (value: unknown) => value is Value,
): Codec<Value, string> & { column: Name } => ({
  column,
  read: (kept) => parseJson(column, kept, isValue),
  write: (value) => JSON.stringify(value),
})

/** Declares a column that stores a boolean as 1 or 0. SQLite has no booleans. */
export const flag = <Name extends string>(
  column: Name,
): Codec<boolean, number> & { column: Name } => ({
  column,
  read: (kept) => kept === 1,
  write: (value) => (value === true ? 1 : 0),
})
