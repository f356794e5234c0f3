import type { Kysely } from 'kysely'
import { WebhookSubscriptionWithSecret } from '../../generated/schemas.ts'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import type { Subscription } from '../domain/subscription.ts'
import { flag, json, type Slots, slotsFor, statement, statementOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'
import type { Tables } from './tables.ts'

const subscriptionStatement = statementOf<Subscription>({ events: json, active: flag })
const fields = [...WebhookSubscriptionWithSecret.keyof().options, 'canonicalUrl'] as const

const ofAccount = subscriptionStatement<{ account: AccountId }>()((db, slot) =>
  db.selectFrom('webhooks').where('account_id', '=', slot('account')).orderBy('seq').select(fields),
)

/** Returns an account's subscriptions in the order of creation. */
export const listSubscriptions = (reader: Reader, account: AccountId): Promise<Subscription[]> =>
  reader.all(ofAccount, { account })

const byId = subscriptionStatement<{ account: AccountId; id: WebhookId }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(fields),
)

/** Returns a subscription of the account, or undefined. */
export const findSubscription = (
  reader: Reader,
  account: AccountId,
  id: WebhookId,
): Promise<Subscription | undefined> => reader.first(byId, { account, id })

type Subscribed = { account: AccountId; quoted: string }

/** Selects the account's active subscriptions to an event, in the order of creation. */
export const subscribersTo = <P extends Subscribed>(db: Kysely<Tables>, slot: Slots<P>) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('active', '=', 1)
    .where('events', 'like', slot('quoted'))
    .orderBy('seq')

/** The events column is a JSON array. The quoted name matches exactly one whole element. */
export const quotedEvent = (event: WebhookName): string => `%"${event}"%`

const byUrl = statement<{ account: AccountId; url: string }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('canonicalUrl', '=', slot('url'))
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
    .values({ ...slotsFor(slot, fields), account_id: slot('account') })
    .onConflict((conflict) => conflict.columns(['account_id', 'canonicalUrl']).doNothing())
    .returning('id'),
)

/**
 * Adds a subscription, unless the account has one with its canonical URL.
 * @returns a function that returns, after the commit, whether it was added.
 */
export const insertSubscription = (
  transaction: Transaction,
  account: AccountId,
  subscription: Subscription,
): (() => boolean) => {
  const added = transaction.send(insert, { ...subscription, account })
  return () => added().length > 0
}

/** All fields except the id, the account and the time of creation. */
const changeable = ['url', 'canonicalUrl', 'events', 'active', 'secret', 'updatedAt'] as const

const update = subscriptionStatement<Subscription & { account: AccountId }>()((db, slot) =>
  db
    .updateTable('webhooks')
    .set(slotsFor(slot, changeable))
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Updates all changeable fields of a subscription. Its deliveries follow design decision 42. */
export const updateSubscription = (
  transaction: Transaction,
  account: AccountId,
  subscription: Subscription,
): void => {
  transaction.send(update, { ...subscription, account })
  transaction.settleIf(() => true)
}

const remove = statement<{ account: AccountId; id: WebhookId }>()((db, slot) =>
  db
    .deleteFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .returning('id'),
)

/**
 * Deletes a subscription. Its deliveries follow design decision 42.
 * @returns a function that returns, after the commit, whether the account had it.
 */
export const deleteSubscription = (
  transaction: Transaction,
  account: AccountId,
  id: WebhookId,
): (() => boolean) => {
  const deleted = transaction.send(remove, { account, id })
  const hasChanged = () => deleted().length > 0
  transaction.settleIf(hasChanged)
  return hasChanged
}

/** The result of a delivery attempt. `at` is its end in milliseconds. */
export type LastDelivery = {
  event: WebhookName
  at: number
  /** The status code of the response. Null without a response. */
  statusCode: number | null
  /** Why there was no response. Null with a response. */
  error: string | null
}

type Recorded = LastDelivery & { account: AccountId; webhook: WebhookId }

const record = statement<Recorded>()((db, slot) =>
  db
    .updateTable('webhooks')
    .set({
      last_delivery_at: slot('at'),
      last_event: slot('event'),
      last_status: slot('statusCode'),
      last_error: slot('error'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('webhook'))
    .where(({ eb, or }) =>
      or([eb('last_delivery_at', 'is', null), eb('last_delivery_at', '<=', slot('at'))]),
    ),
)

/** Records the last deliveries of subscriptions. Keeps a later one that another process recorded. */
export const recordLastDeliveries = async (
  transaction: Transaction,
  deliveries: Iterable<Recorded>,
): Promise<void> => {
  for (const delivery of deliveries) await transaction.run(record, delivery)
}

const lastOfAccount = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('last_delivery_at', 'is not', null)
    .select([
      'id as webhook',
      'last_delivery_at as at',
      'last_event as event',
      'last_status as statusCode',
      'last_error as error',
    ])
    .$narrowType<{ at: number; event: WebhookName }>(),
)

/** Returns the last delivery of each of an account's subscriptions that has had one. */
export const listLastDeliveries = async (
  reader: Reader,
  account: AccountId,
): Promise<Map<WebhookId, LastDelivery>> =>
  new Map(
    (await reader.all(lastOfAccount, { account })).map(({ webhook, ...delivery }) => [
      webhook,
      delivery,
    ]),
  )
