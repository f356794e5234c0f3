import { expect, test } from 'vitest'
import type { Exchange } from '../support/api.ts'
import type { Law } from '../support/law.ts'
import { Coverage, matchesExample } from './coverage.ts'
import { reportPage } from './page.ts'

const exchange = (method: string, path: string, status: number, body: unknown): Exchange => ({
  sent: { method, path },
  received: {
    status,
    headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' },
    text: typeof body === 'string' ? body : JSON.stringify(body),
  },
})

const names = (coverage: Coverage, excused?: string[]) =>
  coverage
    .unobserved(excused)
    .filter(({ operation }) => operation === 'getOrder')
    .map(({ status, example }) => `${status} ${example}`)

test('unseen responses are listed by operation, status code and example', () => {
  const coverage = new Coverage()
  coverage.see(exchange('GET', '/v1/orders/x', 404, { message: 'Order not found' }))
  coverage.see(exchange('GET', '/v1/orders/x', 401, 'Unauthorized'))
  // Responses of other operations and paths, and with other messages, do not count.
  coverage.see(exchange('GET', '/v1/orders/list', 429, { message: 'Request budget exceeded' }))
  coverage.see(exchange('GET', '/v1/nothing', 500, { message: 'Internal server error' }))
  coverage.see(exchange('GET', '/v1/orders/x', 429, { message: 'Come back later' }))
  coverage.see(exchange('HEAD', '/v1/orders/x', 200, {}))
  expect(names(coverage)).toEqual([
    '200 awaitingShipment',
    '200 delivered',
    '400 orderIdMalformed',
    '429 budgetExceeded',
    '500 internalServerError',
  ])
  expect(names(coverage, ['* 429', '* 500', 'getOrder 200 delivered'])).toEqual([
    '200 awaitingShipment',
    '400 orderIdMalformed',
  ])
})

test('the page shows every response and law, and escapes text from the server', async () => {
  const coverage = new Coverage()
  const promise = 'orders <are> kept'
  const law: Law = { area: 'orders', promise, source: '§4', run: async () => {} }
  const error = new Error('the body must be <script>alert(1)</script>')
  const page = await reportPage({
    target: { url: 'http://127.0.0.1:8080', key: 'k', controls: {} },
    seed: 1,
    runs: 1,
    again: () => 'the same seed',
    results: [{ law, outcome: { kind: 'broken', error }, requests: 3, milliseconds: 4 }],
    coverage,
    excused: [],
    isKept: false,
  })
  for (const { example } of coverage.rows) expect(page).toContain(`${example} NEVER SEEN`)
  expect(page).toContain('Some checks failed')
  expect(page).toContain('orders &lt;are&gt; kept')
  expect(page).not.toContain('<script')
})

test.each<[example: unknown, actual: unknown, expected: boolean]>([
  [{ message: 'Order not found' }, { message: 'Order not found' }, true],
  [{ message: 'Order not found' }, { message: 'Webhook not found' }, false],
  [{ message: 'Not enough stock: A' }, { message: 'Not enough stock: B' }, true],
  [{ message: 'events[0]: x' }, { message: 'events[7]: y' }, true],
  [{ message: 'limit: is required' }, { message: 'offset: is required' }, false],
  [{ message: 'x' }, { message: 'x', errors: ['a: b'] }, false],
  [{ message: 'x', errors: ['a: b'] }, { message: 'x', errors: ['c: d'] }, true],
  [{ message: 'x', errors: ['a: b'] }, { message: 'x', errors: ['body: d'] }, false],
  [[], [], true],
  [[], [1], false],
  [[1], [], false],
  [{ a: null }, { a: null }, true],
  [{ a: null }, { a: 'x' }, false],
  [{ a: 'x' }, { a: null }, false],
  [{ a: 'x' }, { a: 'y', b: 1 }, true],
  [{ invite: { sent: true } }, { invite: { sent: false } }, false],
  ['Unauthorized', 'Unauthorized', true],
])('%j matches %j: %s', (example, actual, expected) => {
  expect(matchesExample(example, actual)).toBe(expected)
})

test('another message for the same error matches with ownWords', () => {
  const example = { message: 'Order has already shipped' }
  expect(matchesExample(example, { message: 'Too late' }, true)).toBe(true)
  expect(matchesExample(example, { message: 'Too late', errors: ['a: b'] }, true)).toBe(false)
})
