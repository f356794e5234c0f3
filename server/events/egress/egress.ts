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

/** One attempt may take so long, name look-up, TLS and body included (specification §6). */
export const attemptMilliseconds = 10_000

/** So much of an answer is read, and dropped; nothing in it is of use. */
const mostBytes = 64 * 1024

type Options = {
  /** Networks that may be reached although they are not the public internet's. */
  allowed?: readonly Network[]
  milliseconds?: number
  /** Finds a name's addresses: in the DNS, or by the system where a network of its own may be reached. */
  lookup?: Lookup
  /** Certificates to trust in the place of the usual ones, in PEM. */
  ca?: string
}

const notPublic = (host: string) =>
  new DeliveryError(`${host} leads to an address that is not public`)

/** Hands the connection the addresses that were looked at, so that it looks nothing up itself. */
export const only =
  (addresses: readonly [LookupAddress, ...LookupAddress[]]): LookupFunction =>
  (_host, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, addresses[0].address, addresses[0].family)

/** Reads an answer's body to its end, or to where it is long enough. */
const drain = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= mostBytes) return
      resolve()
      response.destroy()
    })
    response.once('end', resolve)
    response.on('error', reject)
  })

export const statusOf = async (response: IncomingMessage): Promise<number> => {
  const { statusCode = 0 } = response
  await drain(response)
  if (statusCode < 100) throw new DeliveryError('The answer is not HTTP')
  return statusCode
}

/** What went wrong, without what only this machine knows. */
export const described = (error: unknown): unknown =>
  error instanceof DeliveryError || !(error instanceof Error)
    ? error
    : new DeliveryError(reasonOf(error), { cause: error })

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Makes what brings a delivery to its subscriber: one attempt over HTTPS, no redirect, no proxy. Where
 * it goes is looked at when the name is looked up, and again at the socket.
 */
export const createSend = (options: Options = {}): Send => {
  const { allowed = [], milliseconds = attemptMilliseconds, ca } = options
  const { lookup = allowed.length > 0 ? systemLookup : dnsLookup() } = options
  // A connection for each delivery: one that is kept alive may end just as it is used again, and there
  // is no retry. No session is resumed, so that each certificate is looked at. The context is shared:
  // to read the system's certificates anew costs as much as the request.
  const agent = new Agent({
    keepAlive: false,
    maxCachedSessions: 0,
    secureContext: createSecureContext(ca === undefined ? {} : { ca }),
  })

  const addressesOf = async (host: string, signal: AbortSignal) => {
    // A literal is not looked up.
    const family = isIP(host)
    const found = family === 0 ? await lookup(host, signal) : [{ address: host, family }]
    const [first, ...others] = found
    if (!first) throw new DeliveryError('The host has no address')
    // One that may not be reached is a name's way into this network, whatever stands beside it.
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
        lookup: only(addresses),
        // A name is asked for without the dot at its end (RFC 6066 §3), an address not at all.
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
      // Answers before the answer (1xx) have no end of their own.
      outgoing.on('information', () => {
        if ((outgoing.socket?.bytesRead ?? 0) > mostBytes)
          outgoing.destroy(new DeliveryError('The answer does not begin'))
      })
      outgoing.once('response', (response) => resolve(statusOf(response)))
      outgoing.once('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode ?? 101)
      })
      outgoing.on('error', reject)
      outgoing.once('close', () => reject(new DeliveryError('Connection reset')))
    })
  }

  return async (url, sign, stop) => {
    const attempt = new AbortController()
    const { signal } = attempt
    const timer = setTimeout(() => {
      attempt.abort(new DeliveryError(`No answer within ${milliseconds / 1000} seconds`))
    }, milliseconds)
    // What `AbortSignal.any` makes outlives a garbage collection where somebody listens to it.
    const giveUp = () => attempt.abort(stop?.reason)
    if (stop?.aborted) giveUp()
    stop?.addEventListener('abort', giveUp, { once: true })
    try {
      return await Promise.race([post(url, sign, signal), whenAborted(signal)])
    } catch (error) {
      // A connection that is given up looks like one that the other side has reset.
      throw signal.aborted ? signal.reason : described(error)
    } finally {
      clearTimeout(timer)
      stop?.removeEventListener('abort', giveUp)
    }
  }
}
