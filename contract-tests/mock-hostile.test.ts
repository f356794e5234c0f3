import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { problemOf } from '../testkit/contract.ts'
import { type Received, type Sent, send } from '../testkit/http.ts'
import { startMock } from './own/mock-target.ts'
import { allOperations, partsOf, requestFor } from './support/requests.ts'
import type { Running } from './support/server.ts'

const total = inject('isThorough') ? 20_000 : 300
/** The number of concurrent requests. */
const together = 40

let target: Running

beforeAll(async () => {
  target = await startMock({ stateful: false })
})
afterAll(() => target.stop())

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim())
const someOf = (texts: string) => fc.oneof(fc.constantFrom(...texts.split(' ')), printable)

/** Unusual and invalid values of headers. */
const headers = fc.record(
  {
    accept: someOf('foo */* text/html application/xml;q=2 ;;,'),
    'content-type': someOf('foo application/json text/plain application/json;charset a/b/c'),
    prefer: fc.oneof(
      someOf('code=418 code=abc example=nothing dynamic=true dynamic=maybe code= wait=-1 ==;,='),
      fc.integer({ min: 100, max: 599 }).map((code) => `code=${code}`),
    ),
    'x-large': fc.integer({ min: 0, max: 12_000 }).map((length) => 'x'.repeat(length)),
    origin: fc.constantFrom('null', 'http://localhost:3000', 'x'),
    'access-control-request-method': fc.constantFrom('POST', 'x'),
  },
  { requiredKeys: [] },
)

const body = fc.oneof(
  fc.constantFrom('{', '', '[]', 'null', '{"a":', '\u0000', '{"__proto__":{}}', '['.repeat(5000)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 40 }),
)

const path = fc.oneof(
  fc.constantFrom(
    ...['/v1/orders/%ZZ', '/v1/orders/%00', '/v1/orders/..%2f', '/v1//auth', '/v1/webhooks/%ff'],
    ...['/v1', '/%', '/v1/auth?%', '/v1/orders/list?limit=%ff'],
  ),
  fc.webPath().map((text) => `/v1${text || '/'}`),
)

/** Requests that the document allows, with unusual headers, and requests outside the document. */
const hostile: fc.Arbitrary<Sent> = fc.oneof(
  fc.tuple(fc.constantFrom(...allOperations), headers).chain(([operation, given]) =>
    partsOf(operation).map((parts) => {
      const { json, ...request } = requestFor(operation, parts)
      const sent = { 'content-type': 'application/json', ...given }
      return { ...request, headers: sent, body: json === undefined ? '' : JSON.stringify(json) }
    }),
  ),
  fc.record({
    method: fc.constantFrom(
      ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'],
    ),
    path,
    headers,
    body: fc.option(body, { nil: undefined }),
  }),
)

/** Preflights and invalid preferences have responses that the document does not declare. */
const isOfMock = ({ method, headers: given = {} }: Sent, { status, text }: Received): boolean =>
  (method === 'OPTIONS' &&
    given.origin !== undefined &&
    given['access-control-request-method'] !== undefined) ||
  (status === 400 &&
    given.prefer !== undefined &&
    (method === 'HEAD' ? text === '' : /^\{"message":"Prefer: .*"\}$/.test(text)))

test(`all ${total} hostile requests get a response that the document declares`, async () => {
  const requests = fc.sample(hostile, { numRuns: total, seed: 20_261_120 })
  const authorization = `Bearer ${target.key}`
  const problems: string[] = []
  const check = async (sent: Sent, i: number): Promise<void> => {
    const given = { ...sent, headers: { ...(i % 7 > 0 && { authorization }), ...sent.headers } }
    const received = await send(target.url, given)
    if (isOfMock(given, received)) return
    const isUnexpected = received.status >= 500 && !/code=500/.test(sent.headers?.prefer ?? '')
    const problem = problemOf(given, received) ?? (isUnexpected ? `${received.status}` : undefined)
    if (problem) problems.push(`${problem} for ${JSON.stringify(given)}`)
  }
  for (let from = 0; from < requests.length; from += together)
    await Promise.all(requests.slice(from, from + together).map((sent, i) => check(sent, from + i)))
  expect(problems.slice(0, 5)).toEqual([])
  const last = await send(target.url, { path: '/v1/auth', headers: { authorization } })
  expect(last.status).toBe(200)
}, 300_000)
