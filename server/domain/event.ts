import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { AccountId } from './ids.ts'

/** An event that a subscription can name, with its payload (specification §6). */
export type SubscribableEvent = WebhookPayloads[Exclude<WebhookName, 'webhook.test'>]

/** Emits events of an account. */
export type Emitter = {
  emit(account: AccountId, event: SubscribableEvent): void
}
