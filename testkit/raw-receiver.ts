import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { listen } from './listen.ts'
import type { Certificate } from './tls.ts'

/** Called when a request begins. `reset` closes the connection with a TCP reset. */
export type RespondRaw = (socket: TLSSocket, reset: () => void, path: string) => void

/** Starts a TLS server that calls `respond` with the socket when a request begins. */
export const startRawReceiver = async (certificate: Certificate, respond: RespondRaw) => {
  const sockets = new Set<TLSSocket>()
  /** The TCP connections, by the port of the client. */
  const connections = new Map<number | undefined, Socket>()
  const server = createServer(certificate, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    const reset = () => connections.get(socket.remotePort)?.resetAndDestroy()
    socket.once('data', (begun: Buffer) => {
      const [, path = ''] = /^\S+ (\S+)/.exec(begun.toString()) ?? []
      respond(socket, reset, path)
    })
  })
  server.on('connection', (socket) => connections.set(socket.remotePort, socket))
  server.on('tlsClientError', () => {})
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, open: () => sockets.size }
}

/** Writes the text until the socket is closed. The result counts the bytes written. */
export const writeForever = (socket: TLSSocket, text: string | Buffer): { bytes: number } => {
  const said = { bytes: 0 }
  const chunk = Buffer.from(text)
  const more = () => {
    while (!socket.destroyed) {
      said.bytes += chunk.length
      if (!socket.write(chunk)) {
        socket.once('drain', more)
        return
      }
    }
  }
  more()
  return said
}
