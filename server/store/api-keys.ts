import sql, { empty, raw } from 'sql-template-tag'
import type { AccountId, KeyId } from '../domain/ids.ts'
import type { Reader, Transaction } from './store.ts'

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
export type OpenedAccount = {
  account: AccountId
  /** The account's own budget, if it has a higher tier. */
  budget: number | null
  /** The key's id. */
  key: KeyId
  /** The stored time of the key's last use, rounded down to the minute. */
  lastUsedAt: string | null
}

/**
 * Returns the account of a key that is not revoked, if the account is active (specification §5 rule 4).
 * Called for each request, so that a revoked key is rejected from the next request on.
 */
export const accountOfKey = (reader: Reader, digest: string): Promise<OpenedAccount | undefined> =>
  reader.first(sql`
    select accounts.id as account, budget, api_keys.id as key, last_used_at as "lastUsedAt"
    from api_keys
      join accounts on accounts.id = api_keys.account_id
      left join account_tiers on account_tiers.account_id = accounts.id
    where digest = ${digest} and revoked_at is null and deactivated_at is null`)

type NewApiKey = Omit<ApiKey, 'revokedAt' | 'lastUsedAt'> & { account: AccountId; digest: string }

/** Adds a key. Only its digest is stored. */
export const insertApiKey = async (
  transaction: Transaction,
  { id, account, name, digest, lastFour, createdAt }: NewApiKey,
): Promise<void> => {
  await transaction.run(sql`
    insert into api_keys (id, account_id, name, digest, last_four, created_at)
    values (${id}, ${account}, ${name}, ${digest}, ${lastFour}, ${createdAt})`)
}

const keyColumns = raw(
  'id, name, last_four as "lastFour", created_at as "createdAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"',
)

/** Returns an account's keys, oldest first, including revoked ones. */
export const listApiKeys = (reader: Reader, account: AccountId): Promise<ApiKey[]> =>
  reader.all(sql`select ${keyColumns} from api_keys where account_id = ${account} order by id`)

/** Returns a key of the account, revoked or not, or undefined. */
export const findApiKey = (
  reader: Reader,
  account: AccountId,
  id: KeyId,
): Promise<ApiKey | undefined> =>
  reader.first(sql`select ${keyColumns} from api_keys where account_id = ${account} and id = ${id}`)

/** Returns whether any account has a key with this id. */
export const hasApiKey = async (reader: Reader, id: KeyId): Promise<boolean> =>
  (await reader.first(sql`select id from api_keys where id = ${id} /* all accounts */`)) !==
  undefined

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
  (await transaction.run(sql`
    update api_keys set revoked_at = ${at} where id = ${id} and revoked_at is null
    ${account === undefined ? empty : sql`and account_id = ${account}`} /* all accounts */`)) > 0

/** Records the last use of keys. Keeps a later time that another process recorded. */
export const recordKeyUse = async (
  transaction: Transaction,
  used: Iterable<readonly [id: KeyId, at: string]>,
): Promise<void> => {
  for (const [id, at] of used)
    await transaction.run(sql`
      update api_keys set last_used_at = ${at}
      where id = ${id} and (last_used_at is null or last_used_at < ${at}) /* all accounts */`)
}
