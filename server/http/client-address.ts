import { BlockList, isIP, type Socket } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Env } from './env.ts'
import { header } from './header.ts'

/** Tells whose budget a request counts against. */
export type ClientAddress = (context: Context<Env>) => string

const kind = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An address as the budget counts it: IPv4 whole, IPv6 by its /64, of which a client has many. */
export const budgetAddress = (text: string): string => {
  if (!ipaddr.isValid(text)) return text
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`)
  return `${network.toString()}/64`
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
  const plain = ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
  const read = { plain, budget: budgetAddress(plain) }
  remembered.set(socket, read)
  return read
}

/** The right-most entry that is not itself a trusted proxy (design decision 36). */
const ofForwarded = (header: string, socket: string, trusted: BlockList): string => {
  const hops = header.split(',').map((hop) => hop.trim())
  for (const hop of hops.toReversed()) {
    const address = ipaddr.isValid(hop) ? ipaddr.process(hop).toString() : undefined
    if (address === undefined) return socket
    if (!trusted.check(address, kind(address))) return address
  }
  return socket
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
    if (!forwarded || !trusted.check(plain, kind(plain))) return budget
    return budgetAddress(ofForwarded(forwarded, plain, trusted))
  }
}
