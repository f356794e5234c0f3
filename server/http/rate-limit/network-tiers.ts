import { largestIn } from '../../domain/network.ts'
import type { TierOf } from './request-budget.ts'

/**
 * Keeps what tells an address's tier.
 * @param read reads every network that has one.
 * @returns what reads them anew; it answers with the same function while none has changed.
 */
export const networkTiers = (
  read: () => Promise<readonly { network: string; budget: number }[]>,
): (() => Promise<TierOf>) => {
  let known = '[]'
  let tierOf: TierOf = () => 0
  return async () => {
    const tiers = await read()
    const text = JSON.stringify(tiers)
    if (text !== known) {
      known = text
      tierOf = largestIn(new Map(tiers.map(({ network, budget }) => [network, budget])))
    }
    return tierOf
  }
}
