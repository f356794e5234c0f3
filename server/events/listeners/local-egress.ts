import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Delivery } from '../dispatch/delivery.ts'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import {
  attemptMilliseconds,
  lookupOf,
  noResponseWithin,
  statusOf,
  toDeliveryError,
} from '../egress/egress.ts'
import { type Lookup, systemLookup } from '../egress/names.ts'

type Address = Awaited<ReturnType<Lookup>>[number]

const privateRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal']

/** Returns whether an address is a loopback or private one (RFC 1918, RFC 4193, RFC 6890). */
export const isPrivateAddress = (text: string): boolean => {
  const [plain = ''] = text.split('%')
  return ipaddr.isValid(plain) && privateRanges.includes(ipaddr.process(plain).range())
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Resolves a host of this machine or its private network.
 * @throws {DeliveryError} when it has no address or a public one.
 */
export const privateAddresses = async (
  host: string,
  signal: AbortSignal,
  lookup: Lookup = systemLookup,
): Promise<[Address, ...Address[]]> => {
  const family = isIP(host)
  const found = family === 0 ? await lookup(host, signal) : [{ address: host, family }]
  const [first, ...others] = found
  if (first && found.every(({ address }) => isPrivateAddress(address))) return [first, ...others]
  throw new DeliveryError(
    `${host} is not on this machine or its private network. Create a webhook subscription for a public host.`,
  )
}

/**
 * Forwards a delivery to a program, in one attempt.
 * @returns the status of the response.
 * @throws {DeliveryError} when there is no response; the message says why in a few words.
 */
export type Forward = (delivery: Pick<Delivery, 'headers' | 'body'>) => Promise<number>

/**
 * Returns what forwards deliveries to a developer's program on the private network, by HTTPS or plain HTTP.
 * It has a subscriber's timeout, and follows no redirects.
 */
export const forwardToUrl =
  (url: URL): Forward =>
  async ({ headers, body }) => {
    const open = url.protocol === 'https:' ? secureRequest : request
    const signal = AbortSignal.timeout(attemptMilliseconds)
    try {
      const lookup = lookupOf(await privateAddresses(hostOf(url), signal))
      return await new Promise((resolve, reject) => {
        const outgoing = open(url, { method: 'POST', agent: false, lookup, signal })
        outgoing.once('response', (response) => resolve(statusOf(response)))
        outgoing.on('error', reject)
        for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
        outgoing.setHeader('Content-Length', Buffer.byteLength(body)).end(body)
      })
    } catch (error) {
      throw signal.aborted ? noResponseWithin(attemptMilliseconds) : toDeliveryError(error)
    }
  }
