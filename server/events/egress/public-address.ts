import ipaddr from 'ipaddr.js'
import { isPublicIpv6 } from '../../domain/public-ipv6.ts'

export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Reads networks such as `10.0.0.0/8`. */
export const readNetworks = (cidrs: readonly string[]): Network[] =>
  cidrs.map((cidr) => ipaddr.parseCIDR(cidr))

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match([network, bits])

/**
 * Whether deliveries may go to an address: one of the public internet, or of a network that is let in.
 * Anything else is this machine's, its neighbours' or nobody's (RFC 6890, RFC 4291 §2.4).
 */
export const mayReach = (text: string, allowed: readonly Network[] = []): boolean => {
  const [plain = ''] = text.split('%')
  if (!ipaddr.isValid(plain)) return false
  const address = ipaddr.parse(plain)
  if (allowed.some((network) => isIn(address, network))) return true
  return address instanceof ipaddr.IPv4 ? address.range() === 'unicast' : isPublicIpv6(address)
}
