import type { Sql } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import type { RequestLog, SharedRateLimits } from './rate-limit/request-log.ts'

/** Thrown when a database cannot be opened or closed, or fails. The message says why. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * Thrown when the database fails for a reason outside the program, such as its disk. The message says what
 * happened, and has a remedy.
 */
export class StoreFault extends StoreError {
  override name = 'StoreFault'
}

/** The parts of statements that SQLite and PostgreSQL write differently. */
export type Dialect = {
  /** Locks the selected rows until the transaction ends. Nothing on SQLite, because it has one writer. */
  lock: Sql
  /** The same for the rows of one table of a join. */
  lockOf(table: string): Sql
  /** Locks the selected rows, and passes over those that others have locked. */
  lockFree: Sql
  /**
   * Compares a value with those of a query. On PostgreSQL the query runs once, with any statistics of its tables:
   * as a join or an `in`, it would depend on statistics, which a new database has none of.
   */
  among(query: Sql): Sql
  /**
   * The condition that rows of a page are an account's, where only Citus needs it, to find their shard. Elsewhere an
   * index of the account would be preferred to the numbers of the rows.
   */
  inShardOf(account: AccountId): Sql
  /** The time in milliseconds: of PostgreSQL's clock, since servers have several; on SQLite, `now`. */
  time(now: number): Sql
  /** A table with the elements of a JSON array of texts, in the column `value`. */
  elementsOf(column: string): Sql
  /**
   * The condition that the names of an order's recipient contain a word, in which apostrophes do not count.
   * @param classes the letters that may stand at each place, in both cases, that of ASCII first. None: any.
   */
  nameContains(classes: readonly string[]): Sql
  /** A JSON array of the selected rows, as objects with these columns. */
  arrayOf(columns: readonly string[]): Sql
}

/** A statement, and whose rows it is about. Only `ofAccount` and `ofAllAccounts` make one. */
export type Statement = {
  readonly query: Sql
  /** Undefined: of all accounts, or of none. */
  readonly account?: AccountId
  /** Whether it may read many more rows than it returns (`long`). */
  readonly isLong?: boolean
}

/** Statements use the dialect of the reader, writer or transaction that runs them. */
type HasDialect = { readonly dialect: Dialect }

/** Runs statements against committed data. Rows have the types of `tables.ts`: flags are booleans, JSON is parsed. */
export type Reader = HasDialect & {
  all<Row>(statement: Statement): Promise<Row[]>
  first<Row>(statement: Statement): Promise<Row | undefined>
}

export type Writer = HasDialect & {
  /** Runs a statement, outside a transaction as one of its own, and returns the rows that it returns. */
  change<Row>(statement: Statement): Promise<Row[]>
}

/**
 * Runs statements inside a transaction. Reads see the transaction's own writes. A statement that fails
 * makes the transaction fail. Statements that do not need each other's results are sent together: with
 * `Promise.all`, they share a round trip. They run in their order.
 */
export type Transaction = Reader &
  Writer & {
    /** Runs a statement and returns the number of changed rows. */
    run(statement: Statement): Promise<number>
    /**
     * Lets PostgreSQL plan the next statements for the rows that tables have now. Plans for tables that were empty,
     * or had a row and the space of many, read all rows of the account.
     */
    replan(): Promise<void>
    /**
     * Takes the number of an order. On PostgreSQL, it is taken at once, before the transaction locks stock, and a number
     * may be skipped.
     * @returns a function that returns the number. A work that changes nothing does not call it.
     */
    takeOrderNumber(): () => Promise<string>
    /**
     * Takes writes whose results the work does not await: their statements have all been sent. On PostgreSQL, the commit
     * is sent behind them, so that others wait for their locks as briefly as possible. If one fails, so does the
     * transaction.
     */
    commitWith(writes: readonly Promise<unknown>[]): void
  }

/** Work in a transaction. It awaits only the transaction. */
export type Work<T> = (transaction: Transaction) => T | Promise<T>

/** The use of a database server by one process. */
export type ServerUse = {
  /** How many connections may be open, how many are in use, and how many reads and transactions wait for one. */
  pool: { size: number; inUse: number; waiting: number }
  /** Number of transactions that began again since the start, by reason. */
  retries: { deadlock: number; duplicate: number; shortage: number }
}

export type Store = Reader &
  Writer & {
    /** The names of the migrations that ran when it was opened. */
    readonly migrated: readonly string[]
    /** The requests that count against rate limits: of one server on SQLite, and of all servers on PostgreSQL. */
    readonly requests: RequestLog | SharedRateLimits
    /**
     * Runs work in a transaction and resolves when its changes are durable. Writes that arrive together
     * may share a commit, but each fails alone. The work may run more than once, and also after it was
     * rejected, so it must have no effect but on the transaction.
     *
     * On PostgreSQL, each statement sees all that others have committed before it. A work that decides by rows that it
     * reads locks the rows (`for no key update`), or changes them under a condition. A transaction locks an
     * order, an invite or a shop before stock, and stock before everything else. So none waits for another in a
     * circle.
     */
    write<T>(work: Work<T>): Promise<T>
    /**
     * Milliseconds after a commit in which another process may still act on earlier rows (`readCurrent`). 0 if
     * reads are instant.
     */
    readonly settleMilliseconds: number
    /** Returns whether the database can be read and written, and has the schema of this version or more. */
    isReady(): Promise<boolean>
    hasServer(): Promise<boolean>
    /** The settings of the database server with which a crash of its machine loses acknowledged writes. */
    readonly unsafeSettings?: readonly string[]
    /** Returns the use of the database server. Undefined if the database is a file. */
    serverUse?(): ServerUse
    /**
     * Empties the log of changes, which holds rows as they were before and after. Undefined on PostgreSQL.
     * @returns false while another program reads the database.
     */
    emptyLog?(): Promise<boolean>
    /** @throws {StoreError} when the database cannot be closed. */
    close(): Promise<void>
  }
