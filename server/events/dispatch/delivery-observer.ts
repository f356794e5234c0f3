import type { WebhookName } from '../../../generated/webhooks.ts'

/**
 * The outcome of a delivery: `delivered` is a 2xx response, `refused` any other status, and `failed` no
 * response. `unwanted` means that the subscription was deleted, deactivated or changed before it was sent.
 */
export type Outcome = 'delivered' | 'refused' | 'failed' | 'unwanted'

/** Called when a delivery is attempted and when it is finished. */
export type DeliveryObserver = {
  started(event: WebhookName): void
  finished(event: WebhookName, outcome: Outcome): void
}

/** Ignores all deliveries. */
export const noObserver: DeliveryObserver = { started: () => {}, finished: () => {} }
