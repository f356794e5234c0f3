import ipaddr from 'ipaddr.js'
import { isPublicIpv6 } from '../../domain/public-ipv6.ts'

export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Parses networks in CIDR notation, such as `10.0.0.0/8`. */
export const readNetworks = (cidrs: readonly string[]): Network[] =>
  cidrs.map((cidr) => ipaddr.parseCIDR(cidr))

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match([network, bits])

/**
 * Returns whether deliveries may go to an address: a public one, or one of an allowed network. All
 * others are special-purpose addresses (RFC 6890, RFC 4291 §2.4).
 */
export const mayReach = (text: string, allowed: readonly Network[] = []): boolean => {
  const [plain = ''] = text.split('%')
  if (!ipaddr.isValid(plain)) return false
  const address = ipaddr.parse(plain)
  if (allowed.some((network) => isIn(address, network))) return true
  return address instanceof ipaddr.IPv4 ? address.range() === 'unicast' : isPublicIpv6(address)
}
