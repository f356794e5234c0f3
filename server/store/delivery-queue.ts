import { type Kysely, sql } from 'kysely'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { AccountId, ListenerId, WebhookId } from '../domain/ids.ts'
import type { Dialect } from './dialect.ts'
import { everyAccountStatement, type Slots, statement } from './statement.ts'
import type { Reader, Sent, Store, Transaction } from './store.ts'
import type { Tables } from './tables.ts'
import { quotedEvent, subscribersTo } from './webhooks.ts'

/** A delivery that waits for its attempt. `age` is the time since its event, in milliseconds. */
export type QueuedDelivery = { event: WebhookName; body: string; age: number }

/** The delivery of an event to add. `now` is in milliseconds. */
type NewDelivery = Omit<QueuedDelivery, 'age'> & { now: number }

/** A subscription, or a listener. */
type Receiver = { account: AccountId; webhook: WebhookId | ListenerId }

type Queued = NewDelivery & { account: AccountId; quoted: string }

/** Selects the ids of the listeners to an event. */
const listenersTo = <P extends { account: AccountId; quoted: string; now: number }>(
  db: Kysely<Tables>,
  slot: Slots<P>,
  { timeOf }: Dialect,
) =>
  db
    .selectFrom('listeners')
    .where('account_id', '=', slot('account'))
    .where('events', 'like', slot('quoted'))
    .where('expires_at', '>', timeOf(slot('now')))

const columns = ['account_id', 'webhook_id', 'event', 'body', 'created_at'] as const

const insert = statement<Queued>()((db, slot, { timeOf }) =>
  db
    .insertInto('delivery_queue')
    .columns(columns)
    .expression(
      subscribersTo(db, slot)
        .select(['account_id', 'id as webhook_id'])
        .select([slot('event').as('event'), slot('body').as('body')])
        .select(timeOf(slot('now')).as('created_at')),
    )
    .returning('webhook_id as webhook')
    .$narrowType<{ webhook: WebhookId }>(),
)

const insertForListeners = statement<Queued>()((db, slot, dialect) =>
  db
    .insertInto('delivery_queue')
    .columns(columns)
    .expression(
      listenersTo(db, slot, dialect)
        .select(['account_id', 'id as webhook_id'])
        .select([slot('event').as('event'), slot('body').as('body')])
        .select(dialect.timeOf(slot('now')).as('created_at')),
    )
    .returning('webhook_id as webhook'),
)

/** Adds the deliveries of an event to an account's listeners. Returns a function that returns them after the commit. */
export const enqueueForListeners = (
  transaction: Transaction,
  account: AccountId,
  delivery: NewDelivery,
): Sent<{ webhook: string }> =>
  transaction.send(insertForListeners, {
    ...delivery,
    account,
    quoted: quotedEvent(delivery.event),
  })

/**
 * Adds the deliveries of an event to the account's active subscriptions to it, and to its listeners.
 * @returns a function that returns the subscriptions after the commit.
 */
export const enqueueDeliveries = (
  transaction: Transaction,
  account: AccountId,
  delivery: NewDelivery,
): Sent<{ webhook: WebhookId }> => {
  enqueueForListeners(transaction, account, delivery)
  return transaction.send(insert, { ...delivery, account, quoted: quotedEvent(delivery.event) })
}

const receivers = statement<Pick<Queued, 'account' | 'quoted' | 'now'>>()((db, slot, dialect) =>
  db.selectNoFrom(({ exists, or }) =>
    sql<number>`case when ${or([
      exists(subscribersTo(db, slot).select('id')),
      exists(listenersTo(db, slot, dialect).select('id')),
    ])} then 1 else 0 end`.as('found'),
  ),
)

/** Returns whether an account has an active subscription or a listener to an event. */
export const hasReceivers = async (
  reader: Reader,
  account: AccountId,
  event: WebhookName,
  now: number,
): Promise<boolean> =>
  (await reader.first(receivers, { account, quoted: quotedEvent(event), now }))?.found === 1

const claim = statement<Receiver & { count: number; now: number }>()(
  (db, slot, { isUnlocked, timeOf }) =>
    db
      .deleteFrom('delivery_queue')
      .where(({ ref, selectFrom }) =>
        isUnlocked(
          ref('seq'),
          selectFrom('delivery_queue')
            .where('account_id', '=', slot('account'))
            .where('webhook_id', '=', slot('webhook'))
            .orderBy('seq')
            .limit(slot('count'))
            .select('seq'),
        ),
      )
      .returning(['seq', 'event', 'body'])
      .returning(({ eb }) => eb(timeOf(slot('now')), '-', eb.ref('created_at')).as('age')),
)

/**
 * Claims the oldest deliveries of a subscription by deleting them. Once the transaction is committed, no
 * other process can claim them, so none is attempted twice.
 */
export const claimDeliveries = async (
  transaction: Transaction,
  { account, webhook, count }: Receiver & { count: number },
  now: number,
): Promise<QueuedDelivery[]> =>
  (await transaction.all(claim, { account, webhook, count, now }))
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ event, body, age }) => ({ event, body, age: Number(age) }))

/** Number of subscriptions that one search finds at most, so that it does not take long. */
const mostFound = 20_000

const waiting = everyAccountStatement<{ now: number }>()((db, slot, dialect) =>
  db
    .selectFrom(dialect.firstDeliveries.as('first'))
    .limit(mostFound)
    .select(({ selectFrom }) => [
      'account_id as account',
      'webhook_id as webhook',
      'seq as first',
      selectFrom('delivery_queue as last')
        .whereRef('last.account_id', '=', 'first.account_id')
        .whereRef('last.webhook_id', '=', 'first.webhook_id')
        .orderBy('seq', 'desc')
        .limit(1)
        .select('seq')
        .as('last'),
    ])
    .select(({ eb, ref }) => eb(dialect.timeOf(slot('now')), '-', ref('created_at')).as('age')),
)

/** A subscription or a listener with waiting deliveries: the numbers of the first and the last, and the age of the first. */
export type WaitingReceiver = Receiver & { first: number; last: number; age: number }

/**
 * Returns the subscriptions and listeners of all accounts that have waiting deliveries. Reads two entries of the index for
 * each, however many deliveries wait.
 */
export const listWaitingReceivers = async (
  reader: Reader,
  now: number,
): Promise<WaitingReceiver[]> =>
  (await reader.all(waiting, { now })).map(({ last, age, ...found }) => ({
    ...found,
    last: last ?? found.first,
    age: Number(age),
  }))

/** Number of deliveries that one statement deletes at most, so that no other write waits long. */
const batch = 1000

/** What to delete: all but the newest ones to keep, and what is older. Milliseconds. */
type Stale = Receiver & { keep: number; maxAge: number; now: number }

const remove = statement<Stale>()((db, slot, dialect) => {
  const ofSubscription = db
    .selectFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('webhook_id', '=', slot('webhook'))
    .select('seq')
  const lastToDrop = ofSubscription.orderBy('seq', 'desc').limit(1).offset(slot('keep'))
  const oldest = sql<number>`${dialect.timeOf(slot('now'))} - ${slot('maxAge')}`
  const stale = ofSubscription
    .where(({ or, eb }) => or([eb('created_at', '<', oldest), eb('seq', '<=', lastToDrop)]))
    .orderBy('seq')
    .limit(batch)
  return db.deleteFrom('delivery_queue').where(({ ref }) => dialect.isUnlocked(ref('seq'), stale))
})

/** Deletes stale deliveries of a subscription. Returns their number. */
export const deleteStaleDeliveries = async (store: Store, stale: Stale): Promise<number> => {
  let all = 0
  for (;;) {
    const deleted = await store.write((transaction) => transaction.run(remove, stale))
    all += deleted
    if (deleted < batch) return all
  }
}

const count = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('delivery_queue').select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Returns the number of deliveries that wait for their attempt, of all accounts. */
export const countWaitingDeliveries = async (reader: Reader): Promise<number> =>
  (await reader.first(count, {}))?.count ?? 0

/** Times are in milliseconds. */
type Listener = {
  account: AccountId
  id: ListenerId
  /** The events to receive. */
  events: string
  now: number
  lifetime: number
}

const addListener = statement<Listener>()((db, slot, { timeOf }) =>
  db.insertInto('listeners').values({
    account_id: slot('account'),
    id: slot('id'),
    events: slot('events'),
    expires_at: sql`${timeOf(slot('now'))} + ${slot('lifetime')}`,
  }),
)

const forgetListeners = everyAccountStatement<{ now: number }>()((db, slot, { timeOf }) =>
  db.deleteFrom('listeners').where('expires_at', '<', timeOf(slot('now'))),
)

const forgetListenerDeliveries = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .deleteFrom('delivery_queue')
    .where('webhook_id', 'like', sql<ListenerId>`'lsn%'`)
    .where('webhook_id', 'not in', db.selectFrom('listeners').select('id')),
)

/** Adds a listener to an account's events, and deletes those that have expired. */
export const insertListener = (
  transaction: Transaction,
  { events, ...listener }: Omit<Listener, 'events'> & { events: readonly WebhookName[] },
): void => {
  transaction.send(forgetListeners, listener)
  transaction.send(forgetListenerDeliveries, {})
  transaction.send(addListener, { ...listener, events: JSON.stringify(events) })
}

const renewal = statement<Omit<Listener, 'events'>>()((db, slot, { timeOf }) =>
  db
    .updateTable('listeners')
    .set({ expires_at: sql`${timeOf(slot('now'))} + ${slot('lifetime')}` })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Lets a listener expire later. */
export const renewListener = (
  transaction: Transaction,
  listener: Omit<Listener, 'events'>,
): void => {
  transaction.send(renewal, listener)
}

type ListenerKey = { account: AccountId; id: ListenerId }

const removeListener = statement<ListenerKey>()((db, slot) =>
  db.deleteFrom('listeners').where('account_id', '=', slot('account')).where('id', '=', slot('id')),
)

const removeListenerDeliveries = statement<ListenerKey>()((db, slot) =>
  db
    .deleteFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('webhook_id', '=', slot('id')),
)

/** Deletes a listener and its deliveries. */
export const deleteListener = (transaction: Transaction, key: ListenerKey): void => {
  transaction.send(removeListener, key)
  transaction.send(removeListenerDeliveries, key)
}

const waitingForListener = statement<ListenerKey>()((db, slot) =>
  db
    .selectFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('webhook_id', '=', slot('id'))
    .limit(1)
    .select('seq'),
)

/** Returns whether deliveries wait for a listener. */
export const hasDeliveries = async (reader: Reader, key: ListenerKey): Promise<boolean> =>
  (await reader.first(waitingForListener, key)) !== undefined
