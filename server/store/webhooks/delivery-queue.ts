import sql, { raw, type Sql } from 'sql-template-tag'
import type { WebhookName } from '../../../generated/webhooks.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import { type AccountId, isListenerId, type ListenerId, type WebhookId } from '../../domain/ids.ts'
import { list, ofAccount, ofAllAccounts } from '../statement.ts'
import type { Reader, Store, Transaction, Writer } from '../store.ts'
import { batch, deleteNumbered, type Numbered } from './delete-numbered.ts'

/** A delivery that a server attempts. `age` is the time since its event, in milliseconds. */
export type ClaimedDelivery = { seq: number; event: WebhookName; body: string; age: number }

/** A subscription or a listener with waiting deliveries: the numbers of the first and the last, and the age of the first. */
type WaitingReceiver = Receiver & { first: number; last: number; age: number }

export const listeners = (
  { dialect }: Writer,
  account: AccountId,
  event: WebhookName,
  now: number,
) => sql`
  select account_id, id from listeners
  where account_id = ${account} and ${isSubscribed(event)} and expires_at > ${dialect.time(now)}`

/**
 * The condition of subscriptions and listeners to an event. `events` is a JSON array: the quoted name is an element.
 * The name is a part of the text, because SQLite prepares a statement again for each pattern that is bound.
 */
function isSubscribed(event: WebhookName): Sql {
  return sql`events like ${raw(`'%"${event}"%'`)}`
}

/** Adds the deliveries of an event. Returns the subscriptions that have them. Listeners take their own. */
export async function queueEvent(
  writer: Writer,
  account: AccountId,
  event: SubscribableEvent,
  now: number,
): Promise<WebhookId[]> {
  // Serialised once, so that every subscriber receives the same bytes.
  const delivery = { event: event.event, body: JSON.stringify(event), now }
  const added = await enqueueDeliveries(writer, account, delivery)
  return added.flatMap((id) => (isListenerId(id) ? [] : [id]))
}

/** The delivery of an event to add. `now` is in milliseconds. */
type NewDelivery = Pick<ClaimedDelivery, 'event' | 'body'> & { now: number }

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
  const added = await writer.change<{ id: WebhookId | ListenerId }>(ofAccount(account)`
    insert into delivery_queue (account_id, webhook_id, event, body, created_at)
    select account_id, id, ${event}, ${body}, ${writer.dialect.time(now)}
    from (${to(writer, account, event, now)}) as receivers
    returning webhook_id as id`)
  return added.map(({ id }) => id)
}

function receivers(writer: Writer, account: AccountId, event: WebhookName, now: number) {
  return sql`
  select account_id, id from webhooks
  where account_id = ${account} and active = 1 and ${isSubscribed(event)}
  union all ${listeners(writer, account, event, now)}`
}

type Receiver = { account: AccountId; webhook: WebhookId | ListenerId }

/** The order of attempts. As in the index: invite events are behind order events, however many wait. */
const isInviteEvent = sql`(event like 'invite.%')`

function waiting({ account, webhook }: Receiver): Sql {
  return sql`
    select seq from delivery_queue
    where account_id = ${account} and webhook_id = ${webhook} and server is null`
}

type Next = Receiver & { count: number }

/** Selects a receiver's next deliveries: the oldest of its order events, then of its invite events. */
function next({ dialect }: Writer, { count, ...receiver }: Next): Sql {
  return sql`
    ${waiting(receiver)} order by ${isInviteEvent}, seq limit ${count} ${dialect.lockFree}`
}

/** A claim of a server, which names them. No two of its claims have the same number. */
type Claim = { server: string; number: number }

/**
 * Claims the next deliveries of a subscription by marking them. Once the transaction is committed, no other process
 * can claim them, so none is attempted twice. If the response to the commit is lost, `releaseClaims` finds them.
 */
export const claimDeliveries = async (
  writer: Writer,
  receiver: Next,
  { server, number }: Claim,
  now: number,
) => {
  const { dialect } = writer
  const { account } = receiver
  const [claimed, [clock]] = await Promise.all([
    writer.change<Omit<ClaimedDelivery, 'age'> & { createdAt: number }>(ofAccount(account)`
      update delivery_queue set server = ${server}, claim = ${number}
      where account_id = ${account} and seq ${dialect.among(next(writer, receiver))}
      returning seq, event, body, created_at as "createdAt"`),
    writer.change<{ now: number }>(ofAllAccounts`select ${dialect.time(now)} as now`),
  ])
  return claimed
    .map(({ createdAt, ...delivery }) => ({ ...delivery, age: (clock?.now ?? now) - createdAt }))
    .toSorted((a, b) => a.seq - b.seq)
}

/** Lets the deliveries of a server's claims wait again. Returns the claim of each delivery. */
export const releaseClaims = (writer: Writer, server: string, numbers: Iterable<number>) =>
  writer.change<{ number: number }>(ofAllAccounts`
    update delivery_queue set server = null where server = ${server} and claim in ${list(numbers)}
    returning claim as number`)

export const deleteDeliveries = (transaction: Transaction, deliveries: readonly Numbered[]) =>
  deleteNumbered(transaction, 'delivery_queue', deliveries)

/** Abandoned claims: those of a server but `from` a number to `until` another, and all claims older than `maxAge`. */
type Abandoned = { server: string; from: number; until: number; maxAge: number; now: number }

/** Deletes deliveries that servers had claimed when they ended. Returns their number. */
export const deleteAbandonedDeliveries = async (
  writer: Writer,
  { server, from, until, maxAge, now }: Abandoned,
): Promise<number> => {
  const deleted = await writer.change(ofAllAccounts`
    delete from delivery_queue where server is not null and (
      (server = ${server} and (claim < ${from} or claim >= ${until}))
      or created_at < ${writer.dialect.time(now)} - ${maxAge}
    ) returning seq`)
  return deleted.length
}

/** Takes the next deliveries of a listener by deleting them. */
export const takeDeliveries = async (writer: Writer, receiver: Next) => {
  const { account } = receiver
  const taken = await writer.change<Omit<ClaimedDelivery, 'age'>>(ofAccount(account)`
    delete from delivery_queue
    where account_id = ${account} and seq ${writer.dialect.among(next(writer, receiver))}
    returning seq, event, body`)
  return taken.toSorted((a, b) => a.seq - b.seq)
}

/** Returns the subscriptions and listeners of all accounts that have waiting deliveries. Reads the index alone for most rows. */
export const listWaitingReceivers = (reader: Reader, now: number) =>
  reader.all<WaitingReceiver>(ofAllAccounts`
    select ends.account, ends.webhook, first, last, ${reader.dialect.time(now)} - created_at as age
    from (
      select account_id as account, webhook_id as webhook, min(seq) as first, max(seq) as last
      from delivery_queue where server is null group by account_id, webhook_id
    ) as ends join delivery_queue as oldest
      on oldest.account_id = ends.account and oldest.seq = ends.first`)

/** The deliveries to delete: older ones, and all but the newest ones of order and of invite events. In milliseconds. */
type Stale = Receiver & { keep: number; maxAge: number; now: number }

/** Deletes stale deliveries of a subscription. Returns their number. */
export const deleteStaleDeliveries = async (
  store: Store,
  { account, webhook, keep, maxAge, now }: Stale,
): Promise<number> => {
  const queued = waiting({ account, webhook })
  // By equality and in the order of the index, so that no batch sorts all that wait.
  const surplus = (isInvite: 'true' | 'false') => {
    const kind = sql`${isInviteEvent} = ${raw(isInvite)}`
    return sql`${kind} and seq <= (${queued} and ${kind} order by seq desc limit 1 offset ${keep})`
  }
  const stale = sql`${queued} and (
      created_at < ${store.dialect.time(now)} - ${maxAge}
      or ${surplus('true')} or ${surplus('false')}
    ) order by ${isInviteEvent}, seq limit ${batch} ${store.dialect.lockFree}`
  for (let deleted = 0; ; ) {
    const rows = await store.change(ofAccount(account)`
      delete from delivery_queue
      where account_id = ${account} and seq ${store.dialect.among(stale)} returning seq`)
    deleted += rows.length
    if (rows.length < batch) return deleted
  }
}

/** Times are in milliseconds. */
type Listener = ListenerKey & { now: number; lifetime: number }

type ListenerKey = { account: AccountId; id: ListenerId }

/** Adds a listener to an account's events, and deletes those that have expired. */
export const insertListener = async (
  transaction: Transaction,
  { account, id, events, now, lifetime }: Listener & { events: readonly WebhookName[] },
): Promise<void> => {
  await transaction.run(ofAllAccounts`
    delete from listeners where expires_at < ${transaction.dialect.time(now)}`)
  await transaction.run(ofAllAccounts`
    delete from delivery_queue where webhook_id like 'lsn%' and not exists (
      select 1 from listeners
      where listeners.account_id = delivery_queue.account_id and listeners.id = webhook_id
    )`)
  await transaction.run(ofAccount(account)`
    insert into listeners (id, account_id, events, expires_at)
    values (${id}, ${account}, ${events}, ${transaction.dialect.time(now)} + ${lifetime})`)
}

export const renewListener = (writer: Writer, { account, id, now, lifetime }: Listener) =>
  writer.change(ofAccount(account)`
    update listeners set expires_at = ${writer.dialect.time(now)} + ${lifetime}
    where account_id = ${account} and id = ${id}`)

export const deleteListener = async (transaction: Transaction, { account, id }: ListenerKey) => {
  await transaction.run(ofAccount(account)`
    delete from listeners where account_id = ${account} and id = ${id}`)
  await transaction.run(ofAccount(account)`
    delete from delivery_queue where account_id = ${account} and webhook_id = ${id}`)
}

export const hasDeliveries = async (reader: Reader, { account, id }: ListenerKey) =>
  (await reader.first(ofAccount(account)`
    select seq from delivery_queue where account_id = ${account} and webhook_id = ${id} limit 1`)) !==
  undefined
