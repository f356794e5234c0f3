import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { AccountId } from './ids.ts'

/** An event that a subscription can name, with its payload (specification §6). */
export type SubscribableEvent = WebhookPayloads[Exclude<WebhookName, 'webhook.test'>]

/** Publishes events of accounts to their subscribers, in transactions of a store. */
export type Publisher<Transaction> = {
  /**
   * Queues an event in the transaction that causes it.
   * @returns a function to call after the commit. It returns at once and never throws. Deliveries start
   *   in the next turn of the event loop.
   */
  enqueue(
    transaction: Transaction,
    account: AccountId,
    event: SubscribableEvent,
  ): Promise<() => void>
}

export type Emitter = { emit(account: AccountId, event: SubscribableEvent): void }
