/** A server's clock may be off by so much; what happened during a run is not older. */
const tolerance = 30 * 60_000

/** Whether a time, in milliseconds since the Unix epoch, is about now. */
export const isRecent = (time: number): boolean => Math.abs(time - Date.now()) < tolerance
