import type { MonotonicClock } from '../../domain/clock.ts'
import { largestIn } from '../../domain/network.ts'
import { cachedRead } from './cached-read.ts'
import type { TierOf } from './request-budget.ts'

/** Addresses whose tiers are kept at most. */
const mostAddresses = 10_000

/** Keeps the tiers of addresses, because the search takes longer than counting a request. */
const keepTiers = (tierOf: TierOf): TierOf => {
  const kept = new Map<string, number>()
  return (address) => {
    const found = kept.get(address) ?? tierOf(address)
    if (kept.size === mostAddresses) kept.clear()
    kept.set(address, found)
    return found
  }
}

/**
 * Reads the tiers of networks at most once a second.
 * @param read reads every network that has a tier.
 */
export const networkTiers = (
  read: () => Promise<readonly { network: string; budget: number }[]>,
  monotonic: MonotonicClock,
): (() => TierOf | Promise<TierOf>) => {
  let last: { text: string; tierOf: TierOf } = { text: '[]', tierOf: () => 0 }
  return cachedRead(async () => {
    const tiers = await read()
    const text = JSON.stringify(tiers)
    if (text !== last.text) {
      const tierOf = largestIn(new Map(tiers.map(({ network, budget }) => [network, budget])))
      last = { text, tierOf: tiers.length === 0 ? () => 0 : keepTiers(tierOf) }
    }
    return last.tierOf
  }, monotonic)
}
