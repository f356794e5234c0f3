import { expect, test } from 'vitest'
import type { Failure } from '../runtime/check.ts'
import { checkOf } from '../testing/check-of.ts'
import suite from './json-schema-test-suite/draft2020-12.json' with { type: 'json' }

type Group = {
  description: string
  schema: unknown
  tests: { description: string; data: unknown; valid: boolean }[]
}

const files: [string, Group[]][] = Object.entries(suite.tests)

/** What the generator rejects by name, with the number of groups of the suite that need it. */
const rejections: [what: RegExp, groups: number][] = [
  [/^the keyword `\$dynamic(Ref|Anchor)` is not carried$/, 23],
  [/^the reference https:\/\/json-schema.org\/draft\/2020-12\/schema leads nowhere$/, 2],
  [/^the dialect http:\/\/localhost:1234\/draft2020-12\/metaschema-/, 2],
]

const rejected: string[] = []

test.for(files)('official tests of %s', async ([, groups], { annotate }) => {
  for (const { description, schema, tests } of groups) {
    const found: string[] = []
    const check = checkOf(schema, (what) => found.push(what), suite.remotes)
    const [reason] = found
    if (reason !== undefined) {
      await annotate(`skipped: ${description}: ${reason}`)
      rejected.push(reason)
      continue
    }
    for (const each of tests) {
      const failures: Failure[] = []
      check(each.data, failures)
      const verdicts = [check(each.data), failures.length === 0]
      expect(verdicts, `${description}: ${each.description}`).toEqual([each.valid, each.valid])
    }
  }
})

test('no group of the suite is skipped but for what is rejected by name', () => {
  const counts = rejections.map(([what]) => rejected.filter((each) => what.test(each)).length)
  expect(counts).toEqual(rejections.map(([, groups]) => groups))
  expect(rejected).toHaveLength(counts.reduce((a, b) => a + b, 0))
})
