import type { AccountId, WebhookId } from '../domain/ids.ts'
import { type Subscription, subscriptionColumns } from './columns/webhook-columns.ts'
import { statement, statementOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const subscriptionStatement = statementOf(subscriptionColumns)

const ofAccount = subscriptionStatement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(subscriptionColumns.selection()),
)

/** Returns an account's subscriptions in the order of creation. */
export const listSubscriptions = (reader: Reader, account: AccountId): Promise<Subscription[]> =>
  reader.all(ofAccount, { account })

const byId = subscriptionStatement<{ account: AccountId; id: WebhookId }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(subscriptionColumns.selection()),
)

/** Returns a subscription of the account, or undefined. */
export const findSubscription = (
  reader: Reader,
  account: AccountId,
  id: WebhookId,
): Promise<Subscription | undefined> => reader.first(byId, { account, id })

const subscribers = statement<{ account: AccountId; quoted: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('active', '=', 1)
    .where('events', 'like', slot('quoted'))
    .orderBy('seq')
    .select('id'),
)

/** Returns the ids of the account's active subscriptions to an event, in the order of creation. */
export const listSubscribers = async (
  reader: Reader,
  account: AccountId,
  event: Subscription['events'][number],
): Promise<WebhookId[]> =>
  // The events column is a JSON array. The quoted name matches exactly one whole element.
  (await reader.all(subscribers, { account, quoted: `%"${event}"%` })).map(({ id }) => id)

const byUrl = statement<{ account: AccountId; url: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('canonical_url', '=', slot('url'))
    .select('id'),
)

/** Returns the id of the account's subscription with a canonical URL, or undefined. */
export const subscriptionTo = async (
  reader: Reader,
  account: AccountId,
  canonicalUrl: string,
): Promise<WebhookId | undefined> => (await reader.first(byUrl, { account, url: canonicalUrl }))?.id

const insert = subscriptionStatement<Subscription & { account: AccountId }>()((db, slot) =>
  db
    .insertInto('webhooks')
    .values({ ...subscriptionColumns.written(), account_id: slot('account') }),
)

/** Adds a subscription. */
export const insertSubscription = async (
  transaction: Transaction,
  account: AccountId,
  subscription: Subscription,
): Promise<void> => {
  await transaction.run(insert, { ...subscription, account })
}

/** All fields except the id, the account and the time of creation. */
const changeable = ['url', 'canonicalUrl', 'events', 'active', 'secret', 'updatedAt'] as const

const update = subscriptionStatement<Subscription & { account: AccountId }>()((db, slot) =>
  db
    .updateTable('webhooks')
    .set(subscriptionColumns.written(changeable))
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Updates all changeable fields of a subscription. */
export const updateSubscription = async (
  transaction: Transaction,
  account: AccountId,
  subscription: Subscription,
): Promise<void> => {
  await transaction.run(update, { ...subscription, account })
}

const remove = statement<{ account: AccountId; id: WebhookId }>()((db, slot) =>
  db.deleteFrom('webhooks').where('account_id', '=', slot('account')).where('id', '=', slot('id')),
)

/** Deletes a subscription. Returns false if the account has no such subscription. */
export const deleteSubscription = async (
  transaction: Transaction,
  account: AccountId,
  id: WebhookId,
): Promise<boolean> => (await transaction.run(remove, { account, id })) > 0
