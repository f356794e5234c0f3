import type { Sql } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import type { RequestLog, SharedBudget } from './rate-limit/request-log.ts'

/** Thrown when a database cannot be opened or closed, or fails. The message says why. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * Thrown when the database fails for a reason outside the program, such as its disk. The message says what
 * happened and what to do.
 */
export class StoreFault extends StoreError {
  override name = 'StoreFault'
}

/** Runs statements against committed data. Rows have the types of `schema.ts`: flags are booleans, JSON is parsed. */
export type Reader = {
  /** Returns all rows. */
  all<Row>(statement: Sql): Promise<Row[]>
  /** Returns the first row, or undefined. */
  first<Row>(statement: Sql): Promise<Row | undefined>
}

/** Runs statements that change rows. */
export type Writer = {
  /** Runs a statement, outside a transaction as one of its own, and returns the rows that it returns. */
  change<Row>(statement: Sql): Promise<Row[]>
}

/** The number series of an account. */
export type Series = 'order' | 'invite'

/**
 * Runs statements inside a transaction. Reads see the transaction's own writes. A statement that fails
 * makes the transaction fail. Statements that do not need each other's results are sent together: with
 * `Promise.all`, they share a round trip. They run in their order.
 */
export type Transaction = Reader &
  Writer & {
    /** Runs a statement and returns the number of changed rows. */
    run(statement: Sql): Promise<number>
    /**
     * Lets PostgreSQL plan the next statements for the rows that tables have now. Plans for tables that were empty,
     * or had a row and the space of many, read all rows of the account.
     */
    replan(): Promise<void>
    /**
     * Takes the next number of a series. On PostgreSQL, the number is taken at once if no statement comes
     * before, so that no other transaction waits for it, and a number may be skipped.
     * @returns a function that returns the number. A work that changes nothing does not call it.
     */
    takeNumber(account: AccountId, series: Series): () => Promise<string>
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
    /** The requests that count against budgets: of one server on SQLite, and of all servers on PostgreSQL. */
    readonly requests: RequestLog | SharedBudget
    /**
     * Ensures that later reads are at least as new as this moment, including writes of other processes.
     * Call it when a request arrives. Requests that arrive together may share one state.
     */
    freshen(): void
    /**
     * Runs work in a transaction and resolves when its changes are durable. Writes that arrive together
     * may share a commit, but each fails alone. The work may run more than once, and also after it was
     * rejected, so it must have no effect but on the transaction.
     *
     * On PostgreSQL, each statement sees what others have committed before it. A work that decides by what it
     * reads locks the rows (`for no key update`), or changes them under a condition. A transaction locks an
     * order, an invite or a shop before stock, and stock before everything else, so that none waits for another
     * in a circle.
     */
    write<T>(work: Work<T>): Promise<T>
    /**
     * Milliseconds after a commit in which another process may still act on what it read before (`readCurrent`). 0 if
     * reads are instant.
     */
    readonly settleMilliseconds: number
    /** Returns whether the database can be read and written, and has the schema of this version or more. */
    isReady(): Promise<boolean>
    /** Returns the use of the database server. Undefined if the database is a file. */
    serverUse?(): ServerUse
    /** @throws {StoreError} when the database cannot be closed. */
    close(): Promise<void>
  }
