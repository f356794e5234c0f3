import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountId } from '../domain/ids.ts'
import type { Dialect } from './dialect.ts'
import type { Stored, Tables } from './tables.ts'

/** A placeholder in a compiled statement. Each execution binds its value. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Creates the slot for a value. Each execution binds the value by its name. */
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`

/** Creates the placeholders for a statement's values. */
export type Slots<P> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]>

/** Creates the slots for values whose columns have the same names, for `values` and `set`. */
export function slotsFor<P, const Name extends keyof P & string>(
  slot: Slots<P>,
  names: readonly Name[],
): { [Each in Name]: RawBuilder<P[Each]> }
export function slotsFor(
  slot: (name: string) => unknown,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, slot(name)]))
}

/** Converts between a field's value and the value in its column. */
type Codec = { read(stored: unknown): unknown; write(value: unknown): unknown }

/** Reads a boolean, which is stored as 1 or 0: SQLite has no booleans. */
export const flag: Codec = { read: (stored) => stored === 1, write: (value) => value }

/** Stores a list or an object as JSON text. */
export const json: Codec = {
  read: (stored) => JSON.parse(String(stored)),
  write: (value) => JSON.stringify(value),
}

type Codecs = { readonly [field: string]: Codec }

/** The codecs of the fields of a `T` whose columns store another form. */
type CodecsOf<T> = {
  readonly [Field in keyof T as T[Field] extends Stored<T>[Field] ? never : Field]: Codec
}

/** The values that a statement binds. */
export type Values = { readonly [name: string]: unknown }

/** Returns undefined if the database does not need the statement. */
type Build<P, Row> = (
  db: Kysely<Tables>,
  slot: Slots<P>,
  dialect: Dialect,
) => Compilable<Row> | undefined

/**
 * A statement that is built and prepared once for each connection and run many times.
 * `P` is the type of its values, `Row` the type of its result rows.
 */
export type Statement<P extends Values, Row> = {
  readonly build: Build<never, Row>
  /** Whether it may access the rows of all accounts. */
  readonly everyAccount: boolean
  /** The codecs of fields whose columns store another form of the value. */
  readonly codecs?: Codecs
  /** Never set. Makes statements with different values incompatible types. */
  readonly values?: (values: P) => void
}

/** Creates a statement about one account's rows. Preparing it throws unless it binds `account`. */
export const statement =
  <P extends { account: AccountId }>() =>
  <Row>(build: Build<P, Row>): Statement<P, Row> => ({ build, everyAccount: false })

type Encoded<P, T> = {
  [Name in keyof P]: Name extends keyof T
    ? P[Name] extends string | number | boolean | null
      ? P[Name]
      : string
    : P[Name]
}
type Decoded<Row, T> = { [Name in keyof Row]: Name extends keyof T ? T[Name] : Row[Name] }

/**
 * Creates statements about one account's rows that bind and return the values of a document's fields, where
 * their columns store another form.
 */
export const statementOf =
  <T>(codecs: CodecsOf<T>) =>
  <P extends { account: AccountId } & Partial<T>>() =>
  <Row>(build: Build<Encoded<P, T>, Row>): Statement<P, Decoded<Row, T>> => ({
    build,
    everyAccount: false,
    codecs,
  })

/** Creates a statement that is not limited to one account: keys, accounts, the request log, search. */
export const everyAccountStatement =
  <P extends Values>() =>
  <Row>(build: Build<P, Row>): Statement<P, Row> => ({ build, everyAccount: true })

/**
 * Creates statements that differ in their conditions. Each is built on first use.
 * @param build creates the statement of a shape. Equal shapes share one statement.
 */
export const statementsBy = <Shape extends Record<string, boolean | number>, S>(
  build: (shape: Shape) => S,
): ((shape: Shape) => S) => {
  const built = new Map<string, S>()
  return (shape) => {
    const key = JSON.stringify(shape)
    const found = built.get(key) ?? build(shape)
    built.set(key, found)
    return found
  }
}

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
