import { expect, test } from 'vitest'
import type { Law } from '../support/law.ts'
import type { Exchange } from '../support/violation.ts'
import { Coverage } from './coverage.ts'
import { reportPage } from './page.ts'
import { coverageTable } from './text.ts'

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

test('responses to HEAD count only for HEAD operations', () => {
  const coverage = new Coverage()
  coverage.see(exchange('HEAD', '/v1/orders/x', 200, {}))
  coverage.see(exchange('HEAD', '/v1/auth', 200, {}))
  expect(names(coverage)).toContain('200 delivered')
  expect(coverage.rows.find(({ operation }) => operation === 'checkAuthHead')?.observed).toBe(1)
})

test('the table has a line for every operation and status code', () => {
  const coverage = new Coverage()
  coverage.see(exchange('GET', '/v1/orders/x', 404, { message: 'Order not found' }))
  expect(coverageTable(coverage, ['* 429'])).toContain(
    [
      'getOrder  GET /v1/orders/{orderId}',
      '  200 application/json  awaitingShipment NEVER SEEN · delivered NEVER SEEN',
      '  400 application/json  orderIdMalformed NEVER SEEN',
      '  401 text/html         unauthorized NEVER SEEN',
      '  404 application/json  notFound 1',
      '  429 application/json  budgetExceeded not checked',
    ].join('\n'),
  )
})

test('the page shows every response and law, and escapes text from the server', async () => {
  const coverage = new Coverage()
  const law: Law = {
    area: 'orders',
    promise: 'orders <are> kept',
    source: '§4',
    run: async () => {},
  }
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
  for (const { operation, example } of coverage.rows) {
    expect(page).toContain(operation)
    expect(page).toContain(`${example} <b>0</b>`)
  }
  expect(page).toContain('Some checks failed')
  expect(page).toContain('orders &lt;are&gt; kept')
  expect(page).not.toContain('<script')
})
