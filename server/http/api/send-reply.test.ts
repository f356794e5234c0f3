import { expect, test } from 'vitest'
import { findUndeclaredField } from './mount-operations.ts'

test.each([
  [{ a: [{ b: 1 }] }, { a: [{}] }, 'body.a[0].b'],
  [[{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }, { a: 1 }], 'body[1].b'],
  [{ a: { b: 1 } }, { a: null }, 'body.a'],
  [{ a: { b: null } }, { a: { b: null } }, undefined],
])('of %j, the copy %j does not have %j', (given, copy, field) => {
  expect(findUndeclaredField(given, copy)).toBe(field)
})
