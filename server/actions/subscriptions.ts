import { timestamp } from '../domain/clock.ts'
import { type AccountId, newId, type WebhookId } from '../domain/ids.ts'
import type { Rejection } from '../domain/rejection.ts'
import type { Subscription } from '../domain/subscription.ts'
import { canonicalWebhookUrl } from '../domain/webhook-url.ts'
import type { Transaction, Writer } from '../store/store.ts'
import {
  insertSubscription,
  lockSubscription,
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

/** Adds a subscription, unless another one of the account has its URL. Returns it as it was given. */
export const addSubscription = async (
  writer: Writer,
  account: AccountId,
  subscription: Subscription,
  seal: (secret: string) => string,
): Promise<Subscription | Rejection> => {
  const secret = seal(subscription.secret)
  const isAdded = await insertSubscription(writer, account, { ...subscription, secret })
  return isAdded ? subscription : { rejected: 'webhook-exists' }
}

type Changes = Partial<Pick<Subscription, 'url' | 'canonicalUrl' | 'events' | 'active' | 'secret'>>

/** Changes a subscription that the transaction has read. Does not check whether its URL is taken. */
export const changeFoundSubscription = async (
  transaction: Transaction,
  account: AccountId,
  found: Subscription,
  changes: Changes,
  now: number,
): Promise<Subscription> => {
  const after = { ...found, ...changes, updatedAt: timestamp(now) }
  await updateSubscription(transaction, account, after)
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
  const [subscription, holder] = await Promise.all([
    lockSubscription(transaction, account, id),
    canonicalUrl === undefined ? undefined : subscriptionTo(transaction, account, canonicalUrl),
  ])
  if (!subscription) return { rejected: 'webhook-not-found' }
  if (holder !== undefined && holder !== id) return { rejected: 'webhook-exists' }
  return changeFoundSubscription(transaction, account, subscription, changes, now)
}
