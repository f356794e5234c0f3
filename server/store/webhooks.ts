import sql, { type Sql } from 'sql-template-tag'
import { WebhookSubscriptionWithSecret } from '../../generated/schemas.ts'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import type { Subscription } from '../domain/subscription.ts'
import { assignments, columns, valuesOf } from './statement.ts'
import type { Reader, Transaction, Writer } from './store.ts'

const fields = [...WebhookSubscriptionWithSecret.keyof().options, 'canonicalUrl'] as const
const subscriptionColumns = columns(fields)

/** Returns an account's subscriptions in the order of creation. */
export const listSubscriptions = (reader: Reader, account: AccountId) =>
  reader.all<Subscription>(sql`
    select ${subscriptionColumns} from webhooks where account_id = ${account} order by seq`)

const byId = (account: AccountId, id: WebhookId): Sql =>
  sql`select ${subscriptionColumns} from webhooks where account_id = ${account} and id = ${id}`

/** Returns a subscription of the account, or undefined. */
export const findSubscription = (reader: Reader, account: AccountId, id: WebhookId) =>
  reader.first<Subscription>(byId(account, id))

/** Locks a subscription, and returns it. */
export const lockSubscription = (transaction: Transaction, account: AccountId, id: WebhookId) =>
  transaction.first<Subscription>(sql`${byId(account, id)} for no key update`)

/** Returns the id of the account's subscription with a canonical URL, or undefined. */
export const subscriptionTo = async (
  reader: Reader,
  account: AccountId,
  canonicalUrl: string,
): Promise<WebhookId | undefined> => {
  const found = await reader.first<{ id: WebhookId }>(sql`
    select id from webhooks where account_id = ${account} and "canonicalUrl" = ${canonicalUrl}`)
  return found?.id
}

/** Adds a subscription, unless the account has one with its canonical URL. Returns whether it was added. */
export const insertSubscription = async (
  writer: Writer,
  account: AccountId,
  subscription: Subscription,
): Promise<boolean> => {
  const added = await writer.change(sql`
    insert into webhooks (account_id, ${subscriptionColumns})
    values (${account}, ${valuesOf(subscription, fields)})
    on conflict (account_id, "canonicalUrl") do nothing returning id`)
  return added.length > 0
}

/** All fields except the id, the account and the time of creation. */
const changeable = ['url', 'canonicalUrl', 'events', 'active', 'secret', 'updatedAt'] as const

/** Updates all changeable fields of a subscription. Its deliveries follow design decision 42. */
export const updateSubscription = (
  transaction: Transaction,
  account: AccountId,
  subscription: Subscription,
) =>
  transaction.run(sql`
    update webhooks set ${assignments(subscription, changeable)}
    where account_id = ${account} and id = ${subscription.id}`)

/** Deletes a subscription. Its deliveries follow design decision 42. Returns whether the account had it. */
export const deleteSubscription = async (writer: Writer, account: AccountId, id: WebhookId) => {
  const deleted = await writer.change(
    sql`delete from webhooks where account_id = ${account} and id = ${id} returning id`,
  )
  return deleted.length > 0
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

/** Records the last deliveries of subscriptions. Keeps a later one that another process recorded. */
export const recordLastDeliveries = async (
  transaction: Transaction,
  deliveries: Iterable<Recorded>,
): Promise<void> => {
  for (const { account, webhook, event, at, statusCode, error } of deliveries)
    await transaction.run(sql`
      update webhooks set last_delivery_at = ${at}, last_event = ${event},
        last_status = ${statusCode}, last_error = ${error}
      where account_id = ${account} and id = ${webhook}
        and (last_delivery_at is null or last_delivery_at <= ${at})`)
}

/** Returns the last delivery of each of an account's subscriptions that has had one. */
export const listLastDeliveries = async (reader: Reader, account: AccountId) => {
  const rows = await reader.all<LastDelivery & { webhook: WebhookId }>(sql`
    select id as webhook, last_delivery_at as at, last_event as event, last_status as "statusCode",
      last_error as error
    from webhooks where account_id = ${account} and last_delivery_at is not null`)
  return new Map(rows.map(({ webhook, ...delivery }) => [webhook, delivery]))
}
