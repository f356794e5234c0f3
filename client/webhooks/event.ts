import { type WebhookName, type WebhookPayloads, webhooks } from '../../generated/webhooks.ts'
import { WebhookVerificationError } from './verification-error.ts'

/** A delivered event. `event` determines the type of `data`. */
export type WebhookEvent = WebhookPayloads[WebhookName]

const isKnown = (name: string): name is WebhookName => Object.hasOwn(webhooks, name)

const malformed = (cause?: unknown) =>
  new WebhookVerificationError(
    'malformed-payload',
    'The signature is valid, but the body is not an event. Check what else uses this secret.',
    { cause },
  )

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw malformed(error)
  }
}

/** Checks only the outline of an event. The service sends only events that match the contract. */
const isEvent = (value: unknown): value is { event: string; data: object } =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  typeof value.event === 'string' &&
  'data' in value &&
  typeof value.data === 'object' &&
  value.data !== null

const isKnownEvent = (value: { event: string; data: object }): value is WebhookEvent =>
  isKnown(value.event)

/**
 * Reads the event from a body with a valid signature.
 * @param named the value of `X-Webhook-Event`. It is not signed, so the body decides.
 * @throws {WebhookVerificationError} `malformed-payload`, `event-mismatch` or `unknown-event`.
 */
export const readEvent = (body: Uint8Array, named: string | undefined): WebhookEvent => {
  const value = parse(body)
  if (!isEvent(value)) throw malformed()
  if (named !== undefined && named !== value.event)
    throw new WebhookVerificationError(
      'event-mismatch',
      `X-Webhook-Event is ${named}, but the signed body is ${value.event}. A proxy may have changed the header.`,
    )
  if (!isKnownEvent(value))
    throw new WebhookVerificationError(
      'unknown-event',
      `This version does not know the event ${value.event}. Update the package, or use verifySignature and parse the body.`,
    )
  return value
}
