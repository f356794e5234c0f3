/** How much a client may send, and how long it may take, before its request is rejected or its connection closed. */
export type Limits = {
  /** Bytes of the request line and the headers together. */
  readonly maxHeaderBytes: number
  /** Headers of one request. */
  readonly maxHeaders: number
  /** Milliseconds for the TLS handshake. */
  readonly handshakeTimeout: number
  /** Milliseconds for all headers, from the start of the connection or the end of the previous response. */
  readonly headersTimeout: number
  /** Milliseconds for the whole request. */
  readonly requestTimeout: number
  /** Milliseconds for the client to read its response. */
  readonly responseTimeout: number
  /** Milliseconds that an idle connection stays open for the next request. */
  readonly keepAliveTimeout: number
  /** Milliseconds without a byte in either direction. */
  readonly idleTimeout: number
  /** Milliseconds between the rejection of a malformed request and the close of its connection. */
  readonly lingerTimeout: number
  /** Requests of one connection that may wait for their responses. */
  readonly maxPipelined: number
  /** Connections that may be open at one time. */
  readonly maxConnections: number
  /** Milliseconds between two checks of these limits. */
  readonly checkInterval: number
}

/** Limits that a well-behaved client on a slow line does not reach. */
export const defaultLimits: Limits = Object.freeze({
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  responseTimeout: 120_000,
  keepAliveTimeout: 5000,
  idleTimeout: 60_000,
  lingerTimeout: 1000,
  maxPipelined: 100,
  maxConnections: 4096,
  checkInterval: 1000,
})
