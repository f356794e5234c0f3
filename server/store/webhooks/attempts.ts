import sql, { empty } from 'sql-template-tag'
import type { WebhookName } from '../../../generated/webhooks.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import { list, long, maxSkipped, ofAccount, ofAllAccounts, type Range } from '../statement.ts'
import type { Reader, Store, Transaction } from '../store.ts'
import { batch, deleteNumbered, type Numbered } from './delete-numbered.ts'

export type Attempt = {
  event: WebhookName
  /** The id of the order or invite that the event is about. Empty for a test. */
  subject: string
  /** When it ended, in milliseconds. */
  at: number
  milliseconds: number
  /** The status code of the response. Null without a response. */
  statusCode: number | null
  /** Why there was no response. Null with a response. */
  error: string | null
  /** The begin of the response's body, as text. */
  response: string
}

export type RecordedAttempt = Attempt & {
  account: AccountId
  webhook: WebhookId
  /** The number of the delivery in the queue, whose body is kept: an erasure may have changed it meanwhile. */
  seq?: number | undefined
  /** The body of a delivery that was not in the queue, if it is about nobody. */
  body?: string | undefined
}

/** Number of attempts of a subscription that are kept. */
export const maxAttempts = 10_000

/** How long attempts are kept, in milliseconds. */
const attemptLifetime = 30 * 86_400_000

/** One of so many attempts deletes the surplus of its subscription. */
const pruneEvery = 100

/** Records attempts. Deletes those of a subscription beyond the newest 10,000. */
export const recordAttempts = async (
  transaction: Transaction,
  attempts: readonly RecordedAttempt[],
): Promise<void> => {
  await Promise.all(attempts.map((attempt) => insertAttempt(transaction, attempt)))
  // By chance: subscriptions share the numbers of rows, so that one in step with them would never be chosen.
  for (const { account, webhook } of attempts)
    if (Math.random() * pruneEvery < 1) await prune(transaction, account, webhook)
}

function insertAttempt(transaction: Transaction, attempt: RecordedAttempt) {
  const { account, webhook, event, subject, at, milliseconds, statusCode, error, response } =
    attempt
  const { seq, body = null } = attempt
  const sent =
    seq === undefined
      ? sql`${body}`
      : sql`(select body from delivery_queue where account_id = ${account} and seq = ${seq})`
  return transaction.run(ofAccount(account)`
    insert into attempts
      (account_id, webhook_id, event, subject, at_ms, milliseconds, status_code, error, response, body)
    select ${account}, ${webhook}, ${event}, ${subject}, ${at}, ${milliseconds}, ${statusCode},
      ${error}, ${response}, ${sent}`)
}

/** Deletes the oldest surplus of a subscription, up to a thousand. */
function prune(transaction: Transaction, account: AccountId, webhook: WebhookId) {
  const { dialect } = transaction
  const ofWebhook = sql`
    select seq from attempts where account_id = ${account} and webhook_id = ${webhook}`
  const surplus = sql`${ofWebhook} and seq <= (${ofWebhook} order by seq desc limit 1 offset ${maxAttempts})
    order by seq limit ${batch} ${dialect.lockFree}`
  return transaction.run(ofAccount(account)`
    delete from attempts where seq ${dialect.among(surplus)} ${dialect.inShardOf(account)}`)
}

/** Deletes attempts that are too old, up to a thousand. Returns their number. */
export const deleteOldAttempts = async (store: Pick<Store, 'all' | 'write'>, now: number) => {
  const oldest = async (limit: number) => {
    const found = await store.all<Numbered & { at: number }>(ofAllAccounts`
      select account_id as account, seq, at_ms as at from attempts order by seq limit ${limit}`)
    return found.filter(({ at }) => at < now - attemptLifetime)
  }
  if ((await oldest(1)).length === 0) return 0
  const old = await oldest(batch)
  await store.write((transaction) => deleteNumbered(transaction, 'attempts', old))
  return old.length
}

/** Removes the bodies of events of some orders and invites, and the responses: a subscriber may repeat the event. */
export const blankAttempts = (
  transaction: Transaction,
  account: AccountId,
  subjects: Iterable<string>,
) =>
  transaction.run(ofAccount(account)`
    update attempts set response = '', body = null where account_id = ${account} and subject in ${list(subjects)}`)

const fields = sql`event, subject, at_ms as at, milliseconds, status_code as "statusCode", error, response`

export type StoredAttempt = Attempt & { seq: number; webhook: WebhookId }

/** The number of the order or invite that an attempt is about, null for a test, and what was sent, if it is kept. */
export type ListedAttempt = StoredAttempt & { number: string | null; body: string | null }

const outcomes = {
  delivered: sql`and status_code between 200 and 299`,
  rejected: sql`and status_code not between 200 and 299`,
  failed: sql`and status_code is null`,
}

export type AttemptOutcome = keyof typeof outcomes

/** Returns attempts of a subscription, newest first: all of them, or those with an outcome. */
export const listAttempts = (
  reader: Reader,
  account: AccountId,
  webhook: WebhookId,
  { limit, offset }: Range,
  outcome?: AttemptOutcome,
) => {
  const page = ofAccount(account)`
    select attempts.seq, webhook_id as webhook, ${fields}, body,
      coalesce("orderNumber", "inviteNumber") as number
    from attempts
    left join orders on orders.account_id = attempts.account_id and orders.id = subject
    left join invites on invites.account_id = attempts.account_id and invites.id = subject
    where attempts.account_id = ${account} and webhook_id = ${webhook} ${outcome ? outcomes[outcome] : empty}
    order by attempts.seq desc limit ${limit} offset ${offset}`
  return reader.all<ListedAttempt>(long(page, outcome !== undefined || offset > maxSkipped))
}

export const findAttempt = (reader: Reader, account: AccountId, webhook: WebhookId, seq: number) =>
  reader.first<Attempt>(ofAccount(account)`
    select ${fields} from attempts
    where account_id = ${account} and webhook_id = ${webhook} and seq = ${seq}`)

/** Returns the attempts to deliver the events of an order or invite, oldest first. */
export const listAttemptsOf = (reader: Reader, account: AccountId, subject: string) =>
  reader.all<StoredAttempt>(ofAccount(account)`
    select seq, webhook_id as webhook, ${fields} from attempts
    where account_id = ${account} and subject = ${subject} order by seq`)

/** Returns the last attempt of each of an account's subscriptions that has had one. */
export const listLastAttempts = async (reader: Reader, account: AccountId) => {
  const { among, inShardOf } = reader.dialect
  const last = sql`
    select (
      select seq from attempts where account_id = ${account} and webhook_id = webhooks.id
      order by seq desc limit 1
    ) from webhooks where account_id = ${account}`
  const rows = await reader.all<StoredAttempt>(ofAccount(account)`
    select seq, webhook_id as webhook, ${fields} from attempts
    where seq ${among(last)} ${inShardOf(account)}`)
  return new Map(rows.map((attempt) => [attempt.webhook, attempt]))
}
