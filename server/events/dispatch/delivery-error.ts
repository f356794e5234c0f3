/** Thrown when a delivery fails. The message is short and is shown in the result of a test. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/** Returns the message of an error, for the log and the result of a test. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
