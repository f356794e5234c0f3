import type { WebhookName } from '../../generated/webhooks.ts'
import type { Subscription } from '../store/webhooks.ts'
import { sign } from './signature.ts'

/** One POST to a subscriber, ready to be sent: the signed bytes are the sent bytes (specification §6). */
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
 * Makes one attempt at a delivery.
 * @returns the subscriber's status.
 * @throws when the request never reached it; the message says why in a few words.
 */
export type Send = (delivery: Delivery) => Promise<number>

/** A payload for a subscription, signed with its secret at a time in milliseconds. */
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
