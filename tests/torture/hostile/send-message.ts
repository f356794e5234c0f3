import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Received } from '../../../testkit/http.ts'
import type { Message, Outcome } from './messages.ts'

const statusLine = /^HTTP\/1\.1 ([1-5][0-9][0-9]) [\t\x20-\x7e]*$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t\x20-\x7e]*)$/

/** @throws if the head of a response is invalid. */
const readHead = (head: string): Omit<Received, 'text'> => {
  const [first = '', ...lines] = head.split('\r\n')
  const status = Number(statusLine.exec(first)?.[1])
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === '' || (key in headers && key !== 'set-cookie'))
      throw new Error(`invalid header ${JSON.stringify(line.slice(0, 200))}`)
    headers[key] = value
  }
  if (Number.isNaN(status)) throw new Error(`invalid status line ${JSON.stringify(first)}`)
  return { status, headers }
}

type Body = { body: string; length: number }

/** Joins the chunks of a body; undefined while some are missing. @throws on an invalid chunk. */
const readChunks = (bytes: string): Body | undefined => {
  let body = ''
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = bytes.slice(at, end)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) throw new Error(`${JSON.stringify(size)} is no chunk size`)
    const next = end + 2 + Number.parseInt(size, 16)
    if (bytes.length < next + 2) return undefined
    if (bytes.slice(next, next + 2) !== '\r\n') throw new Error('a chunk has no end')
    if (next === end + 2) return { body, length: next + 2 }
    body += bytes.slice(end + 2, next)
    at = next + 2
  }
}

/**
 * Parses the first response strictly (RFC 9112). Undefined while it is incomplete.
 * @param bytes in Latin-1.
 * @throws if the bytes are no response.
 */
const readResponse = (bytes: string, method = 'GET') => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) {
    if ('HTTP/1.1 '.startsWith(bytes.slice(0, 9))) return undefined
    throw new Error('the received bytes are no response')
  }
  const head = readHead(bytes.slice(0, end))
  const { status, headers } = head
  const rest = bytes.slice(end + 4)
  const length = Number(headers['content-length'] ?? Number.NaN)
  let found: Body | undefined
  // A HEAD request that is rejected before it is parsed gets a body, and the connection is closed.
  const isHead = method === 'HEAD' && headers.connection !== 'close'
  if (isHead || status === 204 || status === 304 || status < 200) found = { body: '', length: 0 }
  else if (headers['transfer-encoding'] === 'chunked') found = readChunks(rest)
  else if (Number.isNaN(length)) throw new Error('a response has no Content-Length')
  else if (rest.length >= length) found = { body: rest.slice(0, length), length }
  if (!found) return undefined
  const text = Buffer.from(found.body, 'latin1').toString()
  return { response: { ...head, text }, length: end + 4 + found.length }
}

/**
 * Sends a message on a new connection and reads the responses until all have arrived, or the
 * connection is closed.
 */
export const sendMessage = async (port: number, message: Message): Promise<Outcome> => {
  const { bytes, ending, limit, methods = [] } = message
  const start = performance.now()
  const responses: Received[] = []
  let rest = ''
  let problem: string | undefined
  let isClosed = false
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.setEncoding('latin1').on('data', (chunk) => {
    rest += chunk
    try {
      for (;;) {
        const read =
          rest === '' || problem ? undefined : readResponse(rest, methods[responses.length])
        if (!read) break
        if (read.response.status >= 200) responses.push(read.response)
        rest = rest.slice(read.length)
      }
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
    const isReset = ['ECONNRESET', 'EPIPE'].includes(String(Reflect.get(error, 'code')))
    isClosed ||= isReset
    if (!isClosed) problem ??= String(error)
  })
  const timer = setTimeout(() => socket.resetAndDestroy(), limit)
  socket.write(bytes, 'latin1')
  if (ending === 'half-close') socket.end()
  if (ending === 'reset') {
    // The client closes the connection itself.
    isClosed = true
    socket.write('', () => socket.resetAndDestroy())
  }
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
