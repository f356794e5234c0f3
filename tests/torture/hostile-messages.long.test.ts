import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { operations, problemOf } from '../../contract-tests/support/contract.ts'
import type { Received } from '../../contract-tests/support/http.ts'
import { newOrder } from '../kit/request-bodies.ts'
import { customerBrowser } from '../kit/server/customer-browser.ts'
import { shopWithInvite } from '../kit/server/shop-with-invite.ts'
import { createOrder } from '../kit/server/test-shop.ts'

const table = readFileSync(new URL('hostile-messages.txt', import.meta.url), 'utf8')

/** Returns a line with each combination of its alternatives. */
const alternatives = (line: string): string[] => {
  const [found, among = ''] = /⟨([^⟩]*)⟩/.exec(line) ?? []
  if (found === undefined) return [line]
  return among.split('|').flatMap((each) => alternatives(line.replace(found, () => each)))
}

const special: Record<string, string> = { '↵': '\r\n', '␊': '\n', '␍': '\r', '␠': ' ' }

/** Returns the messages below a heading, in Latin-1. @param records by the names that the table has for them. */
const messagesOf = (heading: string, records: Record<string, string>): string[] => {
  const [, lines = ''] = table.split(`\n= ${heading}\n`)
  return (lines.split('\n\n')[0] ?? '')
    .trimEnd()
    .split('\n')
    .flatMap(alternatives)
    .map((line) =>
      line
        .replaceAll(/[↵␊␍␠]/g, (mark) => special[mark] ?? '')
        .replaceAll(/\\x([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll(/\{(\w+)\}/g, (found, name: string) => records[name] ?? found)
        .replaceAll(/⟦([^×]+)×(\d+)⟧/g, (_, part: string, times) => part.repeat(Number(times)))
        .replaceAll(/[^\0-\xff]+/g, (each) => Buffer.from(each).toString('latin1')),
    )
}

type PlainRequest = { method: string; path: string; headers?: string; body?: string }

const bytesOf = ({ method, path, headers = '', body }: PlainRequest): string => {
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}${length}\r\n${body ?? ''}`
}

/** Splits bytes into responses (RFC 9112). The server sends chunks only for an empty body. */
const responsesIn = (bytes: string, methods: readonly string[]): Received[] => {
  const found: Received[] = []
  for (let rest = bytes; rest !== ''; ) {
    const [head = '', code, lines = ''] =
      /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*\r\n((?:[\w-]+: [ -~]*\r\n)*)\r\n/.exec(rest) ?? []
    if (head === '') throw new Error(`no response: ${rest.slice(0, 200)}`)
    const pairs = [...lines.matchAll(/^(.+?): (.*)\r$/gm)]
    const headers = Object.fromEntries(
      pairs.map(([, name = '', value]) => [name.toLowerCase(), value]),
    )
    const isChunked = headers['transfer-encoding'] === 'chunked'
    const isEmpty = methods[found.length] === 'HEAD' || code === '204' || code === '304'
    const length = isChunked ? '0\r\n\r\n'.length : Number(headers['content-length'])
    const end = head.length + (isEmpty ? 0 : length)
    const body = isChunked ? '' : Buffer.from(rest.slice(head.length, end), 'latin1').toString()
    found.push({ status: Number(code), headers, text: body })
    rest = rest.slice(end)
  }
  return found
}

/** The bytes of a client, and the requests among them that get responses. Bytes that are no request get a rejection. */
type Message = { bytes: string; requests: readonly PlainRequest[]; isRejected: boolean }

const rejected = (bytes: string): Message => ({ bytes, requests: [], isRejected: true })

/** The request that follows the others and gets its own response, unless a body was taken for a request. */
const last = { method: 'GET', path: '/healthz', headers: 'Connection: close\r\n' }

const answered = (...given: PlainRequest[]): Message => {
  const requests = [...given, last]
  return { bytes: requests.map(bytesOf).join(''), requests, isRejected: false }
}

const json = 'Content-Type: application/json\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'

/** Returns all messages. @param records `key`, `campaign`, `order`, `slug` and `cookie`. */
const allMessages = (records: Record<string, string>): Message[] => {
  const authorization = `Authorization: Bearer ${records.key}\r\n`
  /** A request in a body. If the server took it for a request, it would show by a second response. */
  const hidden = bytesOf({ method: 'DELETE', path: '/v1/auth', headers: authorization })
  const get = (path: string): PlainRequest => ({ method: 'GET', path, headers: authorization })
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}${json}`
  const invite = `/i/${records.slug}`
  const pages = [`${invite}/cart`, `${invite}/checkout`, '/portal/sign-in', '/portal/keys']
  const kinds: Record<string, (line: string) => Message[]> = {
    'request line': (line) => [rejected(`${line}\r\nHost: localhost\r\n\r\n`)],
    header: (line) => [rejected(`GET /v1/auth HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`)],
    framing: (line) =>
      ['/v1/orders/create', '/healthz', `${invite}/cart`].map((path) =>
        rejected(`${post(path)}${line}\r\n\r\n0\r\n\r\nX${hidden}`),
      ),
    chunk: (line) =>
      ['/v1/orders/create', '/v1/contacts/create', '/v1/webhooks'].map((path) =>
        rejected(`${post(path)}Transfer-Encoding: chunked\r\n\r\n${line}${hidden}`),
      ),
    avalanche: (line) => [rejected(`GET / HTTP/1.1\r\n${line}`)],
    garbage: (line) => {
      const requests = [get('/v1/auth'), get('/v1/orders/list')]
      return [{ bytes: requests.map(bytesOf).join('') + line, requests, isRejected: true }]
    },
    target: (line) => {
      const [method = '', path = ''] = line.split(' ')
      return [answered({ ...get(path), method })]
    },
    'odd header': (line) => [answered({ ...get('/v1/auth'), headers: `${line}\r\n` })],
    body: (body) =>
      operations
        .filter((operation) => operation.body !== undefined)
        .map(({ method, path }) => ({
          method: method.toUpperCase(),
          path: path.replaceAll(/\{[^}]+\}/g, 'none'),
        }))
        .map((request) => answered({ ...request, headers: authorization + json, body })),
    form: (body) =>
      pages.flatMap((path) =>
        ['', `Cookie: ${records.cookie}\r\n`].map((cookie) =>
          answered({ method: 'POST', path, headers: form + cookie, body }),
        ),
      ),
  }
  const create = { method: 'POST', path: '/v1/contacts/create' }
  const zipped = gzipSync('['.repeat(5_000_000)).toString('latin1')
  return [
    ...Object.entries(kinds).flatMap(([name, messages]) =>
      messagesOf(name, records).flatMap(messages),
    ),
    ...[`${json}Content-Encoding: gzip\r\n`, form, ''].map((type) =>
      answered({ ...create, headers: authorization + type, body: zipped }),
    ),
    ...[1, 50, 200].map((times) =>
      answered({ ...create, headers: authorization, body: hidden.repeat(times) }),
    ),
    answered(...Array<PlainRequest>(40).fill(get('/v1/auth'))),
    answered(...['/docs', '/nowhere', '/v1/products/list'].map(get)),
  ]
}

const isRejection = ({ status, headers, text }: Received): boolean =>
  [400, 408, 413, 431].includes(status) &&
  headers.connection === 'close' &&
  headers['content-type'] === 'application/json' &&
  /^\{"message":"[^"]+"\}$/.test(text)

/** Sends a message and reads until the server closes the connection. Returns what is wrong with the responses. */
const problemsWith = async (port: number, { bytes, requests, isRejected }: Message) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.setEncoding('latin1').write(bytes, 'latin1')
  if (isRejected) socket.end()
  const received = await text(socket)
  const responses = responsesIn(
    received,
    requests.map(({ method }) => method),
  )
  const problems = requests.flatMap(({ method, path }, i) => {
    const response = responses[i]
    if (!response || response.status >= 500) return `is ${response?.status}`
    return (path.startsWith('/v1/') && problemOf({ method, path }, response)) || []
  })
  const rest = responses.slice(requests.length)
  if (rest.length !== Number(isRejected) || !rest.every(isRejection))
    problems.push('expected a rejection')
  return problems.map(
    (problem) => `${problem}: ${JSON.stringify([bytes.slice(0, 300), received.slice(0, 300)])}`,
  )
}

test('each hostile message gets a clear response, or a rejection that closes the connection', async () => {
  const { server, campaign, invite } = await shopWithInvite()
  const browser = customerBrowser(server)
  await browser.signIn()
  const { id: order } = await createOrder(server, newOrder(campaign, 'T'))
  const { key } = server
  const records = { key, campaign, order, slug: invite.slug, cookie: browser.cookie() ?? '' }
  const messages = allMessages(records).values()
  const problems: string[] = []
  const client = async () => {
    for (const message of messages)
      problems.push(...(await problemsWith(Number(new URL(server.url).port), message)))
  }
  await Promise.all(Array.from({ length: 16 }, client))
  expect(problems).toEqual([])
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
})
