import type { SubscribableEvent } from '../domain/event.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Sent, Transaction } from './store.ts'
import { quotedEvent, subscribersTo } from './webhooks.ts'

/** A delivery that waits for its attempt. */
export type QueuedDelivery = { seq: number; event: SubscribableEvent['event']; body: string }

/** The delivery of an event to add. `now` is in milliseconds. */
export type NewDelivery = Omit<QueuedDelivery, 'seq'> & { now: number }

/** A part of the deliveries that wait for a subscription: those from `from` up to and including `to`. */
export type QueueRange = { account: AccountId; webhook: WebhookId; from: number; to: number }

const insert = statement<NewDelivery & { account: AccountId; quoted: string }>()((db, slot) =>
  db
    .insertInto('delivery_queue')
    .columns(['account_id', 'webhook_id', 'event', 'body', 'created_at'])
    .expression(
      subscribersTo(db, slot)
        .select(['account_id', 'id as webhook_id'])
        .select([slot('event').as('event'), slot('body').as('body'), slot('now').as('created_at')]),
    )
    .returning(['webhook_id as webhook', 'seq']),
)

const insertOne = statement<NewDelivery & { account: AccountId; webhook: WebhookId }>()(
  (db, slot) =>
    db
      .insertInto('delivery_queue')
      .values({
        account_id: slot('account'),
        webhook_id: slot('webhook'),
        event: slot('event'),
        body: slot('body'),
        created_at: slot('now'),
      })
      .returning(['webhook_id as webhook', 'seq']),
)

/** Adds the deliveries of an event to subscriptions. Returns a function that returns them after the commit. */
export const enqueueDeliveriesTo = (
  transaction: Transaction,
  account: AccountId,
  webhooks: readonly WebhookId[],
  delivery: NewDelivery,
): Sent<{ webhook: WebhookId; seq: number }> => {
  const added = webhooks.map((webhook) =>
    transaction.send(insertOne, { ...delivery, account, webhook }),
  )
  return () => added.flatMap((rows) => rows())
}

/**
 * Adds the deliveries of an event to the account's active subscriptions to it.
 * @returns a function that returns them after the commit.
 */
export const enqueueDeliveries = (
  transaction: Transaction,
  account: AccountId,
  delivery: NewDelivery,
): Sent<{ webhook: WebhookId; seq: number }> =>
  transaction.send(insert, { ...delivery, account, quoted: quotedEvent(delivery.event) })

const claim = statement<QueueRange & { count: number }>()((db, slot, dialect) =>
  db
    .deleteFrom('delivery_queue')
    .where(({ ref, selectFrom }) =>
      dialect.isUnlocked(
        ref('seq'),
        selectFrom('delivery_queue')
          .where('account_id', '=', slot('account'))
          .where('webhook_id', '=', slot('webhook'))
          .where('seq', '>=', slot('from'))
          .where('seq', '<=', slot('to'))
          .orderBy('seq')
          .limit(slot('count'))
          .select('seq'),
      ),
    )
    .returning(['seq', 'event', 'body']),
)

/**
 * Claims the oldest deliveries of a range by deleting them. Once the transaction is committed, no other
 * process can claim them, so none is attempted twice.
 */
export const claimDeliveries = async (
  transaction: Transaction,
  range: QueueRange,
  count: number,
): Promise<QueuedDelivery[]> =>
  (await transaction.all(claim, { ...range, count })).toSorted((a, b) => a.seq - b.seq)

/** Number of subscriptions that one search finds at most, so that it does not take long. */
const mostFound = 20_000

const waiting = everyAccountStatement<Record<string, never>>()((db, _, dialect) =>
  db
    .selectFrom(dialect.firstDeliveries.as('first'))
    .limit(mostFound)
    .select(({ selectFrom }) => [
      'account_id as account',
      'webhook_id as webhook',
      'seq as from',
      'created_at as since',
      selectFrom('delivery_queue as last')
        .whereRef('last.account_id', '=', 'first.account_id')
        .whereRef('last.webhook_id', '=', 'first.webhook_id')
        .orderBy('seq', 'desc')
        .limit(1)
        .select('seq')
        .as('to'),
    ]),
)

/** The deliveries that wait for a subscription. `since` is the time of the oldest, in milliseconds. */
export type WaitingRange = QueueRange & { since: number }

/**
 * Returns the subscriptions of all accounts that have waiting deliveries. Reads one or two entries of the
 * index for each, however many deliveries wait. Call it in `writeSoon`.
 */
export const listWaitingDeliveries = async (transaction: Transaction): Promise<WaitingRange[]> =>
  (await transaction.all(waiting, {})).map(({ to, ...range }) => ({
    ...range,
    to: to ?? range.from,
  }))

/** Number of deliveries that one statement examines, so that no other write waits long. */
const batch = 1000

type Stale = QueueRange & {
  /** Deliveries of events before this time are deleted. Milliseconds. */
  before: number
  /** Number of the newest deliveries of the subscription that are kept. */
  keep: number
}

const remove = statement<Stale>()((db, slot, dialect) => {
  const ofSubscription = db
    .selectFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('webhook_id', '=', slot('webhook'))
  const oldest = ofSubscription.orderBy('seq').limit(batch).select(['seq', 'created_at'])
  const lastToDrop = ofSubscription
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(slot('keep'))
    .select('seq')
  return db.deleteFrom('delivery_queue').where(({ ref, selectFrom }) =>
    dialect.isUnlocked(
      ref('seq'),
      selectFrom(oldest.as('oldest'))
        .where(({ or, eb }) =>
          or([eb('created_at', '<', slot('before')), eb('seq', '<=', lastToDrop)]),
        )
        .select('seq'),
    ),
  )
})

/**
 * Deletes stale deliveries of a subscription, at most 1,000.
 * @returns their number, and whether there may be more.
 */
export const deleteStaleDeliveries = async (
  transaction: Transaction,
  stale: Stale,
): Promise<{ deleted: number; areMore: boolean }> => {
  const deleted = await transaction.run(remove, stale)
  return { deleted, areMore: deleted === batch }
}

const count = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('delivery_queue').select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Returns the number of deliveries that wait for their attempt, of all accounts. */
export const countWaitingDeliveries = async (reader: Reader): Promise<number> =>
  (await reader.first(count, {}))?.count ?? 0
