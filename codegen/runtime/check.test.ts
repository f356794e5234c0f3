import { expect, test } from 'vitest'
import { canonical, isLong, isMultiple, isShort, isUnique } from './check.ts'

test.each<[value: number, of: number, expected: boolean]>([
  [19.99, 0.01, true],
  [0.07, 0.01, true],
  [0.075, 0.01, false],
  [1e21, 1, true],
  [1e21, 7, false],
  [2 ** 53 + 2, 3, false],
  [1e308, 1e-300, true],
  [0, 0.3, true],
  [-4.5, 1.5, true],
])('%d is a multiple of %d: %s', (value, of, expected) => {
  expect(isMultiple(value, of)).toBe(expected)
})

test('lengths count code points', () => {
  expect(isShort('😀😀', 2)).toBe(true)
  expect(isShort('😀😀a', 2)).toBe(false)
  expect(isLong('😀', 2)).toBe(false)
  expect(isLong('😀a', 2)).toBe(true)
})

test('equality is of JSON: without the order of properties, with the names that JavaScript treats in its own way', () => {
  const parsed: unknown = JSON.parse('{"__proto__":1,"toString":[1.0]}')
  expect(canonical(parsed)).toBe('{"__proto__":1,"toString":[1]}')
  expect(
    isUnique([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toBe(false)
  expect(isUnique([0, -0])).toBe(false)
  expect(isUnique([1, '1', true, null, [], {}, 'true'])).toBe(true)
})
