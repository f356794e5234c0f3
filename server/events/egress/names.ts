import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { DeliveryError } from '../dispatch/delivery-error.ts'

/**
 * Finds every address of a name. It may go on after the signal, but need not.
 * @throws {DeliveryError} when the name has none, or nobody can tell.
 */
export type Lookup = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** What the DNS says of a name that leads nowhere; all else says that it could not be asked. */
const nowhere = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const notFound = (errors: readonly unknown[]): DeliveryError =>
  errors.every((error) => nowhere.has(codeOf(error)))
    ? new DeliveryError('The host has no address', { cause: errors[0] })
    : new DeliveryError('The host cannot be looked up', { cause: errors[0] })

/**
 * Asks the system: its hosts file, its search domains. It holds one of Node's four threads until it
 * is done, so that four names of which nobody answers hold up all others.
 */
export const systemLookup: Lookup = async (host) => {
  try {
    return await lookup(host, { all: true })
  } catch (error) {
    throw notFound([error])
  }
}

/**
 * Asks the DNS alone, every time anew, without threads: a name of which nobody answers holds up
 * itself alone.
 * @param servers the servers to ask, if not the system's.
 */
export const dnsLookup =
  (servers?: readonly string[]): Lookup =>
  async (host, signal) => {
    // Of its own: a resolver remembers what it was told, and cancelling one cancels all it was asked.
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const answers = await Promise.allSettled([
      resolver.resolve4(host).then((all) => all.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(host).then((all) => all.map((address) => ({ address, family: 6 }))),
    ])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    throw notFound(
      answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])),
    )
  }
