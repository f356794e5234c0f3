/** The number of requests of an address in one second that count against its rate limit. */
export type CountedRequests = {
  readonly address: string
  readonly second: number
  requests: number
}

/** A moment of the log's time, and of the clocks that it follows. In milliseconds. */
export type LogMoment = {
  time: number
  wall: number
  /** The monotonic clock, which counts from the start of the machine that `boot` identifies. */
  monotonic: number
  boot: string
}

/** The requests that the only server of a database counts in memory, and writes later. */
export type RequestLog = {
  lastMoment(): Promise<LogMoment | undefined>
  /** Reads an address's requests after a second, oldest first. */
  requestsOf(address: string, after: number): Promise<{ second: number; requests: number }[]>
  /** Adds requests. Deletes some of those up to a second. */
  add(rows: readonly CountedRequests[], moment: LogMoment, expireUntil: number): Promise<void>
}

/** Asks to count requests of an address within its `limit`, which all servers of a database share. */
export type RateLimitQuestion = {
  address: string
  windowSeconds: number
  limit: number
  wanted: number
  /** The time in milliseconds. Null for the database server's. */
  now: number | null
}

export type RateLimitAnswer = {
  /** The time in milliseconds. */
  now: number
  granted: number
  /** All requests within the window. */
  used: number
  /** The second of the oldest among the newest `limit` requests. */
  oldest: number
}

export type SharedRateLimits = {
  take(question: RateLimitQuestion): Promise<RateLimitAnswer>
}
