import type { Statement, Values } from './statement.ts'

/** Runs statements against what is committed. */
export type Reader = {
  /** Every row. */
  all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]>
  /** The first row, or nothing. */
  first<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row | undefined>
}

/** Runs statements inside a transaction; reads see what it has written. */
export type Transaction = Reader & {
  /** Runs a statement for its effect; answers how many rows it changed. */
  run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<number>
  /** Runs a statement once, just before the commit, however many writes asked for it. */
  beforeCommit(statement: Statement<Record<string, never>, unknown>): void
}

export type Store = Reader & {
  /**
   * Whatever is read from now on is at least as new as this moment, whichever process wrote it. To
   * be called as a request arrives; a store may let requests that arrive together see one state.
   */
  freshen(): void
  /**
   * Runs a piece of work in a transaction and answers once it is durable. Writes that arrive together
   * may share a commit; each fails alone. The work awaits nothing but the transaction.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
