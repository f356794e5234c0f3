import sql from 'sql-template-tag'
import type { AccountId } from '../../domain/ids.ts'
import type { Reader, Transaction } from '../store.ts'

/** A higher budget for each address in a network. */
export type NetworkTier = { network: string; budget: number }

/** A higher budget for requests with a key of an account. */
export type AccountTier = { account: AccountId; budget: number }

/** Returns all networks with a tier. */
export const listNetworkTiers = (reader: Reader): Promise<NetworkTier[]> =>
  reader.all(sql`select network, budget from network_tiers order by network /* all accounts */`)

/** Returns all accounts with a tier, oldest first. */
export const listAccountTiers = (reader: Reader): Promise<AccountTier[]> =>
  reader.all(sql`select account_id as account, budget from account_tiers order by account_id`)

/** Returns the digests of the keys of all accounts with a tier. */
export const listTieredDigests = async (reader: Reader): Promise<string[]> => {
  // In this form SQLite starts from the few accounts with a tier and does not scan all keys.
  const rows = await reader.all<{ digest: string }>(sql`
    select digest from api_keys
    where account_id in (select account_id from account_tiers) and revoked_at is null`)
  return rows.map(({ digest }) => digest)
}

/** Sets an account's tier and replaces an existing one. */
export const setAccountTier = async (
  transaction: Transaction,
  { account, budget }: AccountTier,
): Promise<void> => {
  await transaction.run(sql`
    insert into account_tiers (account_id, budget) values (${account}, ${budget})
    on conflict (account_id) do update set budget = excluded.budget`)
}

/** Removes an account's tier. Returns false if it has none. */
export const removeAccountTier = async (
  transaction: Transaction,
  account: AccountId,
): Promise<boolean> =>
  (await transaction.run(sql`delete from account_tiers where account_id = ${account}`)) > 0

/** Sets a network's tier and replaces an existing one. */
export const setNetworkTier = async (
  transaction: Transaction,
  { network, budget }: NetworkTier,
): Promise<void> => {
  await transaction.run(sql`
    insert into network_tiers (network, budget) values (${network}, ${budget})
    on conflict (network) do update set budget = excluded.budget /* all accounts */`)
}

/** Removes a network's tier. Returns false if it has none. */
export const removeNetworkTier = async (
  transaction: Transaction,
  network: string,
): Promise<boolean> =>
  (await transaction.run(
    sql`delete from network_tiers where network = ${network} /* all accounts */`,
  )) > 0
