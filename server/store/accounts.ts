import sql, { empty, raw } from 'sql-template-tag'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, KeyId } from '../domain/ids.ts'
import { fold, list, ofAccount, ofAllAccounts, type Range } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Account = {
  id: AccountId
  name: string
  createdAt: string
  deactivatedAt: string | null
  /** The account's own rate limit, if it has a higher tier. */
  rateLimit: number | null
}

type NewAccount = Pick<Account, 'id' | 'name' | 'createdAt'> & {
  /** The email address for sign-in links. It is unique. */
  email?: string
}

export const insertAccount = async (
  transaction: Transaction,
  { id, name, createdAt, email }: NewAccount,
): Promise<void> => {
  const emailKey = email === undefined ? null : fold(email)
  await transaction.run(ofAccount(id)`
    insert into accounts (id, name, created_at, email, email_key)
    values (${id}, ${name}, ${createdAt}, ${email ?? null}, ${emailKey})`)
  await transaction.run(ofAccount(id)`insert into account_numbers (account_id) values (${id})`)
}

/** Returns all accounts, oldest first. */
export const listAccounts = (reader: Reader) =>
  reader.all<Account>(ofAllAccounts`
    select id, name, created_at as "createdAt", deactivated_at as "deactivatedAt",
      rate_limit as "rateLimit"
    from accounts order by id`)

export const findAccount = (reader: Reader, id: AccountId) =>
  reader.first<Pick<Account, 'id' | 'name' | 'deactivatedAt'>>(ofAccount(id)`
    select id, name, deactivated_at as "deactivatedAt" from accounts where id = ${id}`)

export const hasNoAccount = async (reader: Reader): Promise<boolean> =>
  (await reader.first(ofAllAccounts`select id from accounts limit 1`)) === undefined

/** Locks an account. Orders wait for it, so hold it for a moment only. */
export const lockAccount = (transaction: Transaction, id: AccountId) =>
  transaction.all(ofAccount(id)`
    select id from accounts where id = ${id} ${transaction.dialect.lock}`)

/**
 * Deactivates an account, or activates it again, from the next request with its keys on.
 * @param at when it is deactivated. Null activates it.
 * @returns false if there is no such account, or it was so before.
 */
export const setDeactivated = async (transaction: Transaction, id: AccountId, at: string | null) =>
  (await transaction.run(ofAccount(id)`
    update accounts set deactivated_at = ${at}
    where id = ${id} and deactivated_at is ${at === null ? sql`not null` : sql`null`}`)) > 0

/** Returns the active account with an email address for sign-in links, ignoring case. */
export const accountByEmail = (reader: Reader, email: string) =>
  reader.first<{ id: AccountId; name: string; email: string }>(ofAllAccounts`
    select id, name, email from accounts
    where email_key = ${fold(email)} and deactivated_at is null`)

/** Sets the email address for an account's sign-in links. Returns false if there is no such account. */
export const setAccountEmail = async (transaction: Transaction, id: AccountId, email: string) =>
  (await transaction.run(ofAccount(id)`
    update accounts set email = ${email}, email_key = ${fold(email)} where id = ${id}`)) > 0

export type ApiKey = {
  id: KeyId
  name: string
  lastFour: string
  createdAt: string
  revokedAt: string | null
  /** Rounded down to the minute. */
  lastUsedAt: string | null
}

/** The account of a key, with the data that each request needs. */
type OpenedAccount = Pick<Account, 'rateLimit'> &
  Pick<ApiKey, 'lastUsedAt'> & { digest: string; account: AccountId; key: KeyId }

/**
 * Returns the accounts of keys that are not revoked, if the account is active (specification §5 rule 4).
 * Called after a request arrives, so that a revoked key is rejected from the next request on.
 */
export const accountsOfKeys = (reader: Reader, digests: Iterable<string>) =>
  reader.all<OpenedAccount>(ofAllAccounts`
    select digest, accounts.id as account, rate_limit as "rateLimit", api_keys.id as key,
      last_used_at as "lastUsedAt"
    from api_keys join accounts on accounts.id = api_keys.account_id
    where digest in ${list(digests)} and revoked_at is null and deactivated_at is null`)

/** Returns when a key was revoked and its account was deactivated; undefined if it was never issued. */
export const findKeyState = (reader: Reader, digest: string) =>
  reader.first<Pick<ApiKey, 'revokedAt'> & Pick<Account, 'deactivatedAt'>>(ofAllAccounts`
    select revoked_at as "revokedAt", deactivated_at as "deactivatedAt"
    from api_keys join accounts on accounts.id = api_keys.account_id where digest = ${digest}`)

type NewApiKey = Omit<ApiKey, 'revokedAt' | 'lastUsedAt'> & { account: AccountId; digest: string }

/** Adds a key. Only its digest is stored. */
export const insertApiKey = (
  transaction: Transaction,
  { id, account, name, digest, lastFour, createdAt }: NewApiKey,
) =>
  transaction.run(ofAccount(account)`
    insert into api_keys (id, account_id, name, digest, last_four, created_at)
    values (${id}, ${account}, ${name}, ${digest}, ${lastFour}, ${createdAt})`)

const keyColumns = raw(
  'id, name, last_four as "lastFour", created_at as "createdAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"',
)

/** Returns an account's keys, oldest first, including revoked ones. */
export const listApiKeys = (reader: Reader, account: AccountId) =>
  reader.all<ApiKey>(ofAccount(account)`
    select ${keyColumns} from api_keys where account_id = ${account} order by id`)

/** Returns some of the account's keys: active before revoked ones, each newest first. */
export const listKeysInPages = (reader: Reader, account: AccountId, { limit, offset }: Range) =>
  reader.all<ApiKey>(ofAccount(account)`
    select ${keyColumns} from api_keys where account_id = ${account}
    order by (revoked_at is not null), id desc limit ${limit} offset ${offset}`)

/** Returns a key of the account, revoked or not, or undefined. */
export const findApiKey = (reader: Reader, account: AccountId, id: KeyId) =>
  reader.first<ApiKey>(ofAccount(account)`
    select ${keyColumns} from api_keys where account_id = ${account} and id = ${id}`)

/** Returns the key with a digest, and its account, or undefined. For the operator: a leaked key names neither. */
export const findKeyByDigest = (reader: Reader, digest: string) =>
  reader.first<ApiKey & { account: AccountId }>(ofAllAccounts`
    select ${keyColumns}, account_id as account from api_keys where digest = ${digest}`)

export const hasApiKey = async (reader: Reader, id: KeyId): Promise<boolean> =>
  (await reader.first(ofAllAccounts`select id from api_keys where id = ${id}`)) !== undefined

export const renameApiKey = (
  transaction: Transaction,
  account: AccountId,
  id: KeyId,
  name: string,
) =>
  transaction.run(ofAccount(account)`
    update api_keys set name = ${name} where account_id = ${account} and id = ${id}`)

/**
 * Revokes a key.
 * @param account whose key it must be. Undefined: any account's.
 * @returns false if there is no such key or it was revoked before.
 */
export const revokeApiKey = async (
  transaction: Transaction,
  id: KeyId,
  at: string,
  account?: AccountId,
): Promise<boolean> =>
  (await transaction.run(ofAllAccounts`
    update api_keys set revoked_at = ${at} where id = ${id} and revoked_at is null
    ${account === undefined ? empty : sql`and account_id = ${account}`}`)) > 0

const day = 86_400_000

/** Records the last use of keys. Keeps a later time that another process recorded, unless its clock was ahead by a day. */
export const recordKeyUse = async (
  transaction: Transaction,
  used: Iterable<readonly [id: KeyId, at: string]>,
): Promise<void> => {
  for (const [id, at] of used)
    await transaction.run(ofAllAccounts`
      update api_keys set last_used_at = ${at}
      where id = ${id} and (
        last_used_at is null or last_used_at < ${at}
        or last_used_at > ${timestamp(Date.parse(at) + day)}
      )`)
}

/** Returns the digests of the keys of all accounts with a tier. */
export const listTieredDigests = async (reader: Reader): Promise<string[]> => {
  // In this form SQLite starts from the few accounts with a tier and does not scan all keys.
  const rows = await reader.all<{ digest: string }>(ofAllAccounts`
    select digest from api_keys
    where account_id in (select id from accounts where rate_limit is not null) and revoked_at is null`)
  return rows.map(({ digest }) => digest)
}

/**
 * Sets an account's tier, a higher rate limit for requests with its keys. Null removes it.
 * @returns whether there is such an account, which has the tier that is removed.
 */
export const setAccountTier = async (
  transaction: Transaction,
  { account, rateLimit }: { account: AccountId; rateLimit: number | null },
): Promise<boolean> =>
  (await transaction.run(ofAccount(account)`
    update accounts set rate_limit = ${rateLimit} where id = ${account}
    ${rateLimit === null ? sql`and rate_limit is not null` : empty}`)) > 0
