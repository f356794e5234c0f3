import type { AccountId } from '../domain/ids.ts'
import type { RequestLog, SharedBudget } from './rate-limit/request-log.ts'
import type { Statement, Values } from './statement.ts'

/** Thrown when a database cannot be opened or closed, or fails. The message says why. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * Thrown when the database fails for a reason outside the program, such as its disk. The store counts and
 * reports these errors itself. The message says what happened and what to do.
 */
export class StoreFault extends StoreError {
  override name = 'StoreFault'
}

/** Runs statements against committed data. */
export type Reader = {
  /** Returns all rows. */
  all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]>
  /** Returns the first row, or undefined. */
  first<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row | undefined>
}

/** Increments a counter of an account. `isAlone` is whether the statement is a transaction of its own. */
export type NextNumber = Statement<{ account: AccountId; isAlone: boolean }, { number: number }>

/** Returns the rows of a statement that was sent. Call it after the commit. */
export type Sent<Row> = () => Row[]

/**
 * Runs statements inside a transaction. Reads see the transaction's own writes. A statement that fails
 * makes the transaction fail.
 */
export type Transaction = Reader & {
  /** Runs a statement and returns the number of changed rows. */
  run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<number>
  /**
   * Runs a statement whose result the work does not need. Statements that a work sends last share a round
   * trip with the commit.
   */
  send<P extends Values, Row>(statement: Statement<P, Row>, values: P): Sent<Row>
  /**
   * Resolves when all statements that were sent have run. A work that sends thousands waits now and then.
   * @param countsRows whether the database plans the next statements for the rows that the tables have now.
   */
  drain(countsRows: boolean): Promise<void>
  /**
   * Takes a number from a counter. On PostgreSQL, the number is taken at once if no statement comes
   * before, so that no other transaction waits for it. A transaction that fails may skip a number.
   * @returns a function that returns the number. A work that changes nothing does not call it.
   */
  takeNumber(account: AccountId, next: NextNumber): () => Promise<number>
  /** Runs a statement before the commit, once for all writes of the commit that request it. */
  beforeCommit(statement: Statement<Record<string, never>, unknown>): void
  /**
   * Lets the write resolve only when no process acts on the state before it, if all use `readCurrent`.
   * @param hasChanged called after the commit.
   */
  settleIf(hasChanged: () => boolean): void
}

/** The statements of this many changes are sent at once. More would fill memory before PostgreSQL has run them. */
const changesAtOnce = 100

/** Sends the statements of any number of changes. */
export const sendEach = async <T>(
  transaction: Transaction,
  changes: Iterable<T>,
  send: (change: T) => void | Promise<void>,
): Promise<void> => {
  let sent = 0
  let counted = changesAtOnce
  for (const change of changes) {
    await send(change)
    if (++sent % changesAtOnce > 0) continue
    const hasDoubled = sent === counted
    await transaction.drain(hasDoubled)
    if (hasDoubled) counted *= 2
  }
}

/** The use of connections: how many may be open, how many are in use, and how many reads and transactions wait for one. */
type PoolUse = { size: number; inUse: number; waiting: number }

/** The use of a database server by one process. */
export type ServerUse = {
  pool: PoolUse
  /** Number of transactions that began again since the start, by reason. */
  retries: { deadlock: number; duplicate: number; shortage: number }
}

/** Work in a transaction. It awaits only the transaction. */
export type Work<T> = (transaction: Transaction) => T | Promise<T>

export type Store = Reader & {
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
   * reads locks the rows (`Dialect.locked`), or changes them under a condition.
   */
  write<T>(work: Work<T>): Promise<T>
  /**
   * Like `write`, for work that takes rows for what its caller does outside the database. No client waits for
   * it, so it may wait a few milliseconds to share a commit. If the connection is lost as the transaction
   * commits, finds out whether it did. Rejects only if it did not, or if `stop` aborts the search.
   */
  claim<T>(work: Work<T>, stop: AbortSignal): Promise<T>
  /** Milliseconds after a commit in which others may act on what they read before. 0 if reads are instant. */
  readonly settleMilliseconds: number
  /** Returns whether no read or write has failed, or all that failed succeed again. */
  isHealthy(): boolean
  /**
   * Returns whether the database has the schema of this version. A newer version may have added to it.
   */
  isCurrent(): Promise<boolean>
  /** Returns the use of the database server. Undefined if the database is a file. */
  serverUse?(): ServerUse
  /** @throws {StoreError} when the database cannot be closed. */
  close(): Promise<void>
}
