import ipaddr from 'ipaddr.js'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import { type Lookup, systemLookup } from '../egress/names.ts'

type Address = Awaited<ReturnType<Lookup>>[number]

const ownRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal']

/** Whether an address is this machine's or its own network's (RFC 1918, RFC 4193, RFC 6890). */
export const isOwnAddress = (text: string): boolean => {
  const [plain = ''] = text.split('%')
  return ipaddr.isValid(plain) && ownRanges.includes(ipaddr.process(plain).range())
}

/** The host of a URL, as the system takes it. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const literal = (host: string): Address[] | undefined =>
  ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host) instanceof ipaddr.IPv4 ? 4 : 6 }]
    : undefined

/**
 * Finds the addresses of a host of this machine or its own network.
 * @throws {DeliveryError} when it leads anywhere else, or nowhere.
 */
export const ownAddresses = async (
  host: string,
  signal: AbortSignal,
  lookup: Lookup = systemLookup,
): Promise<[Address, ...Address[]]> => {
  const [first, ...others] = literal(host) ?? (await lookup(host, signal))
  if (first && [first, ...others].every(({ address }) => isOwnAddress(address)))
    return [first, ...others]
  throw new DeliveryError(
    `${host} is not of this machine or its own network: make a subscription to what is elsewhere`,
  )
}
