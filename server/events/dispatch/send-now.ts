import type { WebhookName, WebhookPayloads } from '../../../generated/webhooks.ts'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Store } from '../../store/store.ts'
import { listSubscriptions } from '../../store/webhooks.ts'
import type { Listeners } from '../listeners/listeners.ts'
import { makeDelivery, type Send } from './delivery.ts'
import { messageOf } from './delivery-error.ts'
import type { Seal } from './sealed-secret.ts'

/** An attempt at one of an event's deliveries, and what came of it. */
export type Attempted = {
  /** The subscription, or the listener. */
  id: string
  /** Where the subscription leads; nothing for a listener. */
  url: string | undefined
  /** The status that was answered, or why there is none. */
  outcome: number | string
  /** How long it took. */
  milliseconds: number
}

export type SendNow = (
  account: AccountId,
  payload: WebhookPayloads[WebhookName],
) => Promise<Attempted[]>

type Options = { store: Store; clock: Clock; send: Send; seal: Seal; listeners: Listeners }

/** Whatever a subscription is to, a test goes to it too (specification §4). */
const wants = (events: readonly string[], event: WebhookName): boolean =>
  event === 'webhook.test' || events.includes(event)

const timed = async (
  who: Pick<Attempted, 'id' | 'url'>,
  attempt: () => Promise<number>,
): Promise<Attempted> => {
  const started = performance.now()
  const outcome = await attempt().catch(messageOf)
  return { ...who, outcome, milliseconds: performance.now() - started }
}

/**
 * Makes what sends an event, all at once and one attempt each, to the active subscriptions of an account
 * that want it and to who listens, and tells what came of each: for a person who waits for that.
 */
export const createSendNow =
  ({ store, clock, send, seal, listeners }: Options): SendNow =>
  async (account, payload) => {
    const { event } = payload
    const body = JSON.stringify(payload)
    const signed = async (url: string, secret: string) =>
      makeDelivery({ url, secret: seal.open(secret) }, event, body, clock())
    const subscriptions = await listSubscriptions(store, account)
    return Promise.all([
      ...subscriptions
        .filter(({ active, events }) => active && wants(events, event))
        .map(({ id, url, secret }) =>
          timed({ id, url }, () => send(url, () => signed(url, secret))),
        ),
      ...listeners
        .matching(account, event)
        .map(({ id, secret, forward }) =>
          timed({ id, url: undefined }, async () => forward(await signed('', secret))),
        ),
    ])
  }
