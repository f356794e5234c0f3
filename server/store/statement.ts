import type { Compilable, Kysely } from 'kysely'
import type { AccountId } from '../domain/ids.ts'
import type { Codecs, ColumnMap, Columns } from './columns/columns.ts'
import type { Slots } from './slot.ts'
import type { Tables } from './tables.ts'

/** What a statement is given when it runs. */
export type Values = { readonly [name: string]: unknown }

type Build<P, Row> = (db: Kysely<Tables>, slot: Slots<P>) => Compilable<Row>

/**
 * A statement that is built and prepared once for each connection and run many times.
 * `P` is what it is given, `Row` what each row of its result looks like.
 */
export type Statement<P extends Values, Row> = {
  readonly build: Build<P, Row>
  /** Whether it may reach the rows of every account. */
  readonly everyAccount: boolean
  /** Of the fields whose columns hold other values than the fields. */
  readonly codecs?: Codecs
  /** Never set: keeps statements with other values apart. */
  readonly values?: (values: P) => void
}

/** A statement about one account's rows: it does not compile to SQL unless it binds `account`. */
export const statement =
  <P extends { account: AccountId }>() =>
  <Row>(build: Build<P, Row>): Statement<P, Row> => ({ build, everyAccount: false })

type Decoded<Row, T> = { [Name in keyof Row]: Name extends keyof T ? T[Name] : Row[Name] }

/** A statement about one account's rows of which the values are those of the fields, not of the columns. */
export const statementOf =
  <T, M extends ColumnMap<T>>({ codecs }: Columns<T, M>) =>
  <P extends { account: AccountId } & Partial<T>>() =>
  <Row>(build: Build<P, Row>): Statement<P, Decoded<Row, T>> => ({
    build,
    everyAccount: false,
    codecs,
  })

/** A statement that is not about one account's rows: keys, accounts, the request log, search. */
export const everyAccountStatement =
  <P extends Values>() =>
  <Row>(build: Build<P, Row>): Statement<P, Row> => ({ build, everyAccount: true })

/**
 * Statements that differ by which conditions they have, each built when first asked for.
 * @param build makes the statement of a shape; two equal shapes get one statement.
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
