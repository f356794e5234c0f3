import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { problemOf } from '../testkit/contract.ts'
import { type Received, type Sent, send } from '../testkit/http.ts'
import { startMock } from './own/mock-target.ts'
import { allOperations, partsOf, requestFor } from './support/requests.ts'
import type { Running } from './support/target.ts'

const seed = 20_261_120
const total = inject('isThorough') ? 20_000 : 300
/** The number of concurrent requests. */
const together = 40

let target: Running

beforeAll(async () => {
  target = await startMock({ stateful: false })
})
afterAll(() => target.stop())

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim())

/** Unusual and invalid values of headers. */
const headers = fc.record(
  {
    accept: fc.oneof(
      fc.constantFrom('foo', '*/*', 'text/html', 'application/xml;q=2', ';;,'),
      printable,
    ),
    'content-type': fc.oneof(
      fc.constantFrom(
        'foo',
        'application/json',
        'text/plain',
        'application/json;charset',
        'multipart/form-data',
      ),
      printable,
    ),
    prefer: fc.oneof(
      fc.constantFrom(
        'code=418',
        'code=abc',
        'example=nothing',
        'dynamic=true',
        'dynamic=maybe',
        'code=',
        'wait=-1',
        '==;,=',
      ),
      fc.integer({ min: 100, max: 599 }).map((code) => `code=${code}`),
      printable,
    ),
    'x-large': fc.integer({ min: 0, max: 12_000 }).map((length) => 'x'.repeat(length)),
    origin: fc.constantFrom('null', 'http://localhost:3000', 'x'),
    'access-control-request-method': fc.constantFrom('POST', 'x'),
  },
  { requiredKeys: [] },
)

const body = fc.oneof(
  fc.constantFrom(
    '{',
    '',
    '[]',
    'null',
    '{"a":',
    '\u0000',
    '{"__proto__":{"x":1}}',
    '['.repeat(5000),
  ),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 40 }),
)

const path = fc.oneof(
  fc.constantFrom(
    '/v1/orders/%ZZ',
    '/v1/orders/%00',
    '/v1/orders/..%2f',
    '/v1//auth',
    '/v1/webhooks/%ff',
    '/v1',
    '/%',
    '/v1/auth?%',
    '/v1/orders/list?limit=%ff',
  ),
  fc.webPath().map((text) => `/v1${text || '/'}`),
  fc
    .webUrl({ withQueryParameters: true })
    .map((url) => `/v1${new URL(url).pathname}${new URL(url).search}`),
)

/** Requests that the document allows, with unusual headers, and requests outside the document. */
const hostile: fc.Arbitrary<Sent> = fc.oneof(
  fc.tuple(fc.constantFrom(...allOperations), headers).chain(([operation, given]) =>
    partsOf(operation).map((parts) => {
      const { json, ...request } = requestFor(operation, parts)
      return {
        ...request,
        headers: { 'content-type': 'application/json', ...given },
        body: json === undefined ? undefined : JSON.stringify(json),
      }
    }),
  ),
  fc.record({
    method: fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
    ),
    path,
    headers,
    body: fc.option(body, { nil: undefined }),
  }),
)

/** The document does not declare responses to preflights. */
const isPreflight = ({ method, headers: given = {} }: Sent): boolean =>
  method === 'OPTIONS' &&
  given.origin !== undefined &&
  given['access-control-request-method'] !== undefined

/** An invalid preference is a 400 with a message on every operation. Only a mock has preferences. */
const isInvalidPreference = (
  { method, headers: given = {} }: Sent,
  { status, text }: Received,
): boolean =>
  status === 400 &&
  given.prefer !== undefined &&
  (method === 'HEAD' ? text === '' : /^\{"message":"Prefer: .*"\}$/.test(text))

test(`all ${total} hostile requests get a response that the document declares`, async () => {
  const requests = fc.sample(hostile, { numRuns: total, seed })
  const authorization = `Bearer ${target.key}`
  const problems: string[] = []
  const one = async (sent: Sent, i: number): Promise<void> => {
    const key = i % 7 === 0 ? {} : { authorization }
    const given: Sent = { ...sent, headers: { ...key, ...sent.headers } }
    const received = await send(target.url, given)
    if (isPreflight(given) || isInvalidPreference(given, received)) return
    const problem = problemOf(given, received)
    const isPreferred = /code=500/.test(given.headers?.prefer ?? '')
    if (problem) problems.push(problem)
    else if (received.status >= 500 && !isPreferred)
      problems.push(
        `${given.method} ${given.path}: ${received.status} ${JSON.stringify(given.headers)}`,
      )
  }
  for (let from = 0; from < requests.length; from += together)
    await Promise.all(requests.slice(from, from + together).map((sent, i) => one(sent, from + i)))
  expect(problems.slice(0, 5)).toEqual([])
  expect((await send(target.url, { path: '/v1/auth', headers: { authorization } })).status).toBe(
    200,
  )
}, 300_000)
