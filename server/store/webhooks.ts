import type { components } from '../../generated/types.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** A subscription as the service knows it. */
export type Subscription = components['schemas']['WebhookSubscriptionWithSecret'] & {
  canonicalUrl: string
}

const columns = [
  'id',
  'url',
  'canonical_url as canonicalUrl',
  'events',
  'active',
  'secret',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

type Row = Omit<Subscription, 'events' | 'active'> & { events: string; active: number }

const fromRow = (row: Row): Subscription => ({
  ...row,
  events: JSON.parse(row.events),
  active: row.active === 1,
})

const ofAccount = statement<{ account: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(columns),
)

/** An account's subscriptions in the order of their creation. */
export const listSubscriptions = async (reader: Reader, account: string): Promise<Subscription[]> =>
  (await reader.all(ofAccount, { account })).map(fromRow)

const byId = statement<{ account: string; id: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(columns),
)

/** A subscription of the account, or nothing. */
export const findSubscription = async (
  reader: Reader,
  account: string,
  id: string,
): Promise<Subscription | undefined> => {
  const row = await reader.first(byId, { account, id })
  return row && fromRow(row)
}

const subscribers = statement<{ account: string; quoted: string }>()((db, slot) =>
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
  account: string,
  event: Subscription['events'][number],
): Promise<string[]> =>
  // The events are JSON: a name in its quotes is in them if it is one of them.
  (await reader.all(subscribers, { account, quoted: `%"${event}"%` })).map(({ id }) => id)

const byUrl = statement<{ account: string; url: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('canonical_url', '=', slot('url'))
    .select('id'),
)

/** The id of the account's subscription with a URL, in its one spelling. */
export const subscriptionTo = async (
  reader: Reader,
  account: string,
  canonicalUrl: string,
): Promise<string | undefined> => (await reader.first(byUrl, { account, url: canonicalUrl }))?.id

type Written = Omit<Subscription, 'events'> & { account: string; events: string }

const insert = statement<Written>()((db, slot) =>
  db.insertInto('webhooks').values({
    id: slot('id'),
    account_id: slot('account'),
    url: slot('url'),
    canonical_url: slot('canonicalUrl'),
    events: slot('events'),
    active: slot('active'),
    secret: slot('secret'),
    created_at: slot('createdAt'),
    updated_at: slot('updatedAt'),
  }),
)

/** Adds a subscription. */
export const insertSubscription = async (
  transaction: Transaction,
  account: string,
  subscription: Subscription,
): Promise<void> => {
  const events = JSON.stringify(subscription.events)
  await transaction.run(insert, { ...subscription, account, events })
}

const update = statement<Written>()((db, slot) =>
  db
    .updateTable('webhooks')
    .set({
      url: slot('url'),
      canonical_url: slot('canonicalUrl'),
      events: slot('events'),
      active: slot('active'),
      secret: slot('secret'),
      updated_at: slot('updatedAt'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Writes a subscription as it now is. */
export const updateSubscription = async (
  transaction: Transaction,
  account: string,
  subscription: Subscription,
): Promise<void> => {
  const events = JSON.stringify(subscription.events)
  await transaction.run(update, { ...subscription, account, events })
}

const remove = statement<{ account: string; id: string }>()((db, slot) =>
  db.deleteFrom('webhooks').where('account_id', '=', slot('account')).where('id', '=', slot('id')),
)

/** Removes a subscription for good; false if the account has none by that id. */
export const deleteSubscription = async (
  transaction: Transaction,
  account: string,
  id: string,
): Promise<boolean> => (await transaction.run(remove, { account, id })) > 0
