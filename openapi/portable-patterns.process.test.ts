import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../contract-tests/support/contract.ts'
import { schemasOf } from '../packages/openapi-hono/schema/walk-schemas.ts'

/** Reads pairs of a pattern and a text as JSON, and prints as JSON which texts match. */
const program = `
import json, re, sys
print(json.dumps([bool(re.search(pattern, text)) for pattern, text in json.load(sys.stdin)]))
`

const patterns = new Set(
  [...schemasOf(document)].flatMap(({ schema }) =>
    typeof schema === 'object' && schema.pattern !== undefined ? [schema.pattern] : [],
  ),
)

const awkward = ['', ' ', 'x', 'é', '😀', '\u0000', 'a\nb', 'a@b.c', 'https://a/', '{}', '١', '-']

/** Python lets `$` match before a final line break, which no portable pattern can avoid. */
const texts = (pattern: string): string[] =>
  [...awkward, ...fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed: 1 })]
    .flatMap((text) => [text, text.slice(1), `${text} `, text.toUpperCase()])
    .filter((text) => text.isWellFormed() && !text.endsWith('\n'))

const pairs = [...patterns].flatMap((pattern) => texts(pattern).map((text) => [pattern, text]))
const expected = pairs.map(([pattern = '', text = '']) => new RegExp(pattern, 'u').test(text))

test('every pattern matches the same texts in JavaScript without the u flag', () => {
  expect(patterns.size).toBeGreaterThan(5)
  expect(new Set(expected).size).toBe(2)
  expect(pairs.map(([pattern = '', text = '']) => new RegExp(pattern).test(text))).toEqual(expected)
})

test('every pattern matches the same texts in Python', (context) => {
  const { error, stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
  })
  context.skip(error !== undefined, 'python3 is not installed')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(expected)
})
