import { BlockList, isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { maxIpv6Prefix } from '../domain/client-network.ts'
import type { Env } from './call.ts'

/** Returns the address whose rate limit a request counts against. */
export type ClientAddress = (context: { env?: Env['Bindings'] }) => string

/**
 * Returns a function that reads the client's address (design decisions 10 and 36). It is the socket's, or behind a
 * trusted proxy the one that the proxy saw. Requests without a socket count as one client.
 * @param cidrs networks of the trusted proxies; an empty list trusts none.
 */
export const clientAddress = (cidrs: readonly string[]): ClientAddress => {
  const isTrusted = inNetworks(cidrs)
  return ({ env }) => {
    const { socket, headers } = env?.incoming ?? {}
    if (!socket) return 'local'
    const { plain, counted } = addressOf(socket)
    // Without proxies, a client's own header costs nothing.
    const forwarded = cidrs.length > 0 ? [headers?.['x-forwarded-for'] ?? []].flat().join() : ''
    return forwarded ? countedAddress(forwardedAddress(forwarded, plain, isTrusted)) : counted
  }
}

/** Addresses by socket, so that a connection's address is parsed once. */
const addresses = new WeakMap<Socket, { plain: string; counted: string }>()

function addressOf(socket: Socket): { plain: string; counted: string } {
  const found = addresses.get(socket)
  if (found) return found
  const { remoteAddress = '' } = socket
  const plain = plainAddress(remoteAddress) ?? remoteAddress
  const read = { plain, counted: countedAddress(plain) }
  addresses.set(socket, read)
  return read
}

/** An address with the port, and for IPv6 the brackets, that proxies add. */
const withPort = /^(?:\[([^\]]+)\]|([0-9.]+))(?::[0-9]+)?$/

/** Returns the plain form of an address as proxies write it, or undefined for any other text. */
function plainAddress(entry: string): string | undefined {
  const [, inBrackets, beforePort] = withPort.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** Returns the address that requests count for: an IPv4 address itself, an IPv6 address's /64 (design decision 10). */
export function countedAddress(text: string): string {
  if (isIP(text) === 0) return text
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${maxIpv6Prefix}`)}/${maxIpv6Prefix}`
}

export function inNetworks(cidrs: readonly string[]): (address: string) => boolean {
  const kind = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    list.addSubnet(address, Number(bits), kind(address))
  }
  // A socket that has closed already has no address.
  return (address) => isIP(address) !== 0 && list.check(address, kind(address))
}

/** Returns the address that a socket's connection counts for. */
export const countedPeer = (socket: Socket): string => addressOf(socket).counted

/** Returns a function that tells whether a socket's peer is a trusted proxy. */
export const trustedPeer = (cidrs: readonly string[]): ((socket: Socket) => boolean) => {
  const isTrusted = inNetworks(cidrs)
  return (socket) => isTrusted(addressOf(socket).plain)
}

/**
 * Returns the right-most entry that is not a trusted proxy (design decision 36): each hop names its
 * peer, and only trusted hops are believed. Returns the last known hop if the next entry is not an
 * address, or if all entries are proxies.
 * @param hop the address that sent the header.
 */
export function forwardedAddress(
  header: string,
  hop: string,
  isTrusted: (address: string) => boolean,
): string {
  let last = hop
  for (const entry of header.split(',').toReversed()) {
    if (entry.trim() === '') continue
    const address = isTrusted(last) ? plainAddress(entry.trim()) : undefined
    if (address === undefined) break
    last = address
  }
  return last
}
