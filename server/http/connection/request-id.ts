import type { IncomingMessage } from 'node:http'
import { newId } from '../../domain/ids.ts'
import { trustedPeer } from './client-address.ts'

/** Names a request in the log. */
export type RequestId = (incoming: IncomingMessage) => string

/** One id for each request, made when it is first asked for: most requests are never spoken of. */
const ids = new WeakMap<IncomingMessage, string>()

const wellFormed = /^[\w.-]{1,64}$/

/**
 * Names requests: as a trusted proxy has in `X-Request-Id`, so that its log and ours speak of the
 * same thing, or by an id of our own. It is never sent back: the document declares no such header,
 * and a proxy that makes ids tells its clients itself.
 * @param cidrs networks of the trusted proxies; none trusts nobody.
 */
export const requestIds = (cidrs: readonly string[]): RequestId => {
  const isTrusted = trustedPeer(cidrs)
  const given = (incoming: IncomingMessage): string | undefined => {
    const header = incoming.headers['x-request-id']
    if (typeof header !== 'string' || !wellFormed.test(header)) return undefined
    return isTrusted(incoming.socket) ? header : undefined
  }
  return (incoming) => {
    const known = ids.get(incoming)
    if (known !== undefined) return known
    const id = given(incoming) ?? newId('req')
    ids.set(incoming, id)
    return id
  }
}
