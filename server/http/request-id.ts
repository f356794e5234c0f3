import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { headerOf } from '../../generated/parameters.ts'
import type { Env } from './call.ts'

const header = 'x-request-id'

/** Returns the id of a request, which every response of the API and every log line of the request has. */
export const requestIdOf = (context: Context<Env>): string =>
  headerOf(context, header) ?? crypto.randomUUID()

const wellFormed = /^[\w.-]{1,64}$/

/**
 * Gives a request its id, in place of the header that it came with. The id of a trusted proxy is kept, so that
 * both logs show the same. Others could forge it.
 */
export const identify = ({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): void => {
  const given = headers[header]
  const isKept = typeof given === 'string' && wellFormed.test(given) && isTrusted(socket)
  headers[header] = isKept ? given : crypto.randomUUID()
}

/** Returns whether a socket's peer is a trusted proxy. */
type IsTrusted = (socket: Socket) => boolean
