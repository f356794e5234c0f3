import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Received } from '../../../contract-tests/support/http.ts'

/** What a client does after it has sent its bytes. */
export type Ending = 'half-close' | 'wait' | 'read nothing' | { repeat: string; every: number }

export type Sending = {
  /** In Latin-1: a character is a byte. */
  bytes: string
  ending: Ending
  /** Methods of the requests: a response to HEAD has no body. */
  methods?: readonly string[]
  /** How many responses must arrive. Without it, the client waits until the connection is closed. */
  responses?: number
  /** Milliseconds that the client waits. */
  limit: number
}

export type Outcome = {
  responses: readonly Received[]
  /** Bytes that are no complete response. */
  rest: string
  /** Why these bytes are no response, unless they are just incomplete. */
  problem: string | undefined
  /** Whether the server closed the connection, by FIN or by reset. */
  isClosed: boolean
  milliseconds: number
}

const head =
  /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\t\x20-\x7e]*\r\n)*)\r\n/

const lastChunk = '0\r\n\r\n'

/**
 * Parses the first response strictly (RFC 9112). The server sends chunks only for an empty body.
 * @param bytes in Latin-1.
 * @returns undefined while the response is incomplete.
 * @throws if the bytes are no response.
 */
const readResponse = (bytes: string, method = 'GET') => {
  const [found, code, lines = ''] = head.exec(bytes) ?? []
  if (found === undefined) {
    const isBegun = 'HTTP/1.1 '.startsWith(bytes.slice(0, 9)) && !bytes.includes('\r\n\r\n')
    if (isBegun) return undefined
    throw new Error(`no response: ${JSON.stringify(bytes.slice(0, 200))}`)
  }
  const status = Number(code)
  const headers: Record<string, string> = {}
  for (const line of lines.split('\r\n').slice(0, -1)) {
    const [name = '', value = ''] = line.split(/: (.*)/)
    const key = name.toLowerCase()
    if (key in headers && key !== 'set-cookie') throw new Error(`a response has two ${key}`)
    headers[key] = value
  }
  // A HEAD request that is rejected before it is parsed gets a body, and the connection is closed.
  const isHead = method === 'HEAD' && headers.connection !== 'close'
  const isEmpty = isHead || status === 204 || status === 304 || status < 200
  const isChunked = headers['transfer-encoding'] === 'chunked' && !isEmpty
  const length = isEmpty ? 0 : isChunked ? lastChunk.length : Number(headers['content-length'])
  if (Number.isNaN(length)) throw new Error(`a response has no Content-Length: ${found}`)
  const end = found.length + length
  if (bytes.length < end) return undefined
  const body = bytes.slice(found.length, end)
  if (isChunked && body !== lastChunk) throw new Error(`a response has chunks: ${found}`)
  const text = isChunked ? '' : Buffer.from(body, 'latin1').toString()
  return { response: { status, headers, text }, length: end }
}

/**
 * Sends a message on a new connection and reads the responses until all have arrived, or the
 * connection is closed.
 */
export const sendMessage = async (port: number, message: Sending): Promise<Outcome> => {
  const { bytes, ending, limit, methods = [] } = message
  const start = performance.now()
  const responses: Received[] = []
  let rest = ''
  let problem: string | undefined
  let isClosed = false
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const readAll = () => {
    while (rest !== '' && !problem) {
      const read = readResponse(rest, methods[responses.length])
      if (!read) return
      if (read.response.status >= 200) responses.push(read.response)
      rest = rest.slice(read.length)
    }
  }
  socket.setEncoding('latin1').on('data', (chunk) => {
    rest += chunk
    try {
      readAll()
    } catch (error) {
      problem = String(error)
    }
    if (responses.length >= (message.responses ?? Number.POSITIVE_INFINITY))
      socket.resetAndDestroy()
  })
  socket.once('end', () => {
    isClosed = true
    socket.end()
  })
  socket.on('error', (error) => {
    isClosed ||= ['ECONNRESET', 'EPIPE'].includes(String(Reflect.get(error, 'code')))
    if (!isClosed) problem ??= String(error)
  })
  const timer = setTimeout(() => socket.resetAndDestroy(), limit)
  socket.write(bytes, 'latin1')
  if (ending === 'half-close') socket.end()
  if (ending === 'read nothing') {
    socket.pause()
    // A paused socket does not notice the close. It reads again when the server must have closed it.
    setTimeout(() => socket.resume(), limit - 1000).unref()
  }
  while (typeof ending === 'object' && !socket.destroyed) {
    if (socket.writable) socket.write(ending.repeat, 'latin1')
    await Promise.race([sleep(ending.every), over])
  }
  await over
  clearTimeout(timer)
  const milliseconds = performance.now() - start
  return { responses, rest: rest.slice(0, 300), problem, isClosed, milliseconds }
}
