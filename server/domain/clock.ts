/** The time now, in milliseconds since the Unix epoch. Handed to whatever needs it, so that tests can move it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Milliseconds that have gone by since some moment, whatever a wall clock is set to meanwhile. */
export type Steady = () => number

/** A time as the contract writes it: ISO 8601, UTC, milliseconds. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()
