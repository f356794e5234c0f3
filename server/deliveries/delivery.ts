import { z } from 'zod'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { Subscription } from '../domain/subscription.ts'
import { sign } from '../domain/webhook-signature.ts'
import type { RecordedAttempt } from '../store/webhooks/attempts.ts'
import { SealError } from './sealed-secret.ts'

/** A signed POST to a subscriber. The body is sent exactly as it was signed (specification §6). */
export type Delivery = {
  url: string
  headers: {
    'Content-Type': 'application/json'
    'X-Webhook-Signature': string
    'X-Webhook-Timestamp': string
    'X-Webhook-Event': WebhookName
  }
  body: string
}

/**
 * Attempts a delivery once.
 * @param sign returns the headers and body. Called when the connection is made.
 * @param stop aborts the attempt. Its reason is thrown.
 * @throws when there is no response. The message is short.
 */
export type Send = (
  url: string,
  sign: () => Promise<Pick<Delivery, 'headers' | 'body'>>,
  stop?: AbortSignal,
) => Promise<SubscriberResponse>

/** What a subscriber responds: the status code, and the first KiB of the body as text. */
export type SubscriberResponse = { status: number; text: string }

/** Thrown when a delivery fails. The message is short and is shown in the result of a test. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/** Returns the message of an error, for the log and the result of a test. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns why a delivery failed, as the account sees it. Only the operator can fix a sealed secret. */
export const reasonForAccount = (error: unknown): string =>
  error instanceof SealError ? 'The signing secret cannot be read' : messageOf(error)

/** Returns whether a status code means that the subscriber accepted the delivery. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * Returns a signed delivery of a payload to a subscription.
 * @param now Unix time in milliseconds.
 */
export const makeDelivery = (
  { url, secret }: Pick<Subscription, 'url' | 'secret'>,
  event: WebhookName,
  body: string,
  now: number,
): Delivery => {
  const timestamp = String(Math.floor(now / 1000))
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'X-Webhook-Signature': sign(secret, timestamp, body),
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Event': event,
    },
    body,
  }
}

/** An attempt that was made: of a payload to a subscription, when it ended and how many milliseconds it took. */
type Made = Pick<RecordedAttempt, 'account' | 'webhook' | 'event' | 'at' | 'milliseconds'> & {
  body: string
}

/** Returns the record of an attempt. @param result a response, or why there is none. */
export const attemptOf = (
  { body, milliseconds, ...made }: Made,
  result: SubscriberResponse | string,
): RecordedAttempt => {
  const response = typeof result === 'string' ? undefined : result
  return {
    ...made,
    subject: subjectOf(body),
    milliseconds: Math.round(milliseconds),
    statusCode: response?.status ?? null,
    error: typeof result === 'string' ? result : null,
    // Databases take no NUL.
    response: response?.text.replaceAll('\0', '\ufffd') ?? '',
  }
}

const subjectOfBody = z.object({
  data: z.object({ orderId: z.string().optional(), inviteId: z.string().optional() }).default({}),
})

/** Returns the id of the order or invite that a payload is about. */
function subjectOf(body: string): string {
  const { data } = subjectOfBody.parse(JSON.parse(body))
  return data.orderId ?? data.inviteId ?? ''
}
