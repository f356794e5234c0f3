import { type RequestOptions, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Delivery } from '../dispatch/delivery.ts'
import {
  attemptMilliseconds,
  lookupOf,
  noResponseWithin,
  statusOf,
  toDeliveryError,
} from '../egress/egress.ts'
import { hostOf, privateAddresses } from './own-network.ts'

/**
 * Forwards a delivery to a program on this machine or its private network, in one attempt.
 * @param stop aborts the attempt with the reason that is thrown.
 * @returns the status of the response.
 * @throws {DeliveryError} when there is no response; the message says why in a few words.
 */
export type Forward = (
  delivery: Pick<Delivery, 'headers' | 'body'>,
  stop?: AbortSignal,
) => Promise<number>

type Open = typeof request

const post = (
  open: Open,
  place: RequestOptions,
  { headers, body }: Parameters<Forward>[0],
): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = open({ ...place, method: 'POST', agent: false })
    outgoing.once('response', (response) => resolve(statusOf(response)))
    outgoing.on('error', reject)
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
    outgoing.setHeader('Content-Length', Buffer.byteLength(body)).end(body)
  })

/** Makes one attempt with a subscriber's timeout, without redirects and proxies. */
const attemptAt =
  (open: Open, placeOf: (signal: AbortSignal) => Promise<RequestOptions>): Forward =>
  async (delivery, stop) => {
    const late = AbortSignal.timeout(attemptMilliseconds)
    const signal = stop ? AbortSignal.any([late, stop]) : late
    try {
      return await post(open, { ...(await placeOf(signal)), signal }, delivery)
    } catch (error) {
      if (late.aborted) throw noResponseWithin(attemptMilliseconds)
      throw signal.aborted ? signal.reason : toDeliveryError(error)
    }
  }

/** Forwards deliveries to a listener at a Unix socket. */
export const forwardToSocket = (socketPath: string): Forward =>
  attemptAt(request, async () => ({ socketPath, path: '/' }))

/** Forwards deliveries to a developer's program on the private network, by HTTPS or plain HTTP. */
export const forwardToUrl = (url: URL): Forward => {
  const { protocol, port, pathname, search } = url
  const host = hostOf(url)
  return attemptAt(protocol === 'https:' ? secureRequest : request, async (signal) => ({
    hostname: host,
    ...(port === '' ? {} : { port }),
    path: pathname + search,
    lookup: lookupOf(await privateAddresses(host, signal)),
  }))
}
