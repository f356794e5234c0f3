import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { endAndLinger } from './end-connection.ts'
import type { Limits } from './limits.ts'
import type { ResponseQueue } from './response-queue.ts'

/** Status line and message by the error code of Node's parser. */
const rejections: ReadonlyMap<unknown, [status: string, message: string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['431 Request Header Fields Too Large', 'The headers are too many or too large'],
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', ['413 Content Too Large', 'The body is too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time']],
])

const responseText = (status: string, message: string): string => {
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

const responseTo = (error: object): string => {
  const code = 'code' in error ? error.code : undefined
  const [status, message] = rejections.get(code) ?? ['400 Bad Request', 'The request is no HTTP']
  return responseText(status, message)
}

/** Calls back once a response, and so all before it, is sent or can no longer be sent. */
const afterResponse = (response: ServerResponse | undefined, call: () => void): void => {
  if (!response || response.writableFinished || response.destroyed) call()
  else response.once('close', call)
}

/**
 * Rejects bytes that are not an HTTP request with `{ message }` and closes the connection. The
 * rejection follows the responses to earlier requests. If the bytes belong to the body of a request
 * that already has its response, no rejection is sent: the client would take it for its next
 * response.
 */
export const rejectMalformed = (
  server: Server,
  responses: ResponseQueue,
  { lingerTimeout }: Pick<Limits, 'lingerTimeout'>,
): void => {
  const rejected = new WeakSet<Duplex>()

  const reject = (socket: Duplex, text: string) => {
    rejected.add(socket)
    const last = responses.last(socket)
    // The request is ignored, and the response before it closes the connection.
    if (last?.destroyed && !last.writableFinished) return
    const isInBody = last !== undefined && !last.req.complete
    const hasResponse = isInBody && last.headersSent
    afterResponse(isInBody && !hasResponse ? responses.previous(last) : last, () => {
      if (!socket.writable) return socket.destroy()
      endAndLinger(socket, lingerTimeout, hasResponse ? undefined : text)
    })
  }

  server.on('clientError', (error, socket) => {
    if (rejected.has(socket)) return
    if (socket.writable) reject(socket, responseTo(error))
    else socket.destroy()
  })
  // CONNECT asks for a tunnel to another host, which this server does not offer.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    reject(socket, responseText('400 Bad Request', 'The request target is not a path'))
  })
}
