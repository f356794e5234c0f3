import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { operations } from '../../../contract-tests/support/contract.ts'
import type { Received } from '../../../contract-tests/support/http.ts'
import { isMessage, responseProblem, shown } from '../client.ts'
import type { Ending, Outcome, Sending } from './send-message.ts'

type Unnamed = Sending & {
  /** Whether the limit is a timeout of the server, for which a short run has no time. */
  isSlow?: boolean
  /** Returns what is wrong with the outcome, or undefined. */
  check(outcome: Outcome): string | undefined
}

export type Message = Unnamed & { name: string }

/** The records of the server that messages refer to. */
export type Names = {
  key: string
  campaign: string
  /** An order and an invite of another account, and a session in its portal. */
  order: string
  slug: string
  cookie: string
}

/** How long a client waits, in milliseconds, unless its message has to do with a timeout. */
const patience = 30_000

/** Allowed on top of a timeout: the server checks at intervals, and the machine may be busy. */
const slack = 4000

/** Returns a line with each combination of its alternatives. */
const alternatives = (line: string): string[] => {
  const [found, among = ''] = /⟨([^⟩]*)⟩/.exec(line) ?? []
  if (found === undefined) return [line]
  return among.split('|').flatMap((each) => alternatives(line.replace(found, () => each)))
}

const special: Record<string, string> = { '↵': '\r\n', '␊': '\n', '␍': '\r', '␠': ' ' }

/** Returns the messages below a heading of `messages.txt`. */
const tableOf = (text: string, names: Names, heading: string): string[] => {
  const [, table = ''] = text.split(`\n= ${heading}\n`)
  const [lines = ''] = table.split('\n\n')
  return lines
    .trimEnd()
    .split('\n')
    .flatMap(alternatives)
    .map((line) =>
      line
        .replaceAll(/[↵␊␍␠]/g, (mark) => special[mark] ?? '')
        .replaceAll(/\\x([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll(/\{(key|campaign|order|slug|cookie)\}/g, (_, name: keyof Names) => names[name])
        .replaceAll(/⟦([^×]+)×(\d+)⟧/g, (_, text: string, times) => text.repeat(Number(times)))
        .replaceAll(/[^\0-\xff]+/g, (text) => Buffer.from(text).toString('latin1')),
    )
}

/** A rejection of an invalid request, which closes the connection. */
const isRejection = (response: Received): boolean =>
  [400, 408, 413, 431].includes(response.status) &&
  response.headers.connection === 'close' &&
  isMessage(response)

const all = ({ responses }: Outcome): string => responses.map(shown).join(' and ') || 'nothing'

/** The server must reject the message and close the connection. */
const rejected = (bytes: string): Unnamed => ({
  bytes,
  ending: 'half-close',
  limit: patience,
  check: (outcome) => {
    const [only] = outcome.responses
    if (!only || outcome.responses.length > 1 || !isRejection(only))
      return `expected one rejection, not ${all(outcome)}`
    return outcome.isClosed ? undefined : 'rejected, but the connection stayed open'
  },
})

/** The server may send at most so many responses, and must close the connection in time. */
const closed = (bytes: string, ending: Ending, most: number, limit = patience): Unnamed => ({
  bytes,
  ending,
  limit,
  check: (outcome) => {
    if (outcome.responses.length > most) return `expected ${most} responses, not ${all(outcome)}`
    return outcome.isClosed ? undefined : 'the connection stayed open'
  },
})

/** A client that is slow. The server must close its connection after a timeout. */
const slow = (bytes: string, ending: Ending, timeout: number, most = 1): Unnamed => ({
  ...closed(bytes, ending, most, timeout + slack),
  isSlow: true,
})

/** A well-formed request with `Host`. */
type Plain = { method: string; target: string; headers?: string; body?: string }

const bytesOf = ({ method, target, headers = '', body }: Plain): string => {
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`
  return `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}${length}\r\n${body ?? ''}`
}

/**
 * The server must respond to each request, in order, as the document says.
 * @param garbage bytes behind the requests, which it must reject.
 */
const answered = (plain: readonly Plain[], garbage = ''): Unnamed => {
  const wanted = plain.length + (garbage === '' ? 0 : 1)
  return {
    bytes: plain.map(bytesOf).join('') + garbage,
    limit: patience,
    responses: wanted,
    ending: garbage === '' ? 'wait' : 'half-close',
    methods: plain.map(({ method }) => method),
    check: (outcome) => {
      const { responses, rest } = outcome
      if (responses.length !== wanted || rest !== '')
        return `expected ${wanted} responses, not ${all(outcome)} ${JSON.stringify(rest)}`
      const problems = responses.map((response, i) => {
        const sent = plain[i]
        if (sent) return responseProblem({ method: sent.method, path: sent.target }, response)
        return isRejection(response) ? undefined : `${shown(response)} is no rejection`
      })
      return problems.find((problem) => problem !== undefined)
    },
  }
}

const json = 'Content-Type: application/json\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'

const every500 = (repeat: string): Ending => ({ repeat, every: 500 })

export const messagesFor = (names: Names): Message[] => {
  const authorization = `Authorization: Bearer ${names.key}\r\n`
  /** A request in a body. If the server took it for a request, it would show by a second response. */
  const hidden = bytesOf({ method: 'DELETE', target: '/v1/auth', headers: authorization })
  const get = (target: string): Plain => ({ method: 'GET', target, headers: authorization })
  const post = (target: string) =>
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${authorization}${json}`
  const invite = `/i/${names.slug}`
  const pages = [`${invite}/cart`, `${invite}/checkout`, '/portal/sign-in', '/portal/keys']
  const jsonOperations = operations.filter(({ body }) => body !== undefined)

  /** The messages of a line, by the heading of the line. */
  const kinds: Record<string, (line: string) => Unnamed[]> = {
    'request line': (line) => [rejected(`${line}\r\nHost: localhost\r\n\r\n`)],
    header: (line) => [rejected(`GET /v1/auth HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`)],
    framing: (line) =>
      ['/v1/orders/create', '/healthz', `${invite}/cart`].map((target) =>
        rejected(`${post(target)}${line}\r\n\r\n0\r\n\r\nX${hidden}`),
      ),
    chunk: (line) => {
      const rest = `Transfer-Encoding: chunked\r\n\r\n${line}${hidden}`
      const early = `POST /nowhere HTTP/1.1\r\nHost: localhost\r\n${rest}`
      const targets = ['/v1/orders/create', '/v1/contacts/create', '/v1/webhooks']
      return [
        ...targets.map((target) => rejected(post(target) + rest)),
        closed(early, 'half-close', 1),
      ]
    },
    avalanche: (line) => [rejected(`GET / HTTP/1.1\r\n${line}`)],
    garbage: (line) => [answered([get('/v1/auth'), get('/v1/orders/list')], line)],
    target: (line) => {
      const [method = '', target = ''] = line.split(' ')
      return [answered([{ ...get(target), method }])]
    },
    'odd header': (line) => [answered([{ ...get('/v1/auth'), headers: `${line}\r\n` }])],
    body: (body) =>
      jsonOperations.map(({ method, path }) => {
        const target = path.replaceAll(/\{[^}]+\}/g, 'none')
        return answered([
          { method: method.toUpperCase(), target, headers: authorization + json, body },
        ])
      }),
    form: (body) =>
      pages.flatMap((target) =>
        ['', `Cookie: ${names.cookie}\r\n`].map((cookie) =>
          answered([{ method: 'POST', target, headers: form + cookie, body }]),
        ),
      ),
  }
  const others: Record<string, Unnamed[]> = {
    'body of another type': [`${json}Content-Encoding: gzip\r\n`, form, ''].map((type) => {
      const body = gzipSync('['.repeat(5_000_000)).toString('latin1')
      const headers = authorization + type
      return answered([{ method: 'POST', target: '/v1/contacts/create', headers, body }])
    }),
    'request in a body': [1, 50, 200].map((times) =>
      answered([
        { ...get('/v1/contacts/create'), method: 'POST', body: hidden.repeat(times) },
        get('/v1/auth'),
      ]),
    ),
    pipeline: [
      answered(Array<Plain>(40).fill(get('/v1/auth'))),
      answered(['/docs', '/nowhere', '/v1/products/list', '/healthz'].map(get)),
    ],
    'endless requests': [slow(bytesOf(get('/v1/auth')).repeat(2000), 'wait', 10_000, 1999)],
    'one request and no other': [slow(bytesOf(get('/healthz')), 'wait', 5000)],
    silence: [slow('', 'wait', 10_000)],
    'half a request line': [slow('GET / HT', 'wait', 10_000)],
    'slow headers': [slow('GET / HTTP/1.1\r\nX: ', every500('X: y\r\n'), 10_000)],
    'blank lines': [slow('', every500('\r\n'), 10_000)],
    'slow body': [
      slow(`${post('/v1/orders/create')}Content-Length: 100000\r\n\r\n`, every500(' '), 30_000),
    ],
    'responses that no one reads': [
      slow(bytesOf(get('/openapi.json')).repeat(95), 'read nothing', 60_000, 94),
    ],
  }
  const text = readFileSync(new URL('messages.txt', import.meta.url), 'utf8')
  return [
    ...Object.entries(kinds).map(
      ([name, messages]) => [name, tableOf(text, names, name).flatMap(messages)] as const,
    ),
    ...Object.entries(others),
  ].flatMap(([name, messages]) => messages.map((message) => ({ ...message, name })))
}
