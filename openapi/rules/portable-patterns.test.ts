import { expect, test } from 'vitest'
import { problemsOf, withResponseSchema } from './lint.ts'

const problems = (pattern: string) =>
  problemsOf('portable-patterns', withResponseSchema({ type: 'string', pattern }))

test.each([
  ['^[^\\uD800-\\uDFFF]*$', '\\u'],
  ['^\\d+$', '\\d'],
  ['^\\p{L}+$', '\\p'],
  ['^(a)\\1$', '\\1'],
  ['^(?=a)', '(?'],
  ['^(?<name>a)$', '(?'],
  ['^a++$', '++'],
  ['^a{2}+$', 'Q+'],
  ['^[a-z&&[^b]]$', '&&'],
  ['^[!--]$', '--'],
  ['^[[a]$', '['],
  ['^a{,2}$', '{'],
  ['^{a}$', '{'],
])('%s is rejected', async (pattern, construct) => {
  expect((await problems(pattern))[0]).toBe(
    `The pattern has \`${construct}\`, which not every language reads alike.`,
  )
})

test.each([
  '^[^\\x00]*$',
  '^[0-9]{13}$',
  "^(?:a|b)+?[.!#$%&'*+/=?^_`{|}~-]{0,61}\\.$",
  '^\\\\d$',
  '^[\\\\/?#@]\\{\\}$',
])('%s is accepted', async (pattern) => {
  expect(await problems(pattern)).toEqual([])
})
