import type { Queued, Row } from './rows.ts'

/** Reads the database of a run, beside the server. */
export type RowReader = {
  /** Returns the rows that requests created, after the laws that hold for any of them. @throws {Violation} */
  read(): Promise<Row[]>
  /** Returns the deliveries that wait. */
  queued(): Promise<Queued[]>
  /** Checks every invariant. It takes long. @throws {Violation} */
  checkAll(): Promise<void>
  close(): Promise<void>
}

/** The database of a run, a copy of the template. */
export type RunDatabase = {
  /** The server's settings. */
  environment(): Record<string, string>
  /** Keeps the data as it is now, because the process is killed. */
  kill(): void
  /** Waits until the database runs no statement of an ended process. */
  end(): Promise<void>
  openReader(): Promise<RowReader>
  remove(): Promise<void>
}
