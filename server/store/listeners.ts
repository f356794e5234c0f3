import { sql } from 'kysely'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { AccountId, ListenerId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** Times are in milliseconds. */
type Listener = {
  account: AccountId
  id: ListenerId
  /** The events to receive. */
  events: string
  now: number
  lifetime: number
}

const insert = statement<Listener>()((db, slot, { timeOf }) =>
  db.insertInto('listeners').values({
    account_id: slot('account'),
    id: slot('id'),
    events: slot('events'),
    expires_at: sql`${timeOf(slot('now'))} + ${slot('lifetime')}`,
  }),
)

const forget = everyAccountStatement<{ now: number }>()((db, slot, { timeOf }) =>
  db.deleteFrom('listeners').where('expires_at', '<', timeOf(slot('now'))),
)

const forgetDeliveries = everyAccountStatement<Record<string, never>>()((db) =>
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
  transaction.send(forget, listener)
  transaction.send(forgetDeliveries, {})
  transaction.send(insert, { ...listener, events: JSON.stringify(events) })
}

const renew = statement<Omit<Listener, 'events'>>()((db, slot, { timeOf }) =>
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
  transaction.send(renew, listener)
}

type Key = { account: AccountId; id: ListenerId }

const remove = statement<Key>()((db, slot) =>
  db.deleteFrom('listeners').where('account_id', '=', slot('account')).where('id', '=', slot('id')),
)

const removeDeliveries = statement<Key>()((db, slot) =>
  db
    .deleteFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('webhook_id', '=', slot('id')),
)

/** Deletes a listener and its deliveries. */
export const deleteListener = (transaction: Transaction, key: Key): void => {
  transaction.send(remove, key)
  transaction.send(removeDeliveries, key)
}

const waiting = statement<Key>()((db, slot) =>
  db
    .selectFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('webhook_id', '=', slot('id'))
    .limit(1)
    .select('seq'),
)

/** Returns whether deliveries wait for a listener. */
export const hasDeliveries = async (reader: Reader, key: Key): Promise<boolean> =>
  (await reader.first(waiting, key)) !== undefined
