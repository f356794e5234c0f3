import type { Context } from 'hono'
import type { MonotonicClock } from '../../domain/clock.ts'
import type { Env } from '../call.ts'
import type { ClientAddress } from '../client-address.ts'
import { memoryCounts } from './memory-counts.ts'

/**
 * Returns a function that counts a request for a page, and returns whether its address is within the limit. Each
 * server counts alone, in memory: no person reaches the limit, and a stranger with an invite link is stopped.
 * @param limit requests of an address in a minute.
 */
export const limitPages = (
  limit: number,
  clientAddress: ClientAddress,
  monotonic: MonotonicClock,
): ((context: Context<Env>) => Promise<boolean>) => {
  const counts = memoryCounts(60, monotonic)
  return async (context) => (await counts.take(clientAddress(context), limit)).allowed
}
