import type { LookupAddress } from 'node:dns'
import { Resolver, lookup as systemLookupOf } from 'node:dns/promises'
import { DeliveryError } from './attempt-delivery.ts'

/**
 * Resolves a name to all its addresses. It may ignore the signal.
 * @throws {DeliveryError} when the name has no address or cannot be resolved.
 */
export type Lookup = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Timeout of a DNS server in milliseconds, and how often it is asked. */
const dnsLimits = { timeout: 2000, tries: 2 }

/**
 * Resolves by DNS only, without a cache and without threads: an unresponsive name delays only itself.
 * @param servers the DNS servers. Default: the system's.
 */
export const dnsLookup =
  (servers?: readonly string[]): Lookup =>
  async (host, signal) => {
    // One resolver per lookup: `cancel` cancels all lookups of a resolver.
    const resolver = new Resolver(dnsLimits)
    if (servers) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const results = await Promise.allSettled([
      resolver.resolve4(host).then((all) => all.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(host).then((all) => all.map((address) => ({ address, family: 6 }))),
    ])
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (found.length > 0) return found
    throw notFound(
      results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    )
  }

/**
 * Resolves by the system, with its hosts file and search domains. A lookup blocks one of Node's four
 * threads, so four unresponsive names delay all others.
 */
export const systemLookup: Lookup = async (host) => {
  try {
    return await systemLookupOf(host, { all: true })
  } catch (error) {
    throw notFound([error])
  }
}

function notFound(errors: readonly unknown[]): DeliveryError {
  const hasNone = errors.every((error) => noAddressCodes.has(codeOf(error)))
  const reason = hasNone ? 'The host has no address' : 'The host cannot be looked up'
  return new DeliveryError(reason, { cause: errors[0] })
}

/** Error codes of names without an address. Other codes mean that the lookup failed. */
const noAddressCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
