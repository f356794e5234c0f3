import ipaddr from 'ipaddr.js'

/** The longest IPv6 prefix that has its own rate limit. One client controls all addresses in it. */
export const maxIpv6Prefix = 64

/**
 * Parses a network, such as `203.0.113.0/24`, and returns its canonical form without host bits.
 * @returns undefined if the text is no network, or the network is smaller than one client's.
 */
export const readNetwork = (text: string): string | undefined => {
  const isIpv4 = ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
  if (!isIpv4 && !ipaddr.IPv6.isValidCIDR(text)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  if (address instanceof ipaddr.IPv6)
    if (bits > maxIpv6Prefix || address.isIPv4MappedAddress() || address.zoneId) return undefined
  return networkOf(address.toString(), bits)
}

function networkOf(address: string, bits: number): string {
  const family = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/**
 * Creates a lookup of the largest value among the networks that contain an address.
 * @param values by network, in the form that `readNetwork` returns.
 * @returns a function that returns 0 for an address in none of the networks.
 */
export const maxIn = (values: ReadonlyMap<string, number>): ((address: string) => number) => {
  const sizes = { ipv4: new Set<number>(), ipv6: new Set<number>() }
  for (const network of values.keys()) {
    const [address = '', bits] = network.split('/')
    sizes[address.includes(':') ? 'ipv6' : 'ipv4'].add(Number(bits))
  }
  return (counted) => {
    const [address = ''] = counted.split('/')
    if (!ipaddr.isValid(address)) return 0
    let max = 0
    for (const bits of sizes[address.includes(':') ? 'ipv6' : 'ipv4'])
      max = Math.max(max, values.get(networkOf(address, bits)) ?? 0)
    return max
  }
}
