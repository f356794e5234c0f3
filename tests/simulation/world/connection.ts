import { type Duplex, duplexPair } from 'node:stream'

/** Counts the bytes that an end receives, as `net.Socket` does. */
const countBytes = (end: Duplex): void => {
  const push = end.push.bind(end)
  const counted = {
    bytesRead: 0,
    push: (chunk: Buffer | null, encoding?: BufferEncoding) => {
      counted.bytesRead += chunk?.length ?? 0
      Object.assign(end, { bytesRead: counted.bytesRead })
      return push(chunk, encoding)
    },
  }
  Object.assign(end, counted)
}

/** The two ends of a TCP connection without a network. */
export const connection = (
  clientAddress: string,
  serverAddress: string,
): [client: Duplex, server: Duplex] => {
  const ends = duplexPair()
  const [client, server] = ends
  const socket = {
    setTimeout: () => {},
    setKeepAlive: () => {},
    setNoDelay: () => {},
    ref: () => {},
    unref: () => {},
  }
  Object.assign(client, { ...socket, remoteAddress: serverAddress })
  Object.assign(server, { ...socket, remoteAddress: clientAddress })
  countBytes(server)
  for (const [end, other] of [ends, [server, client] as const]) {
    Object.assign(end, { destroySoon: () => end.end(() => end.destroy()) })
    end.once('close', () => process.nextTick(() => other.destroy()))
    end.on('error', () => {})
  }
  return ends
}
