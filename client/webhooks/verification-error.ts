/** Why a delivery is not to be believed. */
export type VerificationFailure =
  /** It lacks the signature or its timestamp. */
  | 'missing-header'
  /** Somebody else signed it, or what was signed is not what arrived. */
  | 'signature-mismatch'
  /** It was signed too long ago, or too far in the future. */
  | 'timestamp-out-of-tolerance'
  /** It is signed, but is no event. */
  | 'malformed-payload'
  /** `X-Webhook-Event`, which is not signed, names another event than the body does. */
  | 'event-mismatch'
  /** It is signed, and of an event that this version of the package does not know. */
  | 'unknown-event'

/** A delivery that is not to be believed; the message says what to look at. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
