import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands in a compiled statement where a value goes on each execution. */
export class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** What a statement is given when it runs. */
export type Values = { readonly [name: string]: unknown }

/** Gives a statement's builder the places where its values go. */
export type Slots<P> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]>
type Build<P, Row> = (db: Kysely<Tables>, slot: Slots<P>) => Compilable<Row>

/**
 * A statement that is built and prepared once for each connection and run many times.
 * `P` is what it is given, `Row` what each row of its result looks like.
 */
export type Statement<P extends Values, Row> = {
  readonly build: Build<P, Row>
  /** Whether it may reach the rows of every account. */
  readonly everyAccount: boolean
  /** Never set: keeps statements with other values apart. */
  readonly values?: (values: P) => void
}

/** Makes the slot for a value; the name is bound to the value when the statement runs. */
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`

/** A statement about one account's rows: it does not compile to SQL unless it binds `account`. */
export const statement =
  <P extends { account: string }>() =>
  <Row>(build: Build<P, Row>): Statement<P, Row> => ({ build, everyAccount: false })

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
