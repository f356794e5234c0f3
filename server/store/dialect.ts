import type {
  Compilable,
  Expression,
  Kysely,
  RawBuilder,
  Selectable,
  SelectQueryBuilder,
} from 'kysely'
import type { Tables } from './tables.ts'

/** A query of contacts without a selection. */
export type ContactQuery = SelectQueryBuilder<Tables, 'contacts', object>

/** A text to search contacts for. */
export type ContactSearch = {
  text: RawBuilder<string>
  /** A few trigrams of the text, for SQLite's index. */
  trigrams: RawBuilder<string>
  /** Whether the text is long enough for the trigram index. */
  indexed: boolean
}

/** A query whose rows can be locked. */
type Lockable<Query> = { forNoKeyUpdate(): Query }

/** The oldest delivery that waits for a subscription. */
export type FirstDelivery = Pick<
  Selectable<Tables['delivery_queue']>,
  'account_id' | 'webhook_id' | 'seq' | 'created_at'
>

/** The SQL in which the databases differ. All other statements run on each of them. */
export type Dialect = {
  /** Returns whether a text contains a part, character by character. */
  contains(text: Expression<string>, part: Expression<string>): RawBuilder<boolean>
  /** Selects the elements of a JSON array of texts. */
  elementsOf(array: RawBuilder<string>): RawBuilder<{ value: string }>
  /** The elements of a column with a JSON array, as JSON, one row for each. */
  jsonElements(array: RawBuilder<string>): RawBuilder<{ value: string }>
  /** Selects the newest events of the inventory item `items` as a JSON array. */
  newestEvents(limit: number): RawBuilder<string>
  /** Limits a query to the contacts whose search text contains a text, in the order of creation. */
  searchContacts(query: ContactQuery, search: ContactSearch): ContactQuery
  /** The statements that add new contacts to the search index, for a database that does not do so itself. */
  indexContacts: readonly ((db: Kysely<Tables>) => Compilable<unknown>)[]
  /** Selects what removes contacts from the search index. Undefined if the database does so itself. */
  unindexContacts: ((db: Kysely<Tables>, contacts: ContactQuery) => Compilable<unknown>) | undefined
  /**
   * Lets a statement that is its own transaction commit without waiting for the disk. A later commit that
   * is on disk implies that this one is.
   * @param isAlone whether it is its own transaction. If not, nothing changes.
   */
  withoutFlush(isAlone: RawBuilder<boolean>): RawBuilder<boolean>
  /** Locks the rows that a query selects until the transaction ends. Undefined on SQLite, which has one writer. */
  locked: (<Query extends Lockable<Query>>(query: Query) => Query) | undefined
  /** Returns whether a value is among those that a query selects. The query runs once. */
  isAmong<T>(value: Expression<T>, query: Expression<unknown>): RawBuilder<boolean>
  /** Returns whether a number is among those that a query selects and no other transaction has locked. */
  isUnlocked<Named, Table extends keyof Named>(
    seq: Expression<number>,
    query: SelectQueryBuilder<Named, Table, { seq: number }>,
  ): RawBuilder<boolean>
  /**
   * The time that rows are stored with and compared to, in milliseconds. Servers that share a database have
   * several clocks, so it is PostgreSQL's. On SQLite it is the given one.
   */
  timeOf(now: RawBuilder<number>): RawBuilder<number>
  /** Selects the first delivery of each subscription that has some, one search of the index each. */
  firstDeliveries: RawBuilder<FirstDelivery>
}
