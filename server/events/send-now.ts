import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { Clock } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Subscription } from '../domain/subscription.ts'
import { enqueueDeliveries, listeners } from '../store/delivery-queue.ts'
import type { Reader, Store } from '../store/store.ts'
import { listSubscriptions } from '../store/webhooks.ts'
import { makeDelivery, messageOf, type Send } from './delivery.ts'
import type { Seal } from './sealed-secret.ts'

/** The result of one delivery attempt. */
export type AttemptResult = {
  /** The ID of the subscription. */
  id: string
  url: string
  /** The status code of the response, or the reason why there was none. */
  outcome: number | string
  milliseconds: number
}

export type SendNow = (
  account: AccountId,
  payload: WebhookPayloads[WebhookName],
) => Promise<{
  attempts: AttemptResult[]
  /** The number of listeners that will receive it. */
  listeners: number
}>

type Options = { store: Store; clock: Clock; send: Send; seal: Seal }

/** Returns the active subscriptions to an event. All receive tests (specification §4). */
export const activeSubscriptions = async (
  reader: Reader,
  account: AccountId,
  event: WebhookName,
): Promise<Subscription[]> =>
  (await listSubscriptions(reader, account)).filter(
    ({ active, events }) =>
      active && (event === 'webhook.test' || events.some((each) => each === event)),
  )

/**
 * Returns a function that sends an event to an account's active subscriptions to it and to its listeners.
 * All deliveries to subscriptions run at once, with one attempt each. Resolves with their results, for use by the CLI.
 */
export const createSendNow =
  ({ store, clock, send, seal }: Options): SendNow =>
  async (account, payload) => {
    const { event } = payload
    const body = JSON.stringify(payload)
    const subscriptions = await activeSubscriptions(store, account, event)
    const delivery = { event, body, now: clock() }
    const listening = await enqueueDeliveries(store, account, delivery, listeners)
    const attempts = subscriptions.map(async ({ id, url, secret }): Promise<AttemptResult> => {
      const started = performance.now()
      const sign = async () =>
        makeDelivery({ url, secret: seal.open(secret) }, event, body, clock())
      const outcome = await send(url, sign).catch(messageOf)
      return { id, url, outcome, milliseconds: performance.now() - started }
    })
    return { attempts: await Promise.all(attempts), listeners: listening.length }
  }
