import type { WebhookName } from '../../../generated/webhooks.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { sign } from './signature.ts'

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
 * @returns the status code of the response.
 * @throws when there is no response. The message is short.
 */
export type Send = (
  url: string,
  sign: () => Promise<Pick<Delivery, 'headers' | 'body'>>,
  stop?: AbortSignal,
) => Promise<number>

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
