import type { Server } from 'node:http'
import {
  createServer as createSecureServer,
  Server as SecureServer,
  type ServerOptions,
} from 'node:https'

/** What a server proves its name with: a certificate, with its chain, and its private key, as PEM. */
export type Identity = { readonly cert: string; readonly key: string }

/** TLS 1.0 and 1.1 are deprecated (RFC 8996), whatever Node is told to take. */
const versions = { minVersion: 'TLSv1.2' } as const

/**
 * A server of HTTP over TLS that is not listening yet.
 * @param handshakeWithin milliseconds until a client must have shaken hands.
 */
export const newSecureServer = (
  options: ServerOptions,
  identity: Identity,
  handshakeWithin: number,
): Server =>
  createSecureServer({
    ...options,
    ...identity,
    ...versions,
    handshakeTimeout: handshakeWithin,
  })

/** Proves a server's name with another certificate from the next connection on. */
export const renew = (server: Server, identity: Identity): void => {
  if (server instanceof SecureServer) server.setSecureContext({ ...identity, ...versions })
}

/** How long a browser asks for nothing in the clear any more: a year. */
const strict = 'max-age=31536000'

/**
 * Has every answer tell browsers to ask this host over TLS alone (RFC 6797). Not to be told of
 * `localhost`, whose other ports it would shut, too.
 */
export const demandTls = (server: Server): Server =>
  server.on('request', (_, outgoing) => outgoing.setHeader('Strict-Transport-Security', strict))
