import sql, { type Sql } from 'sql-template-tag'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { AccountId, ListenerId, WebhookId } from '../domain/ids.ts'
import { among, clock } from './statement.ts'
import type { Reader, Store, Transaction, Writer } from './store.ts'

/** A delivery that waits for its attempt. `age` is the time since its event, in milliseconds. */
export type QueuedDelivery = { event: WebhookName; body: string; age: number }

/** The delivery of an event to add. `now` is in milliseconds. */
type NewDelivery = Omit<QueuedDelivery, 'age'> & { now: number }

/** A subscription, or a listener. */
type Receiver = { account: AccountId; webhook: WebhookId | ListenerId }

/** The condition of subscriptions and listeners to an event. `events` is a JSON array: the quoted name is an element. */
const isSubscribed = (event: WebhookName): Sql => sql`strpos(events, ${`"${event}"`}) > 0`

/** Selects the account's active subscriptions and its listeners to an event. */
const receivers = (account: AccountId, event: WebhookName, now: number) => sql`
  select account_id, id from webhooks
  where account_id = ${account} and active = 1 and ${isSubscribed(event)}
  union all ${listeners(account, event, now)}`

/** Selects the account's listeners to an event. */
export const listeners = (account: AccountId, event: WebhookName, now: number) => sql`
  select account_id, id from listeners
  where account_id = ${account} and ${isSubscribed(event)} and expires_at > ${clock(now)}`

/**
 * Adds the deliveries of an event to the account's active subscriptions to it, and to its listeners.
 * @param to which of these. Default: both.
 * @returns the subscriptions and listeners.
 */
export const enqueueDeliveries = async (
  writer: Writer,
  account: AccountId,
  { event, body, now }: NewDelivery,
  to = receivers,
) => {
  const added = await writer.change<{ id: WebhookId | ListenerId }>(sql`
    insert into delivery_queue (account_id, webhook_id, event, body, created_at)
    select account_id, id, ${event}, ${body}, ${clock(now)}
    from (${to(account, event, now)}) as receivers
    returning webhook_id as id`)
  return added.map(({ id }) => id)
}

/**
 * Claims the oldest deliveries of a subscription by deleting them. Once the transaction is committed, no
 * other process can claim them, so none is attempted twice.
 */
export const claimDeliveries = async (
  writer: Writer,
  { account, webhook, count }: Receiver & { count: number },
  now: number,
) => {
  const oldest = sql`
    select seq from delivery_queue where account_id = ${account} and webhook_id = ${webhook}
    order by seq limit ${count} for update skip locked`
  const claimed = await writer.change<QueuedDelivery & { seq: number }>(sql`
    delete from delivery_queue where account_id = ${account} and seq ${among(oldest)}
    returning seq, event, body, ${clock(now)} - created_at as age`)
  return claimed
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ event, body, age }) => ({ event, body, age }))
}

/** A subscription or a listener with waiting deliveries: the numbers of the first and the last, and the age of the first. */
export type WaitingReceiver = Receiver & { first: number; last: number; age: number }

/** Returns the subscriptions and listeners of all accounts that have waiting deliveries. Reads the index alone for most rows. */
export const listWaitingReceivers = (reader: Reader, now: number) =>
  reader.all<WaitingReceiver>(sql`
    select ends.account, ends.webhook, first, last, ${clock(now)} - created_at as age
    from (
      select account_id as account, webhook_id as webhook, min(seq) as first, max(seq) as last
      from delivery_queue group by account_id, webhook_id
    ) as ends join delivery_queue on delivery_queue.seq = ends.first`)

/** Number of deliveries that one statement deletes at most, so that no other write waits long. */
const batch = 1000

/** What to delete: all but the newest ones to keep, and what is older. Milliseconds. */
type Stale = Receiver & { keep: number; maxAge: number; now: number }

/** Deletes stale deliveries of a subscription. Returns their number. */
export const deleteStaleDeliveries = async (
  store: Store,
  { account, webhook, keep, maxAge, now }: Stale,
): Promise<number> => {
  const queued = sql`
    select seq from delivery_queue where account_id = ${account} and webhook_id = ${webhook}`
  const stale = sql`${queued} and (
      created_at < ${clock(now)} - ${maxAge}
      or seq <= (${queued} order by seq desc limit 1 offset ${keep})
    ) order by seq limit ${batch} for update skip locked`
  for (let deleted = 0; ; ) {
    const rows = await store.change(
      sql`delete from delivery_queue
        where account_id = ${account} and seq ${among(stale)} returning seq`,
    )
    deleted += rows.length
    if (rows.length < batch) return deleted
  }
}

/** Returns the number of deliveries that wait for their attempt, of all accounts. */
export const countWaitingDeliveries = async (reader: Reader): Promise<number> => {
  const found = await reader.first<{ count: number }>(
    sql`select count(*) as count from delivery_queue /* all accounts */`,
  )
  return found?.count ?? 0
}

type ListenerKey = { account: AccountId; id: ListenerId }
/** Times are in milliseconds. */
type Listener = ListenerKey & { now: number; lifetime: number }

/** Adds a listener to an account's events, and deletes those that have expired. */
export const insertListener = async (
  transaction: Transaction,
  { account, id, events, now, lifetime }: Listener & { events: readonly WebhookName[] },
): Promise<void> => {
  await transaction.run(
    sql`delete from listeners where expires_at < ${clock(now)} /* all accounts */`,
  )
  await transaction.run(sql`
    delete from delivery_queue where webhook_id like 'lsn%'
      and webhook_id not in (select id from listeners) /* all accounts */`)
  await transaction.run(sql`
    insert into listeners (id, account_id, events, expires_at)
    values (${id}, ${account}, ${events}, ${clock(now)} + ${lifetime})`)
}

/** Lets a listener expire later. */
export const renewListener = (writer: Writer, { account, id, now, lifetime }: Listener) =>
  writer.change(sql`
    update listeners set expires_at = ${clock(now)} + ${lifetime}
    where account_id = ${account} and id = ${id}`)

/** Deletes a listener and its deliveries. */
export const deleteListener = async (
  transaction: Transaction,
  { account, id }: ListenerKey,
): Promise<void> => {
  await transaction.run(sql`delete from listeners where account_id = ${account} and id = ${id}`)
  await transaction.run(
    sql`delete from delivery_queue where account_id = ${account} and webhook_id = ${id}`,
  )
}

/** Returns whether deliveries wait for a listener. */
export const hasDeliveries = async (reader: Reader, { account, id }: ListenerKey) =>
  (await reader.first(sql`
    select seq from delivery_queue where account_id = ${account} and webhook_id = ${id} limit 1`)) !==
  undefined
