import ipaddr from 'ipaddr.js'

/** Returns whether an address is public. Of IPv6, only global unicast is (RFC 4291 §2.4). */
export const isPublicAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv4 || address.match(globalUnicast, 3))

const globalUnicast = ipaddr.IPv6.parse('2000::')
