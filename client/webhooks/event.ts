import { type WebhookName, type WebhookPayloads, webhooks } from '../../generated/webhooks.ts'
import { WebhookVerificationError } from './verification-error.ts'

/** An event that was delivered; `event` tells which, and so what `data` has. */
export type WebhookEvent = WebhookPayloads[WebhookName]

const isKnown = (name: string): name is WebhookName => Object.hasOwn(webhooks, name)

const malformed = (cause?: unknown) =>
  new WebhookVerificationError(
    'malformed-payload',
    'The body is rightly signed, but is no event: look at what else has this secret',
    { cause },
  )

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw malformed(error)
  }
}

/** The service signs what the contract allows; what is looked at here is that it is an event at all. */
const isEvent = (value: unknown): value is { event: string; data: object } =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  typeof value.event === 'string' &&
  'data' in value &&
  typeof value.data === 'object' &&
  value.data !== null

const isOfContract = (value: { event: string; data: object }): value is WebhookEvent =>
  isKnown(value.event)

/**
 * Reads an event from a body whose signature holds.
 * @param named what `X-Webhook-Event` says. It is not signed, so the body's word counts.
 * @throws {WebhookVerificationError} `malformed-payload`, `event-mismatch` or `unknown-event`.
 */
export const readEvent = (body: Uint8Array, named: string | undefined): WebhookEvent => {
  const value = parse(body)
  if (!isEvent(value)) throw malformed()
  if (named !== undefined && named !== value.event)
    throw new WebhookVerificationError(
      'event-mismatch',
      `X-Webhook-Event says ${named}, the signed body ${value.event}: something on the way has changed the header`,
    )
  if (!isOfContract(value))
    throw new WebhookVerificationError(
      'unknown-event',
      `This version does not know ${value.event}: update the package, or read the body yourself after verifySignature`,
    )
  return value
}
