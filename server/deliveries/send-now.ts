import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { Clock } from '../domain/clock.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import type { Subscription } from '../domain/subscription.ts'
import type { Reader, Store } from '../store/store.ts'
import type { RecordedAttempt } from '../store/webhooks/attempts.ts'
import { enqueueDeliveries, listeners } from '../store/webhooks/delivery-queue.ts'
import { listSubscriptions } from '../store/webhooks/webhooks.ts'
import {
  attemptOf,
  makeDelivery,
  messageOf,
  reasonForAccount,
  type Send,
  type SubscriberResponse,
} from './delivery.ts'
import type { Seal } from './sealed-secret.ts'

/** The result of one delivery attempt. */
export type AttemptResult = {
  /** The ID of the subscription. */
  id: string
  url: string
  /** The status code of the response, or the reason why there was none. */
  outcome: number | string
  milliseconds: number
  /** The record of the attempt, for its account. It is not written yet. */
  record: RecordedAttempt
}

export type SendNow = (
  account: AccountId,
  payload: WebhookPayloads[WebhookName],
  /** Send to this subscription alone, and to no listener. */
  only?: WebhookId,
) => Promise<{
  attempts: AttemptResult[]
  /** The number of listeners that will receive it. */
  listeners: number
}>

type SendNowOptions = { store: Store; clock: Clock; send: Send; seal: Seal }

/** Returns the active subscriptions to an event, or the one of them with an id. All receive tests (specification §4). */
export const activeSubscriptions = async (
  reader: Reader,
  account: AccountId,
  event: WebhookName,
  only?: WebhookId,
): Promise<Subscription[]> =>
  (await listSubscriptions(reader, account)).filter(
    ({ id, active, events }) =>
      active &&
      (only === undefined || id === only) &&
      (event === 'webhook.test' || events.some((each) => each === event)),
  )

/**
 * Returns a function that sends an event to an account's active subscriptions to it and to its listeners.
 * All deliveries to subscriptions run at once, with one attempt each. Resolves with their results, for use by the CLI.
 */
export const createSendNow =
  ({ store, clock, send, seal }: SendNowOptions): SendNow =>
  async (account, payload, only) => {
    const { event } = payload
    const body = JSON.stringify(payload)
    const subscriptions = await activeSubscriptions(store, account, event, only)
    const delivery = { event, body, now: clock() }
    const listening =
      only === undefined ? await enqueueDeliveries(store, account, delivery, listeners) : []
    const attempt = async ({ id, url, secret }: Subscription): Promise<AttemptResult> => {
      const started = performance.now()
      const ended = (outcome: number | string, result: SubscriberResponse | string) => {
        const milliseconds = performance.now() - started
        const made = { account, webhook: id, event, body, at: clock(), milliseconds }
        return { id, url, outcome, milliseconds, record: attemptOf(made, result) }
      }
      try {
        const target = { url, secret: seal.open(secret) }
        const response = await send(url, async () => makeDelivery(target, event, body, clock()))
        return ended(response.status, response)
      } catch (error) {
        return ended(messageOf(error), reasonForAccount(error))
      }
    }
    const attempts = await Promise.all(subscriptions.map(attempt))
    return { attempts, listeners: listening.length }
  }
