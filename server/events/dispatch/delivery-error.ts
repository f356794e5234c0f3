/** Why a delivery did not arrive, in a few words for who tests a subscription. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/** What an error says, for the log and for who tests a subscription. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
