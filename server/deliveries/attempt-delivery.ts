import { z } from 'zod'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { Clock } from '../domain/clock.ts'
import { sign } from '../domain/webhook-signature.ts'
import type { RecordedAttempt } from '../store/webhooks/attempts.ts'
import type { Subscription } from '../store/webhooks/webhooks.ts'
import { SealError } from './sealed-secret.ts'

/** The body of a delivery, as it is sent, and its event. */
export type Message = { event: WebhookName; body: string }

/** Where a delivery goes, and the secret that signs it, in plain text. */
type Receiver = Pick<Subscription, 'url' | 'secret'>

type AttemptOptions = { send: Send; clock: Clock; stop?: AbortSignal }

/** The result of an attempt: a response, or why there is none. */
export type AttemptResult = { milliseconds: number } & (
  | { response: SubscriberResponse }
  | { error: unknown }
)

/**
 * Makes one attempt of a delivery, without retries (specification §6). Never throws.
 *
 * The receiver is read again after the connection is made, so that no delivery is signed with an old secret. If its URL
 * has changed, nothing is sent to the old one: the delivery connects to the new one instead.
 * @param read returns the receiver, or throws if it does not receive the delivery.
 */
export const attemptDelivery = async (
  { event, body }: Message,
  read: () => Promise<Receiver>,
  { send, clock, stop }: AttemptOptions,
): Promise<AttemptResult> => {
  const started = performance.now()
  for (;;)
    try {
      const { url } = await read()
      const signed = async () => {
        const current = await read()
        if (current.url !== url) throw new MovedError('The subscription has another URL')
        return { headers: signedHeaders(current.secret, event, body, clock()), body }
      }
      const response = await send(url, signed, stop)
      return { response, milliseconds: performance.now() - started }
    } catch (error) {
      if (!(error instanceof MovedError))
        return { error, milliseconds: performance.now() - started }
    }
}

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
 * Sends a delivery once.
 * @param sign returns the headers and body. Called when the connection is made.
 * @param stop aborts the attempt. Its reason is thrown.
 * @throws when there is no response. The message is short.
 */
export type Send = (
  url: string,
  sign: () => Promise<Pick<Delivery, 'headers' | 'body'>>,
  stop?: AbortSignal,
) => Promise<SubscriberResponse>

/** A subscriber's response: the status code, and the first KiB of the body as text. */
export type SubscriberResponse = { status: number; text: string }

/** Returns the headers of a delivery. @param now Unix time in milliseconds. */
export const signedHeaders = (
  secret: string,
  event: WebhookName,
  body: string,
  now: number,
): Delivery['headers'] => {
  const timestamp = String(Math.floor(now / 1000))
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Signature': sign(secret, timestamp, body),
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Event': event,
  }
}

/** Thrown when a delivery fails. The message is short and is shown in the result of a test. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/** Thrown when the subscription has another URL than the one that is connected to. */
class MovedError extends DeliveryError {}

/** Returns the message of an error, for the log and the operator. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns why a delivery failed, as the account sees it. Only the operator can fix a sealed secret. */
export const reasonForAccount = (error: unknown): string =>
  error instanceof SealError ? 'The signing secret cannot be read' : messageOf(error)

/** Returns whether a status code means that the subscriber accepted the delivery. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** An attempt that was made: of a message to a subscription, and when it ended. */
type Made = Pick<RecordedAttempt, 'account' | 'webhook' | 'at' | 'seq'> & Message

export const recordOf = (
  { account, webhook, at, event, body, seq }: Made,
  result: AttemptResult,
): RecordedAttempt => {
  const response = 'response' in result ? result.response : undefined
  const subject = subjectOf(body)
  return {
    account,
    webhook,
    at,
    event,
    subject,
    seq,
    body: subject === '' ? body : undefined,
    milliseconds: Math.round(result.milliseconds),
    statusCode: response?.status ?? null,
    error: 'error' in result ? reasonForAccount(result.error) : null,
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
