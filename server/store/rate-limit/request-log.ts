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
  /** Returns the last moment that was written. */
  lastMoment(): Promise<LogMoment | undefined>
  /** Reads an address's requests after a second, oldest first. */
  requestsOf(address: string, after: number): Promise<{ second: number; requests: number }[]>
  /** Adds requests. Deletes some of those up to a second. */
  add(rows: readonly CountedRequests[], moment: LogMoment, expireUntil: number): Promise<void>
}

/** Asks for requests of an address within its `limit`, which all servers of a database share. */
export type RateLimitQuestion = {
  address: string
  windowSeconds: number
  limit: number
  /** The requests to count. */
  wanted: number
  /** Further requests to lease, if the limit is not nearly reached. */
  extra: number
  /** The requests of the last lease, which are used or returned. */
  leased: number
  /** The time in milliseconds. Null for the database server's. */
  now: number | null
}

export type RateLimitAnswer = {
  /** The time in milliseconds. */
  now: number
  /** The requests that were counted, of those wanted and then of the extra ones. */
  granted: number
  /** All requests within the window, leased ones included. */
  used: number
  /** The second of the oldest among the newest `limit` requests. */
  oldest: number
  /** 1 if some of the requests may still be returned. */
  mayReturn: number
}

/** A lease whose unused requests are returned. `leaseSecond` is the second for which they were counted. */
export type ReturnedLease = Pick<
  RateLimitQuestion,
  'address' | 'windowSeconds' | 'leased' | 'now'
> & {
  unused: number
  leaseSecond: number
}

/** The rate limit of each address, for all servers of a database. */
export type SharedRateLimits = {
  take(question: RateLimitQuestion): Promise<RateLimitAnswer>
  giveBack(lease: ReturnedLease): Promise<void>
}
