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

test('an answer that keeps the contract has no problem', () => {
  expect(problemOf(sent, good)).toBeUndefined()
})

test.each<[string, Received, RegExp]>([
  ['a status that is not declared', { ...good, status: 201 }, /not declared/],
  ['a 404', { ...good, status: 404, text: '{"message":"x"}' }, /not declared/],
  ['a missing header', without('ratelimit-reset'), /lacks the header RateLimit-Reset/],
  [
    'a header of another type',
    { ...good, headers: { ...good.headers, 'ratelimit-limit': 'x' } },
    /RateLimit-Limit: x/,
  ],
  [
    'another content type',
    { ...good, headers: { ...good.headers, 'content-type': 'text/html' } },
    /not application\/json/,
  ],
  ['no JSON', { ...good, text: '{' }, /not JSON/],
  ['a missing field', { ...good, text: '{"message":"x"}' }, /required property 'account_id'/],
  [
    'a field that is not declared',
    { ...good, text: '{"account_id":"a","message":"x","b":1}' },
    /additional properties/,
  ],
  ['a 401 in JSON', { ...good, status: 401, text: '{"message":"Unauthorized"}' }, /not text\/html/],
])('%s is a problem', (_, received, says) => {
  expect(problemOf(sent, received)).toMatch(says)
})

test('a path outside the contract may be 404 and 405 in the contract’s shape, and nothing else', () => {
  const outside = { path: '/v1/nothing' }
  const body = { ...good, text: '{"message":"Not found"}' }
  expect(problemOf(outside, { ...body, status: 404 })).toBeUndefined()
  expect(problemOf(outside, { ...body, status: 200 })).toMatch(/not declared/)
  expect(problemOf(outside, { ...body, status: 404, text: '{"error":"x"}' })).toMatch(/required/)
})

test('a path without parameters owns its methods', () => {
  expect(operationOf({ path: '/v1/orders/some-id?x=1' })?.id).toBe('getOrder')
  expect(operationOf({ path: '/v1/orders/create' })).toBeUndefined()
  expect(operationOf({ method: 'HEAD', path: '/v1/orders/list' })?.id).toBe('listOrders')
  expect(operationOf({ method: 'PROPFIND', path: '/v1/auth' })?.id).toBe('checkAuth')
})
