import type { AccountId } from '../../domain/ids.ts'
import { everyAccountStatement } from '../statement.ts'
import type { Reader, Transaction } from '../store.ts'

/** A higher budget for each address in a network. */
export type NetworkTier = { network: string; budget: number }

/** A higher budget for requests with a key of an account. */
export type AccountTier = { account: AccountId; budget: number }

const networks = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('network_tiers').orderBy('network').select(['network', 'budget']),
)

/** Returns all networks with a tier. */
export const listNetworkTiers = (reader: Reader): Promise<NetworkTier[]> => reader.all(networks, {})

const accounts = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('account_tiers').orderBy('account_id').select(['account_id as account', 'budget']),
)

/** Returns all accounts with a tier, oldest first. */
export const listAccountTiers = (reader: Reader): Promise<AccountTier[]> => reader.all(accounts, {})

const digests = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .selectFrom('api_keys')
    // In this form SQLite starts from the few accounts with a tier and does not scan all keys.
    .where('account_id', 'in', db.selectFrom('account_tiers').select('account_id'))
    .where('revoked_at', 'is', null)
    .select('digest'),
)

/** Returns the digests of the keys of all accounts with a tier. */
export const listTieredDigests = async (reader: Reader): Promise<string[]> =>
  (await reader.all(digests, {})).map(({ digest }) => digest)

const setAccount = everyAccountStatement<AccountTier>()((db, slot) =>
  db
    .insertInto('account_tiers')
    .values({ account_id: slot('account'), budget: slot('budget') })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(({ ref }) => ({ budget: ref('excluded.budget') })),
    ),
)

/** Sets an account's tier and replaces an existing one. */
export const setAccountTier = async (
  transaction: Transaction,
  tier: AccountTier,
): Promise<void> => {
  await transaction.run(setAccount, tier)
}

const removeAccount = everyAccountStatement<{ account: AccountId }>()((db, slot) =>
  db.deleteFrom('account_tiers').where('account_id', '=', slot('account')),
)

/** Removes an account's tier. Returns false if it has none. */
export const removeAccountTier = async (
  transaction: Transaction,
  account: AccountId,
): Promise<boolean> => (await transaction.run(removeAccount, { account })) > 0

const setNetwork = everyAccountStatement<NetworkTier>()((db, slot) =>
  db
    .insertInto('network_tiers')
    .values({ network: slot('network'), budget: slot('budget') })
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet(({ ref }) => ({ budget: ref('excluded.budget') })),
    ),
)

/** Sets a network's tier and replaces an existing one. */
export const setNetworkTier = async (
  transaction: Transaction,
  tier: NetworkTier,
): Promise<void> => {
  await transaction.run(setNetwork, tier)
}

const removeNetwork = everyAccountStatement<{ network: string }>()((db, slot) =>
  db.deleteFrom('network_tiers').where('network', '=', slot('network')),
)

/** Removes a network's tier. Returns false if it has none. */
export const removeNetworkTier = async (
  transaction: Transaction,
  network: string,
): Promise<boolean> => (await transaction.run(removeNetwork, { network })) > 0
