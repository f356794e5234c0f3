import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parse('2000::')

/** Returns whether an address is global unicast (RFC 4291 §2.4). All other ranges are private or reserved. */
export const isPublicIpv6 = (address: ipaddr.IPv6): boolean =>
  address.match(globalUnicast, 3) && address.range() === 'unicast'
