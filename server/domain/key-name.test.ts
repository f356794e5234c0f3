import { expect, test } from 'vitest'
import { keyNameProblem } from './key-name.ts'

test.each([
  ['', 'Enter a key name, such as “Warehouse sync”.'],
  ['😀'.repeat(100), undefined],
  ['😀'.repeat(101), 'The name must have at most 100 characters.'],
  ['two\nlines', 'The name must be one line of text.'],
])('the problem of the key name %j is %j', (name, problem) => {
  expect(keyNameProblem(name)).toBe(problem)
})
