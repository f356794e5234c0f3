import { expect, test } from 'vitest'
import { operationOf, problemOf } from './contract.ts'
import type { Received } from './http.ts'

const good: Received = {
  status: 200,
  headers: {
    'content-type': 'application/json',
    'ratelimit-limit': '1000',
    'ratelimit-remaining': '999',
    'ratelimit-reset': '86400',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-reset': '1795264114',
  },
  text: '{"account_id":"acc_1","message":"Authentication successful"}',
}
const sent = { path: '/v1/auth' }
const without = (name: string) => {
  const { [name]: _, ...headers } = good.headers
  return { ...good, headers }
}

test('A response that matches the contract has no problem', () => {
  expect(problemOf(sent, good)).toBeUndefined()
})

test.each<[string, Received, RegExp]>([
  ['An undeclared status code', { ...good, status: 201 }, /not declared/],
  [
    'A 404 that the operation does not declare',
    { ...good, status: 404, text: '{"message":"x"}' },
    /not declared/,
  ],
  ['A missing header', without('ratelimit-reset'), /lacks the header RateLimit-Reset/],
  [
    'A header of the wrong type',
    { ...good, headers: { ...good.headers, 'ratelimit-limit': 'x' } },
    /RateLimit-Limit: x/,
  ],
  [
    'The wrong content type',
    { ...good, headers: { ...good.headers, 'content-type': 'text/html' } },
    /not application\/json/,
  ],
  ['A body that is not JSON', { ...good, text: '{' }, /not JSON/],
  ['A missing field', { ...good, text: '{"message":"x"}' }, /required property 'account_id'/],
  [
    'An undeclared field',
    { ...good, text: '{"account_id":"a","message":"x","b":1}' },
    /additional properties/,
  ],
  [
    'A 401 with a JSON body',
    { ...good, status: 401, text: '{"message":"Unauthorized"}' },
    /not text\/html/,
  ],
])('%s is a problem', (_, received, says) => {
  expect(problemOf(sent, received)).toMatch(says)
})

test('A path outside the contract may return only a 404 or 405 with an error body', () => {
  const outside = { path: '/v1/nothing' }
  const body = { ...good, text: '{"message":"Not found"}' }
  expect(problemOf(outside, { ...body, status: 404 })).toBeUndefined()
  expect(problemOf(outside, { ...body, status: 200 })).toMatch(/not declared/)
  expect(problemOf(outside, { ...body, status: 404, text: '{"error":"x"}' })).toMatch(/required/)
})

test('A path without parameters takes precedence, whatever the method', () => {
  expect(operationOf({ path: '/v1/orders/some-id?x=1' })?.id).toBe('getOrder')
  expect(operationOf({ path: '/v1/orders/create' })).toBeUndefined()
  expect(operationOf({ method: 'HEAD', path: '/v1/orders/list' })?.id).toBe('listOrders')
  expect(operationOf({ method: 'PROPFIND', path: '/v1/auth' })?.id).toBe('checkAuth')
})
