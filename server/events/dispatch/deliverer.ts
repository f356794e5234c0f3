import type { components } from '../../../generated/types.ts'
import type { Publisher } from '../../domain/event.ts'
import type { Transaction } from '../../store/store.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']
type SubscriptionWithSecret = components['schemas']['WebhookSubscriptionWithSecret']

/** Delivers events to the account's active subscriptions to them. */
export type Deliverer = Publisher<Transaction> & {
  /**
   * Sends one `webhook.test` to a subscription, even if it has other events, and returns the result.
   * @param read returns the current subscription, or nothing if it was deleted.
   */
  test(read: () => Promise<SubscriptionWithSecret | undefined>): Promise<WebhookTestResult>
}
