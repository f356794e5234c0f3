/** How much a client may send and how long it may take, before it is refused or hung up on. */
export type Limits = {
  /** Bytes of the request line and the headers together. */
  readonly headerBytes: number
  /** How many headers a request may have. */
  readonly headers: number
  /** Milliseconds until a client of TLS has shaken hands. */
  readonly handshakeWithin: number
  /** Milliseconds until all headers are there, from the connection or the answer before. */
  readonly headersWithin: number
  /** Milliseconds until the whole request is there. */
  readonly requestWithin: number
  /** Milliseconds until what is answered has been taken. */
  readonly answerWithin: number
  /** Milliseconds that a connection is kept for a next request. */
  readonly keepAlive: number
  /** Milliseconds that a connection may lie still, whoever's turn it is. */
  readonly idle: number
  /** Milliseconds that a client has for its own end of a connection on which it was refused. */
  readonly linger: number
  /** Requests of a connection that may wait for their answers; with one more it is closed. */
  readonly pipelined: number
  /** Connections at one time; one more is closed at once. */
  readonly connections: number
  /** How often all this is looked at, in milliseconds. */
  readonly every: number
}

/** What serves well-behaved clients on slow lines, and few others. */
export const defaultLimits: Limits = Object.freeze({
  headerBytes: 16 * 1024,
  headers: 100,
  handshakeWithin: 10_000,
  headersWithin: 10_000,
  requestWithin: 30_000,
  answerWithin: 120_000,
  keepAlive: 5000,
  idle: 60_000,
  linger: 1000,
  pipelined: 100,
  connections: 4096,
  every: 1000,
})
