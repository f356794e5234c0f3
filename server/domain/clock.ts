/** Returns the current time in milliseconds since the Unix epoch. Passed as a parameter, so that tests can set it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Returns the milliseconds since some fixed moment, independent of changes of the wall clock. */
export type MonotonicClock = () => number

/** Formats a time as in the contract: ISO 8601, UTC, with milliseconds. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()
