import type { AccountId, KeyId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export type ApiKey = {
  id: KeyId
  name: string
  lastFour: string
  createdAt: string
  revokedAt: string | null
  /** To the minute. */
  lastUsedAt: string | null
}

/** What a key opens. */
export type OpenedAccount = {
  account: AccountId
  /** The account's own budget, if it has a higher tier. */
  budget: number | null
  /** The key's id. */
  key: KeyId
  /** When the key was used last, to the minute, as far as that is written. */
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
 * The account that a key opens: issued, not revoked, of an account that is not deactivated
 * (specification §5 rule 4). Asked anew for each request, so that revocation takes effect on the next.
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

/** Adds a key, of which the digest alone is kept. */
export const insertApiKey = async (transaction: Transaction, key: NewApiKey): Promise<void> => {
  await transaction.run(insert, key)
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

/** An account's keys, oldest first, revoked ones too. */
export const listApiKeys = (reader: Reader, account: AccountId): Promise<ApiKey[]> =>
  reader.all(ofAccount, { account })

const revoke = everyAccountStatement<{ id: KeyId; at: string }>()((db, slot) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: slot('at') })
    .where('id', '=', slot('id'))
    .where('revoked_at', 'is', null),
)

/** Revokes a key; false if it is not there or was revoked before. */
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

/** A key of the account, revoked or not; nothing if it has no such key. */
export const findApiKey = (
  reader: Reader,
  account: AccountId,
  id: KeyId,
): Promise<ApiKey | undefined> => reader.first(byId, { account, id })

const anyById = everyAccountStatement<{ id: KeyId }>()((db, slot) =>
  db.selectFrom('api_keys').where('id', '=', slot('id')).select('id'),
)

/** Whether a key's id is taken, by whatever account. */
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

/** Revokes a key of the account; once it is revoked, that stays as it was. */
export const revokeOwnApiKey = async (
  transaction: Transaction,
  account: AccountId,
  id: KeyId,
  at: string,
): Promise<void> => {
  await transaction.run(revokeOwn, { account, id, at })
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

/** Records when keys were used. What another process has recorded since stays. */
export const recordKeyUse = async (
  transaction: Transaction,
  used: Iterable<readonly [id: KeyId, at: string]>,
): Promise<void> => {
  for (const [id, at] of used) await transaction.run(use, { id, at })
}
