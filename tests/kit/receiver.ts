import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { listen } from './listen.ts'
import type { Certificate } from './tls.ts'

export type Received = {
  path: string
  headers: IncomingMessage['headers']
  /** Names and values alternate, as they were sent. */
  rawHeaders: string[]
  body: Buffer
  /** The server name (SNI) of the TLS handshake. */
  serverName: string | false | null
  /** Closes the connection with a TCP reset. */
  reset(): void
}

/** Starts a subscriber: an HTTPS server whose responses `answer` writes. The caller stops it. */
export const openReceiver = async (
  certificate: Certificate,
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end('ok'),
  host = '127.0.0.1',
) => {
  const received: Received[] = []
  /** The open TCP connections, by the port of the client. */
  const open = new Map<number | undefined, Socket>()
  let connections = 0
  let resumed = 0
  let handshakes = Promise.resolve()
  const SNICallback = (_name: string, goOn: (error: null) => void) => {
    void handshakes.then(() => goOn(null))
  }
  const server = createServer({ ...certificate, SNICallback }, async (incoming, outgoing) => {
    outgoing.on('error', () => {})
    const one = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      rawHeaders: incoming.rawHeaders,
      serverName: incoming.socket instanceof TLSSocket ? incoming.socket.servername : null,
      reset: () => void open.get(incoming.socket.remotePort)?.resetAndDestroy(),
      body: await buffer(incoming).catch(() => Buffer.alloc(0)),
    }
    received.push(one)
    answer(outgoing, one)
  })
  server.on('connection', (socket) => {
    connections++
    if (!(socket instanceof Socket)) return
    const { remotePort } = socket
    open.set(remotePort, socket)
    socket.once('close', () => open.delete(remotePort))
  })
  server.on('secureConnection', (socket) => {
    if (socket.isSessionReused()) resumed++
  })
  server.on('tlsClientError', () => {})
  const port = await listen(server, host)
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  /** Holds TLS handshakes until the returned function is called. */
  const holdHandshakes = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    handshakes = promise
    return resolve
  }
  return {
    port,
    received,
    connections: () => connections,
    open: () => open.size,
    resumed: () => resumed,
    holdHandshakes,
    stop,
  }
}

/** The same, until the test ends. */
export const startReceiver: typeof openReceiver = async (...given) => {
  const receiver = await openReceiver(...given)
  onTestFinished(receiver.stop)
  return receiver
}
