import type { LookupAddress } from 'node:dns'
import { Resolver, lookup as systemLookupOf } from 'node:dns/promises'
import { type IncomingMessage, request } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext } from 'node:tls'
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '../domain/webhook-url.ts'
import { DeliveryError, type Send, type SubscriberResponse } from './attempt-delivery.ts'
import { toDeliveryError } from './failure-reason.ts'

/** Timeout of one attempt in milliseconds, with DNS lookup, TLS and response body (specification §6). */
const attemptMilliseconds = 10_000

/** Maximum bytes of a response that are read. */
const maxResponseBytes = 64 * 1024

/** Bytes of a response that are kept with the attempt. The others are discarded. */
const maxKeptBytes = 1024

type SendOptions = {
  allowed?: readonly Network[]
  milliseconds?: number
  /** Resolves host names. Default: that of the reach. */
  lookup?: Lookup
  /** PEM certificates to trust instead of the default ones. */
  ca?: string
  /** Replaces public addresses and the allowed networks. */
  reach?: Reach
}

/**
 * Creates the function that sends a delivery: the guard against server-side request forgery. One
 * attempt, without redirects and proxies. The address is checked after the DNS lookup and
 * again on the connected socket.
 */
export const createSend = (options: SendOptions = {}): Send => {
  const { allowed = [], milliseconds = attemptMilliseconds, ca, lookup } = options
  const { reach: given = publicReach(allowed) } = options
  const reach = lookup ? { ...given, lookup } : given
  // Each delivery has its own connection: a kept one may close as it is used again, and there is no
  // retry. Sessions are not resumed, so that every certificate is verified. The context is shared:
  // loading the system's certificates costs as much as the request.
  const agent = new Agent({
    keepAlive: false,
    maxCachedSessions: 0,
    secureContext: createSecureContext(ca === undefined ? {} : { ca }),
  })

  const post = async (
    url: string,
    sign: Parameters<Send>[1],
    signal: AbortSignal,
  ): Promise<SubscriberResponse> => {
    const target = new URL(url)
    const host = hostOf(target)
    const addresses = await addressesOf(target, reach, signal)
    signal.throwIfAborted()
    const isSecure = !reach.allowsHttp || target.protocol === 'https:'
    const open = isSecure ? secureRequest : request
    return new Promise((resolve, reject) => {
      const outgoing = open(target, {
        method: 'POST',
        agent: isSecure && agent,
        lookup: lookupOf(addresses),
        // Server Name Indication has no trailing dot and no IP address (RFC 6066 §3).
        servername: isIP(host) === 0 ? host.replace(/\.+$/, '') : '',
        signal,
      })
      const write = async () => {
        const { headers, body } = await sign()
        for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
        outgoing.setHeader('Content-Length', Buffer.byteLength(body)).end(body)
      }
      outgoing.once('socket', (socket) => {
        socket.once('connect', () => {
          if (!reach.includes(socket.remoteAddress ?? '')) outgoing.destroy(rejected(host, reach))
        })
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          write().catch((error: Error) => outgoing.destroy(error))
        })
      })
      // Informational responses (1xx) could continue without end.
      outgoing.on('information', () => {
        if ((outgoing.socket?.bytesRead ?? 0) > maxResponseBytes)
          outgoing.destroy(new DeliveryError('The response does not begin'))
      })
      // An error costs as much as a read of the database. One that follows a response is none.
      const reset = () => reject(new DeliveryError('Connection reset'))
      outgoing.once('response', (response) => {
        outgoing.off('close', reset)
        resolve(readResponse(response))
      })
      outgoing.once('upgrade', (_response, socket) => {
        socket.destroy()
        resolve({ status: 101, text: '' })
      })
      outgoing.on('error', reject)
      outgoing.once('close', reset)
    })
  }

  return async (url, sign, stop) => {
    stop?.throwIfAborted()
    const attempt = new AbortController()
    const { signal } = attempt
    const timer = setTimeout(() => {
      attempt.abort(new DeliveryError(`No response within ${milliseconds / 1000} seconds`))
    }, milliseconds)
    // Not AbortSignal.any: a composed signal with a listener outlives a garbage collection.
    const abort = () => attempt.abort(stop?.reason)
    stop?.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([post(url, sign, signal), whenAborted(signal)])
    } catch (error) {
      // After an abort the socket's error would be a connection reset.
      throw signal.aborted ? signal.reason : toDeliveryError(error)
    } finally {
      clearTimeout(timer)
      stop?.removeEventListener('abort', abort)
    }
  }
}

/** The addresses that deliveries may go to. */
export type Reach = {
  includes: (address: string) => boolean
  /** Says why a host is rejected that has another address. */
  reason: string
  lookup: Lookup
  /** Whether plain HTTP is allowed. */
  allowsHttp?: boolean
}

/**
 * Resolves the host of a URL and checks all its addresses: the socket could choose any of them.
 * @throws {DeliveryError} when it has no address, or one out of reach.
 */
export const addressesOf = async (
  url: URL,
  reach: Reach,
  signal: AbortSignal,
): Promise<[LookupAddress, ...LookupAddress[]]> => {
  const host = hostOf(url)
  // A DNS hook never sees an IP literal, so literals are checked here.
  const family = isIP(host)
  const found = family === 0 ? await reach.lookup(host, signal) : [{ address: host, family }]
  const [first, ...others] = found
  if (!first) throw new DeliveryError('The host has no address')
  for (const { address } of [first, ...others])
    if (!reach.includes(address)) throw rejected(host, reach)
  return [first, ...others]
}

type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Parses networks in CIDR notation, such as `10.0.0.0/8`. */
export const readNetworks = (cidrs: readonly string[]): Network[] =>
  cidrs.map((cidr) => ipaddr.parseCIDR(cidr))

/**
 * Returns whether deliveries may go to an address: a public one, or one of an allowed network. All
 * others are special-purpose addresses (RFC 6890, RFC 4291 §2.4).
 */
export const mayReach = (text: string, allowed: readonly Network[] = []): boolean => {
  const [plain = ''] = text.split('%')
  if (!ipaddr.isValid(plain)) return false
  const address = ipaddr.parse(plain)
  if (allowed.some((network) => isIn(address, network))) return true
  return isPublicAddress(address)
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match([network, bits])
}

/** All public addresses, resolved by DNS only, or with allowed networks, by the system. */
function publicReach(allowed: readonly Network[]): Reach {
  return {
    includes: (address) => mayReach(address, allowed),
    reason: 'resolves to an address that is not public',
    lookup: allowed.length > 0 ? systemLookup : dnsLookup(),
  }
}

/**
 * Resolves a name to all its addresses. It may ignore the signal.
 * @throws {DeliveryError} when the name has no address or cannot be resolved.
 */
export type Lookup = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Timeout of a DNS server in milliseconds, and how often it is asked. */
const dnsLimits = { timeout: 2000, tries: 2 }

/**
 * Resolves by DNS only, without a cache and without threads: an unresponsive name delays only itself.
 * @param servers the DNS servers. Default: the system's.
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (host, signal) => {
    // One resolver per lookup: `cancel` cancels all lookups of a resolver.
    const resolver = new Resolver(dnsLimits)
    if (servers) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const results = await Promise.allSettled([
      resolver.resolve4(host).then((all) => all.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(host).then((all) => all.map((address) => ({ address, family: 6 }))),
    ])
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (found.length > 0) return found
    throw notFound(
      results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    )
  }
}

/**
 * Resolves by the system, with its hosts file and search domains. A lookup blocks one of Node's four
 * threads, so four unresponsive names delay all others.
 */
export async function systemLookup(host: string): Promise<LookupAddress[]> {
  try {
    return await systemLookupOf(host, { all: true })
  } catch (error) {
    throw notFound([error])
  }
}

function notFound(errors: readonly unknown[]): DeliveryError {
  const hasNone = errors.every((error) => noAddressCodes.has(codeOf(error)))
  const reason = hasNone ? 'The host has no address' : 'The host cannot be looked up'
  return new DeliveryError(reason, { cause: errors[0] })
}

/** Error codes of names without an address. Other codes mean that the lookup failed. */
const noAddressCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Reads a response to its end or to the maximum. @throws {DeliveryError} when it is not HTTP. */
async function readResponse(response: IncomingMessage): Promise<SubscriberResponse> {
  const { statusCode } = response
  const chunks: Buffer[] = []
  let bytes = 0
  await new Promise<void>((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      if (bytes < maxKeptBytes) chunks.push(chunk)
      bytes += chunk.length
      if (bytes <= maxResponseBytes) return
      resolve()
      response.destroy()
    })
    response.once('end', resolve)
    response.on('error', reject)
  })
  if (statusCode === undefined || statusCode < 100)
    throw new DeliveryError('The response is not HTTP')
  const { 'content-encoding': coding = 'identity' } = response.headers
  return { status: statusCode, text: textOf(Buffer.concat(chunks), coding.toLowerCase()) }
}

/** Returns the beginning of a body as text. A request without `Accept-Encoding` allows every coding (RFC 9110 §12.5.3). */
function textOf(body: Buffer, coding: string): string {
  const decoded = decode(body.subarray(0, maxKeptBytes), coding).subarray(0, maxKeptBytes)
  // A character that is cut at the end is left out.
  return new TextDecoder().decode(decoded, { stream: true })
}

/** Decodes the beginning of a body. Returns the same bytes if that fails, or if the result is too long. */
function decode(beginning: Buffer, coding: string): Buffer {
  const maxOutputLength = maxResponseBytes
  try {
    if (coding === 'br') {
      const finishFlush = constants.BROTLI_OPERATION_FLUSH
      return brotliDecompressSync(beginning, { finishFlush, maxOutputLength })
    }
    const isZipped = coding === 'gzip' || coding === 'deflate'
    const finishFlush = constants.Z_SYNC_FLUSH
    return isZipped ? unzipSync(beginning, { finishFlush, maxOutputLength }) : beginning
  } catch {
    return beginning
  }
}

/** Returns a lookup function for a socket that gives it the checked addresses, so that it does not resolve again. */
function lookupOf(addresses: readonly [LookupAddress, ...LookupAddress[]]): LookupFunction {
  return (_host, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, addresses[0].address, addresses[0].family)
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function rejected(host: string, { reason }: Reach): DeliveryError {
  return new DeliveryError(`${host} ${reason}`)
}
