import sql, { type Sql } from 'sql-template-tag'
import type { components } from '../../../generated/types.ts'
import { WebhookSubscriptionWithSecret } from '../../../generated/zod/schemas.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import { assignments, columns, ofAccount, ofAllAccounts, valuesOf } from '../statement.ts'
import type { Reader, Store, Transaction, Writer } from '../store.ts'

/** A subscription of the contract with the type of its id, and the URL that identifies it. */
export type Subscription = components['schemas']['WebhookSubscriptionWithSecret'] & {
  id: WebhookId
  canonicalUrl: string
}

const fields = [...WebhookSubscriptionWithSecret.keyof().options, 'canonicalUrl'] as const
const subscriptionColumns = columns(fields)

/** Returns an account's subscriptions in the order of creation. */
export const listSubscriptions = (reader: Reader, account: AccountId) =>
  reader.all<Subscription>(ofAccount(account)`
    select ${subscriptionColumns} from webhooks where account_id = ${account} order by seq`)

const byId = (account: AccountId, id: WebhookId): Sql =>
  sql`select ${subscriptionColumns} from webhooks where account_id = ${account} and id = ${id}`

export const findSubscription = (reader: Reader, account: AccountId, id: WebhookId) =>
  reader.first<Subscription>(ofAccount(account)`${byId(account, id)}`)

/** Returns the account of a subscription, or undefined. For the operator, who knows its id alone. */
export const findSubscriptionOfAny = (reader: Reader, id: WebhookId) =>
  reader.first<{ account: AccountId; id: WebhookId }>(ofAllAccounts`
    select account_id as account, id from webhooks where id = ${id}`)

export const lockSubscription = (transaction: Transaction, account: AccountId, id: WebhookId) =>
  transaction.first<Subscription>(
    ofAccount(account)`${byId(account, id)} ${transaction.dialect.lock}`,
  )

/** Returns the id of the account's subscription with a canonical URL, or undefined. */
export const subscriptionTo = async (reader: Reader, account: AccountId, canonicalUrl: string) => {
  const found = await reader.first<{ id: WebhookId }>(ofAccount(account)`
    select id from webhooks where account_id = ${account} and "canonicalUrl" = ${canonicalUrl}`)
  return found?.id
}

/** Adds a subscription, unless the account has one with its canonical URL. Returns whether it was added. */
export const insertSubscription = async (
  writer: Writer,
  account: AccountId,
  subscription: Subscription,
): Promise<boolean> => {
  const added = await writer.change(ofAccount(account)`
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
  transaction.run(ofAccount(account)`
    update webhooks set ${assignments(subscription, changeable)}
    where account_id = ${account} and id = ${subscription.id}`)

/** Deletes a subscription. Its deliveries follow design decision 42. Returns whether the account had it. */
export const deleteSubscription = async (writer: Writer, account: AccountId, id: WebhookId) => {
  const deleted = await writer.change(ofAccount(account)`
    delete from webhooks where account_id = ${account} and id = ${id} returning id`)
  return deleted.length > 0
}

type StoredSecret = { account: AccountId; id: WebhookId; secret: string }

const everySecret = sql`
  select account_id as account, id, secret from webhooks order by id`

export const listSecrets = (reader: Reader) =>
  reader.all<StoredSecret>(ofAllAccounts`${everySecret}`)

/** Locks all subscriptions, and returns their stored secrets. */
export const lockSecrets = (transaction: Transaction) =>
  transaction.all<StoredSecret>(ofAllAccounts`${everySecret} ${transaction.dialect.lock}`)

/** Stores a secret in another form. */
export const replaceSecret = (transaction: Transaction, { account, id, secret }: StoredSecret) =>
  transaction.run(ofAccount(account)`
    update webhooks set secret = ${secret} where account_id = ${account} and id = ${id}`)

type Webhook = { id: WebhookId; url: string }

const isFailure = sql`(status_code is null or status_code not between 200 and 299)`

export const listFailingWebhooks = (reader: Reader, account: AccountId) =>
  reader.all<Webhook>(ofAccount(account)`
    select id, url from webhooks
    join attempts on attempts.account_id = webhooks.account_id and attempts.seq = (
      select max(seq) from attempts where account_id = ${account} and webhook_id = webhooks.id
    )
    where webhooks.account_id = ${account} and active = 1 and ${isFailure}
    order by webhooks.seq`)

/** A subscription whose attempts all fail, and the account to warn. */
export type FailureWarning = Webhook & { account: AccountId; name: string; email: string }

/** Number of attempts in a row that fail before the account is warned. */
const failuresBeforeWarning = 50

/** The least time between two warnings of a subscription, in milliseconds. */
const warningInterval = 86_400_000

/**
 * Records that an account is warned of a subscription.
 * @returns undefined unless the last 50 attempts failed, the account has an address and had no warning for a day.
 */
export const claimWarning = async (
  store: Pick<Store, 'change' | 'first'>,
  account: AccountId,
  webhook: WebhookId,
  now: number,
): Promise<FailureWarning | undefined> => {
  const contact = await store.first<{ name: string; email: string }>(ofAccount(account)`
    select name, email from accounts
    where id = ${account} and email is not null and deactivated_at is null`)
  if (!contact) return undefined
  const [claimed] = await store.change<Webhook>(ofAccount(account)`
    update webhooks set warned_at = ${now}
    where account_id = ${account} and id = ${webhook} and active = 1
      and (warned_at is null or warned_at <= ${now - warningInterval} or warned_at > ${now + warningInterval})
      and ${failuresBeforeWarning} = (
        select count(*) from (
          select status_code from attempts
          where account_id = ${account} and webhook_id = ${webhook}
          order by seq desc limit ${failuresBeforeWarning}
        ) as last where ${isFailure}
      )
    returning id, url`)
  return claimed && { ...contact, ...claimed, account }
}
