import { expect, test } from 'vitest'
import { Coverage, matchesExample } from './coverage.ts'

const see = (coverage: Coverage, method: string, path: string, status: number, body: unknown) => {
  const isText = typeof body === 'string'
  const headers = { 'content-type': isText ? 'text/html' : 'application/json' }
  const received = { status, headers, text: isText ? body : JSON.stringify(body) }
  coverage.see({ sent: { method, path }, received, problems: [] })
}

const unseen = (coverage: Coverage, excused?: string[]) =>
  coverage.unseen(excused).filter((name) => name.startsWith('getOrder '))

test('unseen responses are listed by operation, status code and example', () => {
  const coverage = new Coverage()
  see(coverage, 'GET', '/v1/orders/x', 404, { message: 'Order not found' })
  see(coverage, 'GET', '/v1/orders/x', 401, 'Unauthorized')
  // Responses of other operations and paths, and with other messages, do not count.
  see(coverage, 'GET', '/v1/orders/list', 429, { message: 'Request budget exceeded' })
  see(coverage, 'GET', '/v1/nothing', 500, { message: 'Internal server error' })
  see(coverage, 'GET', '/v1/orders/x', 429, { message: 'Come back later' })
  see(coverage, 'HEAD', '/v1/orders/x', 200, {})
  const left = ['getOrder 200 awaitingShipment', 'getOrder 400 orderIdMalformed']
  const others = ['200 delivered', '429 budgetExceeded', '500 internalServerError']
  const all = [...left, ...others.map((name) => `getOrder ${name}`)]
  expect(unseen(coverage).toSorted()).toEqual(all.toSorted())
  expect(unseen(coverage, ['* 429', '* 500', 'getOrder 200 delivered'])).toEqual(left)
})

test.each<[example: unknown, actual: unknown, expected: boolean]>([
  [{ message: 'Order not found' }, { message: 'Webhook not found' }, false],
  [{ message: 'Not enough stock: A' }, { message: 'Not enough stock: B' }, true],
  [{ message: 'events[0]: x' }, { message: 'events[7]: y' }, true],
  [{ message: 'limit: is required' }, { message: 'offset: is required' }, false],
  [{ message: 'x', errors: ['a: b'] }, { message: 'x', errors: ['body: d'] }, false],
  [[], [1], false],
  [{ a: null }, { a: 'x' }, false],
  [{ a: 'x' }, { a: 'y', b: 1 }, true],
  [{ invite: { sent: true } }, { invite: { sent: false } }, false],
])('%j matches %j: %s', (example, actual, expected) => {
  expect(matchesExample(example, actual)).toBe(expected)
})

test('another message for the same error matches with ownWords', () => {
  const example = { message: 'Order has already shipped' }
  expect(matchesExample(example, { message: 'Too late' }, true)).toBe(true)
  expect(matchesExample(example, { message: 'Too late', errors: ['a: b'] }, true)).toBe(false)
})
