import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { reasonOf } from '../egress/reason.ts'
import type { Delivery, Send } from './delivery.ts'
import { mayReach, type Network } from './public-address.ts'

/** One attempt may take so long, name look-up, TLS and body included (specification §6). */
export const attemptMilliseconds = 10_000

/** So much of an answer's body is read, and dropped; nothing in it is of use. */
const mostBytes = 64 * 1024

/** Why a delivery did not arrive, in a few words for who tests a subscription. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

type Options = {
  /** Networks that may be reached although they are not the public internet's. */
  allowed?: readonly Network[]
  milliseconds?: number
  /** Finds a name's addresses. */
  lookup?: LookupFunction
  /** Certificates to trust besides the system's, in PEM. */
  ca?: string
}

const notPublic = (host: string) =>
  new DeliveryError(`${host} leads to an address that is not public`)

/**
 * Looks a name up and lets the connection have its addresses only if each may be reached: one that
 * may not is a name's way into this network, whatever stands beside it.
 */
const guarded =
  (lookup: LookupFunction, allowed: readonly Network[]): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = typeof found === 'string' ? [] : (found ?? [])
      if (error) return callback(error, [])
      const isOpen =
        addresses.length > 0 && addresses.every(({ address }) => mayReach(address, allowed))
      if (!isOpen) return callback(notPublic(host), [])
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }

/** What went wrong, without what only this machine knows. */
const described = (error: Error): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError(reasonOf(error), { cause: error })

/** Reads an answer to its end, or to where it is long enough. */
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

/**
 * Makes what brings a delivery to its subscriber: one attempt over HTTPS, no redirect, no proxy. Where
 * it goes is looked at when the name is looked up, and again at the socket.
 */
export const createSend = (options: Options = {}): Send => {
  const { allowed = [], milliseconds = attemptMilliseconds, lookup = systemLookup, ca } = options
  const find = guarded(lookup, allowed)

  const post = ({ url, headers, body }: Delivery, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { hostname } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      // A literal is not looked up.
      if (isIP(host) !== 0 && !mayReach(host, allowed)) {
        reject(notPublic(host))
        return
      }
      const length = String(Buffer.byteLength(body))
      const outgoing = request(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': length },
        agent: false,
        lookup: find,
        signal,
        ...(ca === undefined ? {} : { ca }),
      })
      outgoing.once('socket', (socket) =>
        socket.once('connect', () => {
          if (!mayReach(socket.remoteAddress ?? '', allowed)) outgoing.destroy(notPublic(host))
        }),
      )
      outgoing.once('response', resolve)
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  return async (delivery) => {
    const signal = AbortSignal.timeout(milliseconds)
    try {
      const response = await post(delivery, signal)
      await drain(response)
      return response.statusCode ?? 0
    } catch (error) {
      // A connection that is given up looks like one that the other side has reset.
      if (signal.aborted) throw new DeliveryError(`No answer within ${milliseconds / 1000} seconds`)
      throw error instanceof Error ? described(error) : error
    }
  }
}
