import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '../http/listen.ts'

export type Received = { path: string; headers: IncomingMessage['headers']; body: Buffer }

/** A subscriber: a real TLS server on this machine, which answers as it is told. */
export const startReceiver = async (
  certificate: { key: string; cert: string },
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end('ok'),
) => {
  const received: Received[] = []
  let connections = 0
  const server = createServer(certificate, async (incoming, outgoing) => {
    outgoing.on('error', () => {})
    const one = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await buffer(incoming).catch(() => Buffer.alloc(0)),
    }
    received.push(one)
    answer(outgoing, one)
  })
  server.on('connection', () => connections++)
  server.on('tlsClientError', () => {})
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, received, connections: () => connections }
}
