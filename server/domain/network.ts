import ipaddr from 'ipaddr.js'

/** The smallest IPv6 network that has a budget of its own: a client has all of its addresses. */
export const smallestIpv6 = 64

const networkOf = (address: string, bits: number): string => {
  const family = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/**
 * A network as it is kept, such as `203.0.113.0/24`: its address in canonical form, without a host.
 * @returns nothing for what is no network, or is a part of what one client has.
 */
export const readNetwork = (text: string): string | undefined => {
  const isIpv4 = ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
  if (!isIpv4 && !ipaddr.IPv6.isValidCIDR(text)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  if (address instanceof ipaddr.IPv6)
    if (bits > smallestIpv6 || address.isIPv4MappedAddress() || address.zoneId) return undefined
  return networkOf(address.toString(), bits)
}

/**
 * Finds the largest of the values that networks have, among those that an address is in.
 * @param values by network, as `readNetwork` writes it.
 * @returns what answers 0 for an address in none of them.
 */
export const largestIn = (values: ReadonlyMap<string, number>): ((address: string) => number) => {
  const sizes = { ipv4: new Set<number>(), ipv6: new Set<number>() }
  for (const network of values.keys()) {
    const [address = '', bits] = network.split('/')
    sizes[address.includes(':') ? 'ipv6' : 'ipv4'].add(Number(bits))
  }
  return (counted) => {
    const [address = ''] = counted.split('/')
    if (!ipaddr.isValid(address)) return 0
    let largest = 0
    for (const bits of sizes[address.includes(':') ? 'ipv6' : 'ipv4'])
      largest = Math.max(largest, values.get(networkOf(address, bits)) ?? 0)
    return largest
  }
}
