import { setTimeout as wait } from 'node:timers/promises'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, newId, type WebhookId } from '../domain/ids.ts'
import type { Rejection } from '../domain/rejection.ts'
import { canonicalWebhookUrl } from '../domain/webhook-url.ts'
import type { Store, Writer } from '../store/store.ts'
import {
  deleteSubscription,
  insertSubscription,
  lockSubscription,
  type Subscription,
  subscriptionTo,
  updateSubscription,
} from '../store/webhooks/webhooks.ts'

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

type Changes = Partial<Pick<Subscription, 'url' | 'events' | 'active' | 'secret'>>

/** Resolves when no process sends deliveries as the subscription was before (design decision 42). */
const settled = async ({ settleMilliseconds }: Store): Promise<void> => {
  if (settleMilliseconds > 0) await wait(settleMilliseconds)
}

/**
 * Changes a subscription.
 * @param isAsExpected returns whether it is as it was when the change was chosen. Default: it does not matter.
 */
export const changeSubscription = async (
  store: Store,
  account: AccountId,
  id: WebhookId,
  changes: Changes,
  now: number,
  isAsExpected: (found: Subscription) => boolean = () => true,
): Promise<Subscription | Rejection> => {
  const { url } = changes
  const canonicalUrl = url === undefined ? undefined : canonicalWebhookUrl(url)
  if (url !== undefined && canonicalUrl === undefined) return { rejected: 'webhook-url' }
  const changed = await store.write(async (transaction): Promise<Subscription | Rejection> => {
    const [found, holder] = await Promise.all([
      lockSubscription(transaction, account, id),
      canonicalUrl === undefined ? undefined : subscriptionTo(transaction, account, canonicalUrl),
    ])
    if (!found) return { rejected: 'webhook-not-found' }
    if (holder !== undefined && holder !== id) return { rejected: 'webhook-exists' }
    if (!isAsExpected(found)) return { rejected: 'webhook-changed' }
    const after = {
      ...found,
      ...changes,
      canonicalUrl: canonicalUrl ?? found.canonicalUrl,
      updatedAt: timestamp(now),
    }
    await updateSubscription(transaction, account, after)
    return after
  })
  await settled(store)
  return changed
}

/** Deletes a subscription. Returns whether the account had it. */
export const removeSubscription = async (
  store: Store,
  account: AccountId,
  id: WebhookId,
): Promise<boolean> => {
  const isDeleted = await deleteSubscription(store, account, id)
  if (isDeleted) await settled(store)
  return isDeleted
}
