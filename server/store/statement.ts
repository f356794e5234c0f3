import type { Compilable, Kysely } from 'kysely'
import type { AccountId } from '../domain/ids.ts'
import type { Codecs, ColumnMap, Columns } from './columns/columns.ts'
import type { Dialect } from './engine/dialect.ts'
import type { Slots } from './slot.ts'
import type { Tables } from './tables.ts'

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
  readonly build: Build<P, Row>
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

type Decoded<Row, T> = { [Name in keyof Row]: Name extends keyof T ? T[Name] : Row[Name] }

/** Creates a statement about one account's rows that binds and returns field values, not column values. */
export const statementOf =
  <T, M extends ColumnMap<T>>({ codecs }: Columns<T, M>) =>
  <P extends { account: AccountId } & Partial<T>>() =>
  <Row>(build: Build<P, Row>): Statement<P, Decoded<Row, T>> => ({
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
