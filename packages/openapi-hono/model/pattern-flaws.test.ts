import { expect, test } from 'vitest'
import { flawOf } from './pattern-flaws.ts'

test.each([
  ['^(a+)+$', true],
  ['^(a|a)*$', true],
  ['^(a|aa)+$', true],
  ['^(a|a?)+$', true],
  ['^(?:ab|a|b)*c', true],
  ['(?:[a-z]|[a-z0-9])+!', true],
  ['^(\\w+\\s?)*$', true],
  ['^(?:(?:a|a)b)*$', true],
  ['^(?:(?:a|aa)b)*$', false],
  ['^(?:[a-z]|[0-9])+$', false],
  ['^([^,]*,)*$', false],
  ['^(?:ab|ac)*d$', false],
  ['^\\s+$', false],
  ['^a(?:-a)*$', false],
  ['^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}[0-9]+$', false],
])('%s can take exponential time: %s', (pattern, expected) => {
  expect(flawOf(pattern)).toBe(expected ? 'can take exponential time' : undefined)
})
