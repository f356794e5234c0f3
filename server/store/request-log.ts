/**
 * The number of requests of an address in one second that count against its budget. `number` counts the
 * rows of a process, from 1.
 */
export type CountedRequests = {
  readonly address: string
  readonly second: number
  readonly number: number
  requests: number
}

/** Requests of an address in one second, counted by another process. */
export type OthersRequests = Pick<CountedRequests, 'address' | 'second' | 'requests'>

/**
 * The last row of each process that has been read, by the process's number. A sync that finds nothing new
 * returns the same object.
 */
export type LogCursor = ReadonlyMap<number, number>

/** What a process sends to the log. */
export type SyncBatch = {
  /** Rows in the order of their numbers. Rows that the log has already are ignored on PostgreSQL. */
  counted: readonly CountedRequests[]
  /** The rows that the process has read. */
  cursor: LogCursor
  /** Whether to pass over the new rows of others. */
  skipsOthers: boolean
  /** Rows up to this second may be deleted. */
  expireUntil: number
}

/** The time of a log, as its processes share it. */
export type LogClock = {
  /** The database server's clock in milliseconds. Undefined if processes share the machine's clock. */
  now: number | undefined
  /** Seconds that the log's time is ahead of that clock. */
  offset: number
  /** The newest second in the log. */
  newest: number
}

/** What the log returns. */
export type SyncResult = { others: OthersRequests[]; cursor: LogCursor; clock: LogClock }

/** The log of counted requests, which the processes on a database share. */
export type RequestLog = {
  /** Milliseconds from one sync of a process to its next. */
  readonly period: number
  /** Rows that are sent at once. */
  readonly batchRows: number
  /** Reads an address's requests after a second, from the rows up to a cursor. */
  requestsOf(
    address: string,
    after: number,
    cursor: LogCursor,
  ): Promise<{ second: number; requests: number }[]>
  /** Adds a process's rows and returns those of others after the cursor. Deletes some expired rows. */
  sync(batch: SyncBatch): Promise<SyncResult>
  /** Replaces the offset of the log's clock, unless another process has replaced it. */
  setOffset(from: number, to: number): Promise<void>
}
