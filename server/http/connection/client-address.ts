import { BlockList, isIP, type Socket } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { smallestIpv6 } from '../../domain/network.ts'
import type { Env } from '../api/env.ts'
import { header } from '../api/header.ts'

/** Tells whose budget a request counts against. */
export type ClientAddress = (context: Context<Env>) => string

const kind = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * An address as the budget counts it: IPv4 whole, IPv6 by its network of the smallest size that has a
 * budget of its own.
 */
export const budgetAddress = (text: string): string => {
  if (isIP(text) === 0) return text
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${smallestIpv6}`)
  return `${network.toString()}/${smallestIpv6}`
}

/** Addresses of proxies whose word on the client's address is taken. */
export const trustedProxies = (cidrs: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    list.addSubnet(address, Number(bits), kind(address))
  }
  return list
}

type SocketAddress = { plain: string; budget: string }

/** A socket's address is read once in its life. */
const remembered = new WeakMap<Socket, SocketAddress>()

const ofSocket = (socket: Socket): SocketAddress => {
  const found = remembered.get(socket)
  if (found) return found
  const address = socket.remoteAddress ?? ''
  const plain = plainAddress(address) ?? address
  const read = { plain, budget: budgetAddress(plain) }
  remembered.set(socket, read)
  return read
}

/** Tells whether a socket's other end is a trusted proxy. */
export const trustedPeer = (cidrs: readonly string[]): ((socket: Socket) => boolean) => {
  if (cidrs.length === 0) return () => false
  const trusted = trustedProxies(cidrs)
  return (socket) => {
    const { plain } = ofSocket(socket)
    return trusted.check(plain, kind(plain))
  }
}

/** What proxies write round an address: a port, and brackets where it is IPv6. */
const decorated = /^(?:\[([^\]]+)\]|([0-9.]+))(?::[0-9]+)?$/

/** An address as proxies write it, in its plain form; nothing for what is none. */
const plainAddress = (entry: string): string | undefined => {
  const [, inBrackets, beforePort] = decorated.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/**
 * The right-most entry that is not itself a trusted proxy (design decision 36): each hop tells whom it
 * was asked by, and only a trusted one is believed. The last hop that is known counts, where what
 * comes next is no address, and where all are proxies.
 * @param socket who sent the header.
 */
export const forwardedAddress = (header: string, socket: string, trusted: BlockList): string => {
  let hop = socket
  const entries = header.split(',').flatMap((entry) => entry.trim() || [])
  for (const entry of entries.toReversed()) {
    const address = trusted.check(hop, kind(hop)) ? plainAddress(entry) : undefined
    if (address === undefined) break
    hop = address
  }
  return hop
}

/**
 * The client's address: the socket's, or, behind a configured proxy, the one that the proxy saw
 * (design decision 10). Requests without a socket come from this process and count as one client.
 * @param cidrs networks of the trusted proxies; none trusts nobody.
 */
export const clientAddress = (cidrs: readonly string[]): ClientAddress => {
  const trusted = trustedProxies(cidrs)
  return (context) => {
    const socket = context.env?.incoming?.socket
    if (!socket) return 'local'
    const { plain, budget } = ofSocket(socket)
    const forwarded = cidrs.length > 0 ? header(context, 'x-forwarded-for') : undefined
    return forwarded ? budgetAddress(forwardedAddress(forwarded, plain, trusted)) : budget
  }
}
