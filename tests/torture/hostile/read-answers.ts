import type { Received } from '../../../testkit/http.ts'

/** What came on a connection: whole answers, and what is left that is none. */
export type Came = {
  answers: readonly Received[]
  /** How far the bytes are answers. */
  read: number
  /** What is wrong with what comes after them, if it is not just cut off. */
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

/** The chunks of a body as one; undefined while some are missing. @throws what is no chunk. */
const readChunks = (bytes: Buffer, start: number): { body: Buffer; end: number } | undefined => {
  const chunks: Buffer[] = []
  let at = start
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = bytes.toString('latin1', at, end)
    if (!/^[0-9a-f]{1,8}$/i.test(size))
      throw new Error(`${JSON.stringify(size)} is no chunk's size`)
    const length = Number.parseInt(size, 16)
    const next = end + 2 + length
    if (bytes.length < next + 2) return undefined
    if (bytes.toString('latin1', next, next + 2) !== '\r\n') throw new Error('a chunk has no end')
    if (length === 0) return { body: Buffer.concat(chunks), end: next + 2 }
    chunks.push(bytes.subarray(end + 2, next))
    at = next + 2
  }
}

/** A HEAD that is refused before it is read is not known for one: its refusal ends the connection. */
const isBodiless = ({ status, headers }: Head, method: string | undefined) =>
  (method === 'HEAD' && headers.connection !== 'close') ||
  status === 204 ||
  status === 304 ||
  status < 200

/**
 * Reads what a server has sent, strictly (RFC 9112).
 * @param methods of the requests in their order: an answer to HEAD has no body, whatever it says.
 */
export const readAnswers = (bytes: Buffer, methods: readonly string[]): Came => {
  const answers: Received[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) {
      const isBegun = 'HTTP/1.1 '.startsWith(bytes.toString('latin1', at, at + 9))
      return { answers, read: at, ...(isBegun ? {} : { problem: 'what came is no answer' }) }
    }
    const text = bytes.toString('latin1', at, end)
    const head = readHead(text)
    if (!head)
      return {
        answers,
        read: at,
        problem: `no head of an answer: ${JSON.stringify(text.slice(0, 200))}`,
      }
    const { status, headers } = head
    let body: Buffer = Buffer.alloc(0)
    let next = end + 4
    if (!isBodiless(head, methods[answers.length]))
      if (headers['transfer-encoding'] === 'chunked')
        try {
          const read = readChunks(bytes, next)
          if (!read) return { answers, read: at }
          body = read.body
          next = read.end
        } catch (error) {
          return { answers, read: at, problem: String(error) }
        }
      else {
        const length = Number(headers['content-length'] ?? Number.NaN)
        if (!Number.isInteger(length)) return { answers, read: at, problem: `no length: ${text}` }
        if (bytes.length < next + length) return { answers, read: at }
        body = bytes.subarray(next, next + length)
        next += length
      }
    if (status >= 200) answers.push({ status, headers, text: body.toString() })
    at = next
  }
  return { answers, read: at }
}
