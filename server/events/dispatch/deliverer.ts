import type { components } from '../../../generated/types.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId } from '../../domain/ids.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']
type SubscriptionWithSecret = components['schemas']['WebhookSubscriptionWithSecret']

/** Brings events to subscribers. */
export type Deliverer = {
  /**
   * Takes an event for the account's active subscriptions to it. Called after the commit that caused
   * it; returns at once and never throws, and whatever comes of it comes after the turn of the event loop.
   */
  publish(account: AccountId, event: SubscribableEvent): void
  /**
   * Sends one `webhook.test` to a subscription, whatever its events, and tells what came of it.
   * @param read reads the subscription as it is now.
   */
  test(read: () => Promise<SubscriptionWithSecret | undefined>): Promise<WebhookTestResult>
}
