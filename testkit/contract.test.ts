import { expect, test } from 'vitest'
import { problemOf } from './contract.ts'
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
  return { headers }
}

test('A response that matches the contract has no problem', () => {
  expect(problemOf(sent, good)).toBeUndefined()
})

const json = (text: string) => ({ text })
const header = (name: string, value: string) => ({ headers: { ...good.headers, [name]: value } })

test.each<[string, Partial<Received>, RegExp]>([
  ['An undeclared status code', { status: 201 }, /not declared/],
  ['An undeclared 404', { status: 404, ...json('{"message":"x"}') }, /not declared/],
  ['A missing header', without('ratelimit-reset'), /lacks the header RateLimit-Reset/],
  ['A header of the wrong type', header('ratelimit-limit', 'x'), /RateLimit-Limit: x/],
  ['The wrong content type', header('content-type', 'text/html'), /not application\/json/],
  ['A body that is not JSON', json('{'), /not JSON/],
  ['A missing field', json('{"message":"x"}'), /required property 'account_id'/],
  ['An undeclared field', json('{"account_id":"a","message":"x","b":1}'), /additional properties/],
  ['A 401 with a JSON body', { status: 401, ...json('{"message":"x"}') }, /not text\/html/],
])('%s is a problem', (_, changed, says) => {
  expect(problemOf(sent, { ...good, ...changed })).toMatch(says)
})

test('A path outside the contract may return only a 404 or 405 with an error body', () => {
  const outside = { path: '/v1/nothing' }
  const body = { ...good, text: '{"message":"Not found"}' }
  expect(problemOf(outside, { ...body, status: 404 })).toBeUndefined()
  expect(problemOf(outside, { ...body, status: 200 })).toMatch(/not declared/)
  expect(problemOf(outside, { ...body, status: 404, text: '{"error":"x"}' })).toMatch(/required/)
})
