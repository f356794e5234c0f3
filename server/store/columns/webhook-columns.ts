import type { components } from '../../../generated/types.ts'
import type { WebhookId } from '../../domain/ids.ts'
import { flag, json } from './codecs.ts'
import { columnsOf } from './columns.ts'
import { isEventNames } from './shapes.ts'

/** A subscription as the service knows it. */
export type Subscription = components['schemas']['WebhookSubscriptionWithSecret'] & {
  id: WebhookId
  canonicalUrl: string
}

/** Where each field of a subscription is kept. */
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
