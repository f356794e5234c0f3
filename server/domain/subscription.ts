import type { components } from '../../generated/types.ts'
import type { WebhookId } from './ids.ts'

/** A subscription of the contract with the type of its id, and the URL that identifies it. */
export type Subscription = components['schemas']['WebhookSubscriptionWithSecret'] & {
  id: WebhookId
  canonicalUrl: string
}
