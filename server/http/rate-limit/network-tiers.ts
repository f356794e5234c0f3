import { largestIn } from '../../domain/network.ts'
import type { TierOf } from './request-budget.ts'

/**
 * Caches the lookup of an address's tier.
 * @param read reads every network that has a tier.
 * @returns a function that reads the tiers again. It returns the same lookup while none has changed.
 */
export const networkTiers = (
  read: () => Promise<readonly { network: string; budget: number }[]>,
): (() => Promise<TierOf>) => {
  let cached = '[]'
  let tierOf: TierOf = () => 0
  return async () => {
    const tiers = await read()
    const text = JSON.stringify(tiers)
    if (text !== cached) {
      cached = text
      tierOf = largestIn(new Map(tiers.map(({ network, budget }) => [network, budget])))
    }
    return tierOf
  }
}
