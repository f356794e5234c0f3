import type { components } from '../../../generated/types.ts'
import type { WebhookId } from '../../domain/ids.ts'
import { flag, json } from './codecs.ts'
import { columnsOf } from './columns.ts'
import { isEventNames } from './shapes.ts'

/** A subscription with its internal fields. */
export type Subscription = components['schemas']['WebhookSubscriptionWithSecret'] & {
  id: WebhookId
  canonicalUrl: string
}

/** The column of each field of a subscription. */
export const subscriptionColumns = columnsOf<Subscription>()({
  id: 'id',
  url: 'url',
  canonicalUrl: 'canonical_url',
  events: json('events', isEventNames),
  active: flag('active'),
  secret: 'secret',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
