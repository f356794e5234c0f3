import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answers } from './answers.ts'
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

const refusal = (status: string, message: string): string => {
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

const refusalOf = (error: object): string => {
  const code = 'code' in error ? error.code : undefined
  const [status, message] = unreadable.get(code) ?? ['400 Bad Request', 'The request is no HTTP']
  return refusal(status, message)
}

/** Calls once an answer is sent, and with it all those before it; or will never be. */
const afterwards = (answer: ServerResponse | undefined, call: () => void): void => {
  if (!answer || answer.writableFinished || answer.destroyed) call()
  else answer.once('close', call)
}

/**
 * What cannot be read as a request is refused in the contract’s shape, too: in its turn, after the
 * answers to the requests before it, and not at all where it is the rest of a body whose request has
 * been answered, since an answer that nobody asked for would be taken for the next one's. The
 * connection stays open for a moment, since one that is closed on a client that is still sending takes
 * the answer with it (RFC 9112 §9.6); then it is closed, whatever the client does.
 */
export const refuseUnreadable = (
  server: Server,
  answers: Answers,
  { linger }: Pick<Limits, 'linger'>,
): void => {
  const refused = new WeakSet<Duplex>()

  const refuse = (socket: Duplex, text: string) => {
    refused.add(socket)
    const last = answers.last(socket)
    const isOfBody = last !== undefined && !last.req.complete
    const isAnswered = isOfBody && last.headersSent
    afterwards(isOfBody && !isAnswered ? answers.before(last) : last, () => {
      if (!socket.writable) return socket.destroy()
      socket.end(isAnswered ? undefined : text)
      const timer = setTimeout(() => socket.destroy(), linger)
      socket.once('close', () => clearTimeout(timer))
    })
  }

  server.on('clientError', (error, socket) => {
    // More of what could not be read.
    if (refused.has(socket)) return
    if (socket.writable) refuse(socket, refusalOf(error))
    else socket.destroy()
  })
  // It asks for a tunnel to elsewhere: nothing of ours.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    refuse(socket, refusal('400 Bad Request', 'The request target is not a path'))
  })
}
