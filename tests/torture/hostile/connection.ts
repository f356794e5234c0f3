import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Received } from '../../../testkit/http.ts'
import type { Expectation, Message } from './messages.ts'

/** Complete responses at the start of received bytes. */
type Read = {
  responses: readonly Received[]
  /** Length of these responses in bytes. */
  length: number
  /** Why the rest is no response, unless it is just incomplete. */
  problem?: string
}

const statusLine = /^HTTP\/1\.1 ([1-5][0-9][0-9]) [\t\x20-\x7e]*$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t\x20-\x7e]*)$/

type Head = { status: number; headers: Record<string, string | string[]> }

const readHead = (text: string): Head | undefined => {
  const [first = '', ...lines] = text.split('\r\n')
  const [, status] = statusLine.exec(first) ?? []
  if (status === undefined) return undefined
  const headers: Head['headers'] = {}
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? []
    if (name === '') return undefined
    const key = name.toLowerCase()
    const before = headers[key]
    if (key === 'set-cookie') headers[key] = [before ?? [], value].flat()
    else if (before !== undefined) return undefined
    else headers[key] = value
  }
  return { status: Number(status), headers }
}

type Body = { body: Buffer; end: number }

/** Joins the chunks of a body; undefined while some are missing. @throws on an invalid chunk. */
const readChunks = (bytes: Buffer, start: number): Body | undefined => {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = bytes.toString('latin1', at, end)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) throw new Error(`${JSON.stringify(size)} is no chunk size`)
    const next = end + 2 + Number.parseInt(size, 16)
    if (bytes.length < next + 2) return undefined
    if (bytes.toString('latin1', next, next + 2) !== '\r\n') throw new Error('a chunk has no end')
    if (next === end + 2) return { body: Buffer.concat(chunks), end: next + 2 }
    chunks.push(bytes.subarray(end + 2, next))
    at = next + 2
  }
}

/** Reads a body; undefined while it is incomplete. @throws if its end is unknown or it is invalid. */
const readBody = (bytes: Buffer, start: number, head: Head, method?: string): Body | undefined => {
  const { status, headers } = head
  // A HEAD request that is rejected before it is parsed gets a body, and the connection is closed.
  const isHead = method === 'HEAD' && headers.connection !== 'close'
  if (isHead || status === 204 || status === 304 || status < 200)
    return { body: Buffer.alloc(0), end: start }
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, start)
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isInteger(length)) throw new Error('a response has no Content-Length')
  const end = start + length
  return bytes.length < end ? undefined : { body: bytes.subarray(start, end), end }
}

/**
 * Parses received bytes strictly as responses (RFC 9112).
 * @param methods of the requests in order: a response to HEAD has no body, whatever its headers say.
 */
const readResponses = (bytes: Buffer, methods: readonly string[]): Read => {
  const responses: Received[] = []
  let at = 0
  try {
    while (at < bytes.length) {
      const end = bytes.indexOf('\r\n\r\n', at)
      if (end < 0) {
        if ('HTTP/1.1 '.startsWith(bytes.toString('latin1', at, at + 9))) break
        throw new Error('the received bytes are no response')
      }
      const text = bytes.toString('latin1', at, end)
      const head = readHead(text)
      if (!head) throw new Error(`invalid response head: ${JSON.stringify(text.slice(0, 200))}`)
      const read = readBody(bytes, end + 4, head, methods[responses.length])
      if (!read) break
      if (head.status >= 200) responses.push({ ...head, text: read.body.toString() })
      at = read.end
    }
    return { responses, length: at }
  } catch (error) {
    return { responses, length: at, problem: String(error) }
  }
}

/** The outcome of a message. */
export type Outcome = {
  responses: readonly Received[]
  /** Bytes that are no complete response. */
  rest: string
  /** Why these bytes are no response, unless they are just incomplete. */
  problem: string | undefined
  /** Whether the server closed the connection, by FIN or by reset. */
  closed: boolean
  milliseconds: number
  /** Whether the connection could not be opened. */
  refused: boolean
}

/** How long a client waits for the expected outcome, in milliseconds. */
export const patience = 30_000

const countOf = (expected: Expectation): number =>
  expected.is === 'responses'
    ? expected.to.length + (expected.andRejection ? 1 : 0)
    : Number.POSITIVE_INFINITY

/** Sends a message on a new connection and reads the responses until the connection is closed. */
export const sendMessage = async (port: number, message: Message): Promise<Outcome> => {
  const { bytes, ending, expected } = message
  const start = performance.now()
  const methods =
    expected.is === 'responses' ? expected.to.map(({ method }) => method ?? 'GET') : []
  const responses: Received[] = []
  let rest: Buffer = Buffer.alloc(0)
  let problem: string | undefined
  let closed = false
  let refused = false
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (problem !== undefined) return
    const read = readResponses(rest, methods.slice(responses.length))
    responses.push(...read.responses)
    rest = rest.subarray(read.length)
    problem = read.problem
    if (responses.length >= countOf(expected)) socket.resetAndDestroy()
  })
  socket.once('end', () => {
    closed = true
    socket.end()
  })
  socket.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined
    closed ||= code === 'ECONNRESET' || code === 'EPIPE'
    refused ||= !closed
  })
  const limit = expected.is === 'close' ? expected.within : patience
  const timer = setTimeout(() => socket.resetAndDestroy(), limit)
  socket.write(bytes, 'latin1')
  if (ending === 'half-close') socket.end()
  if (ending === 'reset') socket.write('', () => socket.resetAndDestroy())
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
  const left = rest.toString('latin1', 0, 300)
  return {
    responses,
    rest: left,
    problem,
    closed,
    refused,
    milliseconds: performance.now() - start,
  }
}
