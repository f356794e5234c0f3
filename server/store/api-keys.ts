import type { AccountId, KeyId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
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

const byDigest = everyAccountStatement<{ digest: string }>()((db, slot) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('account_tiers', 'account_tiers.account_id', 'accounts.id')
    .where('api_keys.digest', '=', slot('digest'))
    .where('api_keys.revoked_at', 'is', null)
    .where('accounts.deactivated_at', 'is', null)
    .select([
      'accounts.id as account',
      'account_tiers.budget',
      'api_keys.id as key',
      'api_keys.last_used_at as lastUsedAt',
    ]),
)

/**
 * Returns the account of a key that is not revoked, if the account is active (specification §5 rule 4).
 * Called for each request, so that a revoked key is rejected from the next request on.
 */
export const accountOfKey = (reader: Reader, digest: string): Promise<OpenedAccount | undefined> =>
  reader.first(byDigest, { digest })

type NewApiKey = Omit<ApiKey, 'revokedAt' | 'lastUsedAt'> & { account: AccountId; digest: string }

const insert = statement<NewApiKey>()((db, slot) =>
  db.insertInto('api_keys').values({
    id: slot('id'),
    account_id: slot('account'),
    name: slot('name'),
    digest: slot('digest'),
    last_four: slot('lastFour'),
    created_at: slot('createdAt'),
  }),
)

/** Adds a key. Only its digest is stored. */
export const insertApiKey = (transaction: Transaction, key: NewApiKey): void => {
  transaction.send(insert, key)
}

const columns = [
  'id',
  'name',
  'last_four as lastFour',
  'created_at as createdAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
] as const

const ofAccount = statement<{ account: AccountId }>()((db, slot) =>
  db.selectFrom('api_keys').where('account_id', '=', slot('account')).orderBy('id').select(columns),
)

/** Returns an account's keys, oldest first, including revoked ones. */
export const listApiKeys = (reader: Reader, account: AccountId): Promise<ApiKey[]> =>
  reader.all(ofAccount, { account })

const revoke = everyAccountStatement<{ id: KeyId; at: string }>()((db, slot) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: slot('at') })
    .where('id', '=', slot('id'))
    .where('revoked_at', 'is', null),
)

/** Revokes a key. Returns false if there is no such key or it was revoked before. */
export const revokeApiKey = async (
  transaction: Transaction,
  id: KeyId,
  at: string,
): Promise<boolean> => (await transaction.run(revoke, { id, at })) > 0

const byId = statement<{ account: AccountId; id: KeyId }>()((db, slot) =>
  db
    .selectFrom('api_keys')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(columns),
)

/** Returns a key of the account, revoked or not, or undefined. */
export const findApiKey = (
  reader: Reader,
  account: AccountId,
  id: KeyId,
): Promise<ApiKey | undefined> => reader.first(byId, { account, id })

const anyById = everyAccountStatement<{ id: KeyId }>()((db, slot) =>
  db.selectFrom('api_keys').where('id', '=', slot('id')).select('id'),
)

/** Returns whether any account has a key with this id. */
export const hasApiKey = async (reader: Reader, id: KeyId): Promise<boolean> =>
  (await reader.first(anyById, { id })) !== undefined

const revokeOwn = statement<{ account: AccountId; id: KeyId; at: string }>()((db, slot) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: slot('at') })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .where('revoked_at', 'is', null),
)

/** Revokes a key of the account. Does not change a key that was revoked before. */
export const revokeOwnApiKey = (
  transaction: Transaction,
  account: AccountId,
  id: KeyId,
  at: string,
): void => {
  transaction.send(revokeOwn, { account, id, at })
}

const use = everyAccountStatement<{ id: KeyId; at: string }>()((db, slot) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: slot('at') })
    .where('id', '=', slot('id'))
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<', slot('at'))]),
    ),
)

/** Records the last use of keys. Keeps a later time that another process recorded. */
export const recordKeyUse = async (
  transaction: Transaction,
  used: Iterable<readonly [id: KeyId, at: string]>,
): Promise<void> => {
  for (const [id, at] of used) await transaction.run(use, { id, at })
}
