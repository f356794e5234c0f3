import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { listen } from './listen.ts'
import type { Certificate } from './tls.ts'

/** What is done once a request has begun; `reset` ends the connection without a word. */
export type Speak = (socket: TLSSocket, reset: () => void, path: string) => void

/** A subscriber that speaks TLS and then whatever it is told, once something has been sent to it. */
export const startRawReceiver = async (certificate: Certificate, speak: Speak) => {
  const sockets = new Set<TLSSocket>()
  /** The connections under those of TLS, by where they come from. */
  const connections = new Map<number | undefined, Socket>()
  const server = createServer(certificate, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    const reset = () => connections.get(socket.remotePort)?.resetAndDestroy()
    socket.once('data', (begun: Buffer) => {
      const [, path = ''] = /^\S+ (\S+)/.exec(begun.toString()) ?? []
      speak(socket, reset, path)
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

/** Says the same for as long as it is heard; tells how many bytes that were. */
export const sayForever = (socket: TLSSocket, text: string | Buffer): { bytes: number } => {
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
