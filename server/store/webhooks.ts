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

/** An account's subscriptions in the order of their creation. */
export const listSubscriptions = (reader: Reader, account: AccountId): Promise<Subscription[]> =>
  reader.all(ofAccount, { account })

const byId = subscriptionStatement<{ account: AccountId; id: WebhookId }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(subscriptionColumns.selection()),
)

/** A subscription of the account, or nothing. */
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

/** The ids of the account's active subscriptions to an event, in the order of their creation. */
export const listSubscribers = async (
  reader: Reader,
  account: AccountId,
  event: Subscription['events'][number],
): Promise<WebhookId[]> =>
  // The events are JSON: a name in its quotes is in them if it is one of them.
  (await reader.all(subscribers, { account, quoted: `%"${event}"%` })).map(({ id }) => id)

const byUrl = statement<{ account: AccountId; url: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('canonical_url', '=', slot('url'))
    .select('id'),
)

/** The id of the account's subscription with a URL, in its one spelling. */
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

/** Everything but what identifies a subscription and says when it was made. */
const changeable = ['url', 'canonicalUrl', 'events', 'active', 'secret', 'updatedAt'] as const

const update = subscriptionStatement<Subscription & { account: AccountId }>()((db, slot) =>
  db
    .updateTable('webhooks')
    .set(subscriptionColumns.written(changeable))
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Writes a subscription as it now is. */
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

/** Removes a subscription for good; false if the account has none by that id. */
export const deleteSubscription = async (
  transaction: Transaction,
  account: AccountId,
  id: WebhookId,
): Promise<boolean> => (await transaction.run(remove, { account, id })) > 0
