import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

/**
 * What a proxy does with connections. `silent` accepts them and sends nothing, as a network that drops
 * packets does. `reset` resets them.
 */
type Mode = 'forward' | 'silent' | 'reset'

/** Bytes that a proxy has received and not forwarded. The connection to the server is still open. */
type HeldBytes = {
  /** Forwards them. */
  send(): void
  /** Closes the connection to the server. */
  drop(): void
}

/** Starts a proxy on 127.0.0.1 in front of a port. Its network can fail. */
export const startTcpProxy = async (target: number) => {
  let mode: Mode = 'forward'
  let cut: { text: string; resolve: (held: HeldBytes) => void } | undefined
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    track(client)
    if (mode === 'reset') client.resetAndDestroy()
    if (mode !== 'forward') return
    const upstream = connect(target, '127.0.0.1')
    track(upstream)
    let isHeld = false
    client.on('data', (chunk) => {
      if (!cut || !chunk.includes(cut.text)) {
        upstream.write(chunk)
        return
      }
      isHeld = true
      client.resetAndDestroy()
      cut.resolve({ send: () => upstream.write(chunk), drop: () => upstream.destroy() })
      cut = undefined
    })
    upstream.pipe(client)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      from.once('close', () => {
        if (mode === 'forward' && !isHeld) to.destroy()
      })
  })
  const port = await listen(server)
  return {
    port,
    /** Applies to open and new connections. A connection that was silent stays silent. */
    setMode: (next: Mode) => {
      mode = next
      for (const socket of mode === 'forward' ? [] : sockets) {
        socket.unpipe()
        if (mode === 'reset') socket.resetAndDestroy()
        else socket.pause()
      }
    },
    /** Resets the next connection that sends a text, and holds the bytes with the text. */
    cutAt: (text: string) =>
      new Promise<HeldBytes>((resolve) => {
        cut = { text, resolve }
      }),
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
