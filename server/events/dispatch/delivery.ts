import type { WebhookName } from '../../../generated/webhooks.ts'
import type { Subscription } from '../../store/columns/webhook-columns.ts'
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
 * @param sign makes what is sent, once there is a connection to send it on.
 * @param stop gives the attempt up, with the reason that is thrown.
 * @returns the subscriber's status.
 * @throws when it was not answered; the message says why in a few words.
 */
export type Send = (
  url: string,
  sign: () => Promise<Pick<Delivery, 'headers' | 'body'>>,
  stop?: AbortSignal,
) => Promise<number>

/** Whether a subscriber's status says that it has the delivery. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

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
