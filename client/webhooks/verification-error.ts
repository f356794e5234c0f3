/** Why a delivery failed verification. */
export type VerificationFailure =
  /** The signature or the timestamp header is missing. */
  | 'missing-header'
  /** The signature does not match the secret and the body. */
  | 'signature-mismatch'
  /** The timestamp is too old or too far in the future. */
  | 'timestamp-out-of-tolerance'
  /** The signature is valid, but the body is not an event. */
  | 'malformed-payload'
  /** The unsigned `X-Webhook-Event` names another event than the signed body. */
  | 'event-mismatch'
  /** The signature is valid, but this version of the package does not know the event. */
  | 'unknown-event'

/** Thrown for a delivery that fails verification. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
