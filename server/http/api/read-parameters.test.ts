import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pathParameters, readPath, readQuery } from './input.ts'

const texts = z.union([z.string(), z.array(z.string())])
const schema = z.object({ a: texts.optional(), b: texts.optional() })
const base = 'https://api.example.com/v1/orders/list'

const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '+', '&', '=', '#', '?', '/', 'é', '%'),
})

test('a well-formed query is read as URLSearchParams reads it, without other parameters', () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', ''), text), { maxLength: 5 })
  fc.assert(
    fc.property(pairs, fc.constantFrom('', '#', '#x'), (given, fragment) => {
      const query = new URLSearchParams(given)
      const expected = new Map<string, string | string[]>()
      for (const name of ['a', 'b']) {
        const [first, ...others] = query.getAll(name)
        if (first !== undefined) expected.set(name, others.length > 0 ? [first, ...others] : first)
      }
      const read = readQuery(`${base}${given.length > 0 ? `?${query}` : ''}${fragment}`, schema)
      expect(read).toEqual({ value: Object.fromEntries(expected) })
    }),
  )
})

test('a query has at most 1000 parameters, which need not be declared', () => {
  const query = (count: number) => `${base}?${Array.from({ length: count }, () => 'x=1').join('&')}`
  expect(readQuery(query(1000), schema)).toEqual({ value: {} })
  expect(readQuery(query(1001), schema)).toEqual({
    failures: [{ field: 'query', reason: 'must have at most 1000 parameters' }],
  })
})

test.each([
  ['?a=%ZZ', 'a'],
  ['?b=1&a=%FF', 'a'],
])('the query %s is not UTF-8', (query, field) => {
  const failures = [{ field, reason: 'must be percent-encoded UTF-8' }]
  expect(readQuery(base + query, schema)).toEqual({ failures })
  expect(readQuery(`${base}?%ZZ=1&c=%ZZ`, schema)).toEqual({ value: {} })
})

test('each invalid parameter has one reason, and a repeated one says so', () => {
  const numbers = z.object({ a: z.string().min(5, 'is short').max(1, 'is long'), b: z.string() })
  expect(readQuery(`${base}?a=123&b=1&b=2`, numbers)).toEqual({
    failures: [
      { field: 'a', reason: 'is short' },
      { field: 'b', reason: 'must be given once' },
    ],
  })
})

test('a path parameter is its decoded segment, whatever follows the path', () => {
  const places = pathParameters('/v1/orders/{orderId}')
  const orders = z.object({ orderId: z.string() })
  expect(places).toEqual([{ name: 'orderId', index: 3 }])
  fc.assert(
    fc.property(text, fc.constantFrom('', '?a=/1', '#/x', '?#'), (id, rest) => {
      const url = `http://localhost:8080/v1/orders/${encodeURIComponent(id)}${rest}`
      expect(readPath(url, places, orders)).toEqual({ value: { orderId: id } })
    }),
  )
  expect(readPath('http://x/v1/orders/%ZZ', places, orders)).toEqual({
    failures: [{ field: 'orderId', reason: 'must be percent-encoded UTF-8' }],
  })
})
