import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Limits } from './limits.ts'

/** What Node’s parser refuses, by its code: a status and what is wrong. */
const unreadable: ReadonlyMap<unknown, [status: string, message: string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['431 Request Header Fields Too Large', 'The headers are too many or too large'],
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', ['413 Content Too Large', 'The body is too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time']],
])

const refusal = (error: object): string => {
  const code = 'code' in error ? error.code : undefined
  const [status, message] = unreadable.get(code) ?? ['400 Bad Request', 'The request is no HTTP']
  const body = JSON.stringify({ message })
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/**
 * What cannot be read as a request is refused in the contract’s shape, too. The connection stays
 * open for a moment, since one that is closed on a client that is still sending takes the answer
 * with it (RFC 9112 §9.6); then it is closed, whatever the client does.
 */
export const refuseUnreadable = (server: Server, { linger }: Pick<Limits, 'linger'>): void => {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error, socket) => {
    // More of what could not be read.
    if (refused.has(socket)) return
    if (!socket.writable) return socket.destroy()
    refused.add(socket)
    socket.end(refusal(error))
    const last = setTimeout(() => socket.destroy(), linger)
    socket.once('close', () => clearTimeout(last))
  })
}
