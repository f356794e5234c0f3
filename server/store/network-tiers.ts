import { ofAllAccounts } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export const listNetworkTiers = (reader: Reader) =>
  reader.all<NetworkTier>(ofAllAccounts`
    select network, rate_limit as "rateLimit" from network_tiers order by network`)

/** Sets a network's tier. Null removes it. @returns whether it has the tier that is removed. */
export const setNetworkTier = async (
  transaction: Transaction,
  { network, rateLimit }: { network: string; rateLimit: number | null },
): Promise<boolean> =>
  (await transaction.run(
    rateLimit === null
      ? ofAllAccounts`delete from network_tiers where network = ${network}`
      : ofAllAccounts`insert into network_tiers (network, rate_limit) values (${network}, ${rateLimit})
          on conflict (network) do update set rate_limit = excluded.rate_limit`,
  )) > 0

/** A higher rate limit for each address in a network. */
type NetworkTier = { network: string; rateLimit: number }
