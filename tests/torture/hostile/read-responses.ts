import type { Received } from '../../../testkit/http.ts'

/** Complete responses at the start of received bytes. */
export type ReadResult = {
  responses: readonly Received[]
  /** Length of these responses in bytes. */
  read: number
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
    const cookies = headers[key]
    if (key === 'set-cookie') headers[key] = [...(Array.isArray(cookies) ? cookies : []), value]
    else if (cookies !== undefined) return undefined
    else headers[key] = value
  }
  return { status: Number(status), headers }
}

/** Joins the chunks of a body; undefined while some are missing. @throws on an invalid chunk. */
const readChunks = (bytes: Buffer, start: number): { body: Buffer; end: number } | undefined => {
  const chunks: Buffer[] = []
  let at = start
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = bytes.toString('latin1', at, end)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) throw new Error(`${JSON.stringify(size)} is no chunk size`)
    const length = Number.parseInt(size, 16)
    const next = end + 2 + length
    if (bytes.length < next + 2) return undefined
    if (bytes.toString('latin1', next, next + 2) !== '\r\n')
      throw new Error('a chunk is not terminated')
    if (length === 0) return { body: Buffer.concat(chunks), end: next + 2 }
    chunks.push(bytes.subarray(end + 2, next))
    at = next + 2
  }
}

/** A HEAD request that is rejected before it is parsed gets a body, and the connection is closed. */
const hasNoBody = ({ status, headers }: Head, method: string | undefined) =>
  (method === 'HEAD' && headers.connection !== 'close') ||
  status === 204 ||
  status === 304 ||
  status < 200

/**
 * Parses received bytes strictly as responses (RFC 9112).
 * @param methods of the requests in order: a response to HEAD has no body, whatever its headers say.
 */
export const readResponses = (bytes: Buffer, methods: readonly string[]): ReadResult => {
  const responses: Received[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) {
      const isBegun = 'HTTP/1.1 '.startsWith(bytes.toString('latin1', at, at + 9))
      return {
        responses,
        read: at,
        ...(isBegun ? {} : { problem: 'the received bytes are no response' }),
      }
    }
    const text = bytes.toString('latin1', at, end)
    const head = readHead(text)
    if (!head)
      return {
        responses,
        read: at,
        problem: `invalid response head: ${JSON.stringify(text.slice(0, 200))}`,
      }
    const { status, headers } = head
    let body: Buffer = Buffer.alloc(0)
    let next = end + 4
    if (!hasNoBody(head, methods[responses.length]))
      if (headers['transfer-encoding'] === 'chunked')
        try {
          const read = readChunks(bytes, next)
          if (!read) return { responses, read: at }
          body = read.body
          next = read.end
        } catch (error) {
          return { responses, read: at, problem: String(error) }
        }
      else {
        const length = Number(headers['content-length'] ?? Number.NaN)
        if (!Number.isInteger(length))
          return { responses, read: at, problem: `no Content-Length: ${text}` }
        if (bytes.length < next + length) return { responses, read: at }
        body = bytes.subarray(next, next + length)
        next += length
      }
    if (status >= 200) responses.push({ status, headers, text: body.toString() })
    at = next
  }
  return { responses, read: at }
}
