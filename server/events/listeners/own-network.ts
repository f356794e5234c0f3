import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import { type Lookup, systemLookup } from '../egress/names.ts'

type Address = Awaited<ReturnType<Lookup>>[number]

const privateRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal']

/** Returns whether an address is a loopback or private one (RFC 1918, RFC 4193, RFC 6890). */
export const isPrivateAddress = (text: string): boolean => {
  const [plain = ''] = text.split('%')
  return ipaddr.isValid(plain) && privateRanges.includes(ipaddr.process(plain).range())
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const literal = (host: string): Address[] | undefined =>
  isIP(host) === 0 ? undefined : [{ address: host, family: isIP(host) }]

/**
 * Resolves a host of this machine or its private network.
 * @throws {DeliveryError} when it has no address or a public one.
 */
export const privateAddresses = async (
  host: string,
  signal: AbortSignal,
  lookup: Lookup = systemLookup,
): Promise<[Address, ...Address[]]> => {
  const [first, ...others] = literal(host) ?? (await lookup(host, signal))
  if (first && [first, ...others].every(({ address }) => isPrivateAddress(address)))
    return [first, ...others]
  throw new DeliveryError(
    `${host} is not on this machine or its private network. Create a webhook subscription for a public host.`,
  )
}
