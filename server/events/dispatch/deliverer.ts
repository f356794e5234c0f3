import type { components } from '../../../generated/types.ts'
import type { Publisher } from '../../domain/event.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import type { Transaction } from '../../store/store.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']
type Subscription = components['schemas']['WebhookSubscriptionWithSecret'] & { id: WebhookId }

/** Delivers events to the account's active subscriptions to them. */
export type Deliverer = Publisher<Transaction> & {
  /**
   * Sends one `webhook.test` to a subscription, even if it has other events, and returns the result.
   * @param subscription the subscription, as read a moment ago.
   * @param read returns the current subscription, or nothing if it was deleted.
   */
  test(
    account: AccountId,
    subscription: Subscription,
    read: () => Promise<Subscription | undefined>,
  ): Promise<WebhookTestResult>
}
