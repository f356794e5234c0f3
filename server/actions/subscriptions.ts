import { timestamp } from '../domain/clock.ts'
import { type AccountId, newId, type WebhookId } from '../domain/ids.ts'
import type { Rejection } from '../domain/rejection.ts'
import type { Subscription } from '../domain/subscription.ts'
import { canonicalWebhookUrl } from '../domain/webhook-url.ts'
import { lockSubscription } from '../store/locks.ts'
import type { Transaction } from '../store/store.ts'
import {
  findSubscription,
  insertSubscription,
  subscriptionTo,
  updateSubscription,
} from '../store/webhooks.ts'

/** Returns a new active subscription, or a rejection if deliveries to its URL are not allowed. */
export const newSubscription = (
  { url, events, secret }: Pick<Subscription, 'url' | 'events' | 'secret'>,
  now: number,
): Subscription | Rejection => {
  const canonicalUrl = canonicalWebhookUrl(url)
  if (canonicalUrl === undefined) return { rejected: 'webhook-url' }
  const at = timestamp(now)
  return {
    id: newId('whk'),
    url,
    canonicalUrl,
    events,
    active: true,
    secret,
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Adds a subscription, unless another one of the account has its URL.
 * @returns a function that returns, after the commit, the subscription as it was given.
 */
export const addSubscription = (
  transaction: Transaction,
  account: AccountId,
  subscription: Subscription,
  seal: (secret: string) => string,
): (() => Subscription | Rejection) => {
  const secret = seal(subscription.secret)
  const wasAdded = insertSubscription(transaction, account, { ...subscription, secret })
  return () => (wasAdded() ? subscription : { rejected: 'webhook-exists' })
}

type Changes = Partial<Pick<Subscription, 'url' | 'canonicalUrl' | 'events' | 'active' | 'secret'>>

/** Changes a subscription that the transaction has read. Does not check whether its URL is taken. */
export const changeFoundSubscription = (
  transaction: Transaction,
  account: AccountId,
  found: Subscription,
  changes: Changes,
  now: number,
): Subscription => {
  const after = { ...found, ...changes, updatedAt: timestamp(now) }
  updateSubscription(transaction, account, after)
  return after
}

/** Changes a subscription. */
export const changeSubscription = async (
  transaction: Transaction,
  account: AccountId,
  id: WebhookId,
  changes: Changes,
  now: number,
): Promise<Subscription | Rejection> => {
  const { canonicalUrl } = changes
  lockSubscription(transaction, account, id)
  const [subscription, holder] = await Promise.all([
    findSubscription(transaction, account, id),
    canonicalUrl === undefined ? undefined : subscriptionTo(transaction, account, canonicalUrl),
  ])
  if (!subscription) return { rejected: 'webhook-not-found' }
  if (holder !== undefined && holder !== id) return { rejected: 'webhook-exists' }
  return changeFoundSubscription(transaction, account, subscription, changes, now)
}
