/** The allowed difference between the clocks, including the length of a run, in milliseconds. */
const tolerance = 30 * 60_000

/** Returns whether a time, in milliseconds since the Unix epoch, is close to the current time. */
export const isRecent = (time: number): boolean => Math.abs(time - Date.now()) < tolerance
