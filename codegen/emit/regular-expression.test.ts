import { expect, test } from 'vitest'
import { regularExpression } from './regular-expression.ts'

test.each([
  ['^a$', '/^a$/u'],
  ['', '/(?:)/u'],
  ['a/b', String.raw`/a\/b/u`],
  [String.raw`a\/b`, String.raw`/a\/b/u`],
  [String.raw`a\\/b/c`, String.raw`/a\\\/b\/c/u`],
  ['a\n', String.raw`/a\n/u`],
  ['(?i:a)', 'new RegExp("(?i:a)", \'u\')'],
])('the pattern %s is the expression %s', (pattern, expression) => {
  expect(regularExpression(pattern)).toBe(expression)
})
