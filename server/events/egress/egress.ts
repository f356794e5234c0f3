import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Send } from '../dispatch/delivery.ts'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import { dnsLookup, type Lookup, systemLookup } from './names.ts'
import { mayReach, type Network } from './public-address.ts'
import { reasonOf } from './reason.ts'

/** Timeout of one attempt in milliseconds, with DNS lookup, TLS and response body (specification §6). */
export const attemptMilliseconds = 10_000

/** Bytes of a response that are read. They are discarded: only the status counts. */
const maxResponseBytes = 64 * 1024

type Options = {
  /** Private networks that deliveries may go to. */
  allowed?: readonly Network[]
  milliseconds?: number
  /** Resolves host names. Default: DNS only, or the system's resolver if `allowed` is not empty. */
  lookup?: Lookup
  /** PEM certificates to trust instead of the default ones. */
  ca?: string
}

export const noResponseWithin = (milliseconds: number) =>
  new DeliveryError(`No response within ${milliseconds / 1000} seconds`)

const notPublic = (host: string) =>
  new DeliveryError(`${host} resolves to an address that is not public`)

/** Returns a lookup function for a socket that gives it the checked addresses, so that it does not resolve again. */
export const lookupOf =
  (addresses: readonly [LookupAddress, ...LookupAddress[]]): LookupFunction =>
  (_host, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, addresses[0].address, addresses[0].family)

/** Reads a response body to its end or to the maximum. */
const drain = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxResponseBytes) return
      resolve()
      response.destroy()
    })
    response.once('end', resolve)
    response.on('error', reject)
  })

/** Reads a response and returns its status. @throws {DeliveryError} when it is not HTTP. */
export const statusOf = async (response: IncomingMessage): Promise<number> => {
  const { statusCode } = response
  await drain(response)
  if (statusCode === undefined || statusCode < 100)
    throw new DeliveryError('The response is not HTTP')
  return statusCode
}

/** Converts an error to a `DeliveryError` without internal details such as addresses. */
export const toDeliveryError = (error: unknown): unknown =>
  error instanceof DeliveryError || !(error instanceof Error)
    ? error
    : new DeliveryError(reasonOf(error), { cause: error })

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Creates the function that sends a delivery: the guard against server-side request forgery. One
 * attempt over HTTPS, without redirects and proxies. The address is checked after the DNS lookup and
 * again on the connected socket.
 */
export const createSend = (options: Options = {}): Send => {
  const { allowed = [], milliseconds = attemptMilliseconds, ca } = options
  const { lookup = allowed.length > 0 ? systemLookup : dnsLookup() } = options
  // Each delivery has its own connection: a kept one may close as it is used again, and there is no
  // retry. Sessions are not resumed, so that every certificate is verified. The context is shared:
  // loading the system's certificates costs as much as the request.
  const agent = new Agent({
    keepAlive: false,
    maxCachedSessions: 0,
    secureContext: createSecureContext(ca === undefined ? {} : { ca }),
  })

  const addressesOf = async (host: string, signal: AbortSignal) => {
    // A DNS hook never sees an IP literal, so literals are checked here.
    const family = isIP(host)
    const found = family === 0 ? await lookup(host, signal) : [{ address: host, family }]
    const [first, ...others] = found
    if (!first) throw new DeliveryError('The host has no address')
    // One private address among public ones is enough to reject: the socket could choose it.
    if (!found.every(({ address }) => mayReach(address, allowed))) throw notPublic(host)
    return [first, ...others] as const
  }

  const post = async (
    url: string,
    sign: Parameters<Send>[1],
    signal: AbortSignal,
  ): Promise<number> => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    const addresses = await addressesOf(host, signal)
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const outgoing = request(url, {
        method: 'POST',
        agent,
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
          if (!mayReach(socket.remoteAddress ?? '', allowed)) outgoing.destroy(notPublic(host))
        })
        socket.once('secureConnect', () => {
          write().catch((error: Error) => outgoing.destroy(error))
        })
      })
      // Informational responses (1xx) could continue without end.
      outgoing.on('information', () => {
        if ((outgoing.socket?.bytesRead ?? 0) > maxResponseBytes)
          outgoing.destroy(new DeliveryError('The response does not begin'))
      })
      outgoing.once('response', (response) => resolve(statusOf(response)))
      outgoing.once('upgrade', (_response, socket) => {
        socket.destroy()
        resolve(101)
      })
      outgoing.on('error', reject)
      outgoing.once('close', () => reject(new DeliveryError('Connection reset')))
    })
  }

  return async (url, sign, stop) => {
    stop?.throwIfAborted()
    const attempt = new AbortController()
    const { signal } = attempt
    const timer = setTimeout(() => {
      attempt.abort(noResponseWithin(milliseconds))
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
