import { type RequestOptions, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Delivery } from '../dispatch/delivery.ts'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import { attemptMilliseconds, described, only, statusOf } from '../egress/egress.ts'
import { hostOf, ownAddresses } from './own-network.ts'

/**
 * Makes one attempt at handing a delivery on, on this machine or its own network.
 * @param stop gives the attempt up, with the reason that is thrown.
 * @returns the status of who gets it.
 * @throws {DeliveryError} when it was not answered; the message says why in a few words.
 */
export type HandOn = (
  delivery: Pick<Delivery, 'headers' | 'body'>,
  stop?: AbortSignal,
) => Promise<number>

type Open = typeof request

const post = (
  open: Open,
  place: RequestOptions,
  { headers, body }: Parameters<HandOn>[0],
): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = open({ ...place, method: 'POST', agent: false })
    outgoing.once('response', (response) => resolve(statusOf(response)))
    outgoing.on('error', reject)
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
    outgoing.setHeader('Content-Length', Buffer.byteLength(body)).end(body)
  })

/** One attempt, as long as a subscriber has; no redirect, no proxy. */
const attemptAt =
  (open: Open, placeOf: (signal: AbortSignal) => Promise<RequestOptions>): HandOn =>
  async (delivery, stop) => {
    const late = AbortSignal.timeout(attemptMilliseconds)
    const signal = stop ? AbortSignal.any([late, stop]) : late
    try {
      return await post(open, { ...(await placeOf(signal)), signal }, delivery)
    } catch (error) {
      if (late.aborted)
        throw new DeliveryError(`No answer within ${attemptMilliseconds / 1000} seconds`)
      throw signal.aborted ? signal.reason : described(error)
    }
  }

/** Makes what hands deliveries to who listens at a Unix socket: they leave the machine by no way. */
export const toSocket = (socketPath: string): HandOn =>
  attemptAt(request, async () => ({ socketPath, path: '/' }))

/** Makes what brings deliveries to a developer's own program, over plain HTTP too, and nowhere else. */
export const toOwnProgram = (url: URL): HandOn => {
  const { protocol, port, pathname, search } = url
  const host = hostOf(url)
  return attemptAt(protocol === 'https:' ? secureRequest : request, async (signal) => ({
    hostname: host,
    ...(port === '' ? {} : { port }),
    path: pathname + search,
    lookup: only(await ownAddresses(host, signal)),
  }))
}
