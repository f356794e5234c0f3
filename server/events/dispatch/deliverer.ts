import type { components } from '../../../generated/types.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Transaction } from '../../store/store.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']
type SubscriptionWithSecret = components['schemas']['WebhookSubscriptionWithSecret']

/** Delivers events to subscribers. */
export type Deliverer = {
  /**
   * Queues an event for the account's active subscriptions to it, in the transaction that causes it.
   * @returns a function to call after the commit. It returns at once and never throws. Attempts start in
   * the next turn of the event loop.
   */
  enqueue(
    transaction: Transaction,
    account: AccountId,
    event: SubscribableEvent,
  ): Promise<() => void>
  /** Queues an event without a transaction. Returns at once and never throws. */
  publish(account: AccountId, event: SubscribableEvent): void
  /**
   * Sends one `webhook.test` to a subscription, whatever its events, and returns the result.
   * @param read returns the current subscription, or nothing if it was deleted.
   */
  test(read: () => Promise<SubscriptionWithSecret | undefined>): Promise<WebhookTestResult>
}
