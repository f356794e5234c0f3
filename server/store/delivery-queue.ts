import type { SubscribableEvent } from '../domain/event.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** A delivery that waits for its attempt. */
export type QueuedDelivery = { seq: number; event: SubscribableEvent['event']; body: string }

/** A delivery to add. `now` is in milliseconds. */
export type NewDelivery = Omit<QueuedDelivery, 'seq'> & { webhook: WebhookId; now: number }

/** A part of the deliveries that wait for a subscription: those from `from` up to and including `to`. */
export type QueueRange = { account: AccountId; webhook: WebhookId; from: number; to: number }

const insert = statement<NewDelivery & { account: AccountId }>()((db, slot) =>
  db
    .insertInto('delivery_queue')
    .values({
      account_id: slot('account'),
      webhook_id: slot('webhook'),
      event: slot('event'),
      body: slot('body'),
      created_at: slot('now'),
    })
    .returning('seq'),
)

/** Adds a delivery. Returns its number. */
export const enqueueDelivery = async (
  transaction: Transaction,
  account: AccountId,
  delivery: NewDelivery,
): Promise<number> => (await transaction.first(insert, { ...delivery, account }))?.seq ?? 0

const claim = statement<QueueRange & { count: number }>()((db, slot, dialect) =>
  db
    .deleteFrom('delivery_queue')
    .where('seq', 'in', ({ selectFrom }) =>
      selectFrom('delivery_queue')
        .where('account_id', '=', slot('account'))
        .where('webhook_id', '=', slot('webhook'))
        .where('seq', '>=', slot('from'))
        .where('seq', '<=', slot('to'))
        .orderBy('seq')
        .limit(slot('count'))
        .select('seq')
        .$call(dialect.skipLocked),
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

/** Number of deliveries that one search finds at most, so that it does not block the process. */
const mostFound = 100_000

const waiting = everyAccountStatement<{ after: number }>()((db, slot) =>
  db
    // The limit makes SQLite read only the new rows, rather than the whole index.
    .selectFrom(({ selectFrom }) =>
      selectFrom('delivery_queue')
        .where('seq', '>', slot('after'))
        .orderBy('seq')
        .limit(mostFound)
        .select(['account_id', 'webhook_id', 'seq', 'created_at'])
        .as('found'),
    )
    .groupBy(['account_id', 'webhook_id'])
    .select(({ fn }) => [
      'account_id as account',
      'webhook_id as webhook',
      fn.min('seq').as('from'),
      fn.max('seq').as('to'),
      fn.min('created_at').as('since'),
    ]),
)

/** The deliveries that wait for a subscription. `since` is the time of the oldest, in milliseconds. */
export type WaitingRange = QueueRange & { since: number }

/**
 * Returns the oldest deliveries of all accounts that were added after the delivery with number `after`,
 * at most 100,000.
 */
export const listWaitingDeliveries = (reader: Reader, after: number): Promise<WaitingRange[]> =>
  reader.all(waiting, { after })

/** Number of deliveries that one statement examines, so that no other write waits long. */
const batch = 1000

type Stale = QueueRange & {
  /** Deliveries of events before this time are deleted. Milliseconds. */
  before: number
  /** Number of the newest deliveries of the subscription that are kept. */
  keep: number
}

const remove = statement<Stale>()((db, slot) =>
  db.deleteFrom('delivery_queue').where('seq', 'in', ({ selectFrom }) =>
    selectFrom(
      selectFrom('delivery_queue')
        .where('account_id', '=', slot('account'))
        .where('webhook_id', '=', slot('webhook'))
        .orderBy('seq')
        .limit(batch)
        .select(['seq', 'created_at'])
        .as('oldest'),
    )
      .where(({ or, eb }) =>
        or([
          eb('created_at', '<', slot('before')),
          eb('seq', '<=', ({ selectFrom }) =>
            selectFrom('delivery_queue')
              .where('account_id', '=', slot('account'))
              .where('webhook_id', '=', slot('webhook'))
              .orderBy('seq', 'desc')
              .limit(1)
              .offset(slot('keep'))
              .select('seq'),
          ),
        ]),
      )
      .select('seq'),
  ),
)

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
