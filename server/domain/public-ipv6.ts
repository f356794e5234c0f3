import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parse('2000::')

/** Only global unicast is the public internet's (RFC 4291 §2.4): the rest is private or another's. */
export const isPublicIpv6 = (address: ipaddr.IPv6): boolean =>
  address.match(globalUnicast, 3) && address.range() === 'unicast'
