import type { Server } from 'node:http'
import {
  createServer as createSecureServer,
  Server as SecureServer,
  type ServerOptions,
} from 'node:https'

/** A certificate with its chain, and its private key, both as PEM. */
export type Identity = { readonly cert: string; readonly key: string }

/** TLS 1.0 and 1.1 are deprecated (RFC 8996). Set here, so that no option of Node's brings them back. */
const versions = { minVersion: 'TLSv1.2' } as const

/**
 * Creates an HTTPS server that is not listening yet.
 * @param handshakeTimeout milliseconds for the TLS handshake.
 */
export const createTlsServer = (
  options: ServerOptions,
  identity: Identity,
  handshakeTimeout: number,
): Server => createSecureServer({ ...options, ...identity, ...versions, handshakeTimeout })

/** Replaces the certificate from the next connection on. Does nothing on a plain HTTP server. */
export const setCertificate = (server: Server, identity: Identity): void => {
  if (server instanceof SecureServer) server.setSecureContext({ ...identity, ...versions })
}

const oneYear = 'max-age=31536000'

/**
 * Adds `Strict-Transport-Security` to every response (RFC 6797). Not for `localhost`: browsers apply
 * the header to all ports of a host.
 */
export const addStrictTransportSecurity = (server: Server): Server =>
  server.on('request', (_, outgoing) => outgoing.setHeader('Strict-Transport-Security', oneYear))
