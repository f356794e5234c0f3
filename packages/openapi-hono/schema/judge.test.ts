import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { judgeOf } from '../../../tests/kit/generator/judge.ts'
import { checkOf } from '../testing/check-of.ts'
import { randomSchemas, values } from '../testing/random-schemas.ts'

const [schemas, perSchema] = inject('isThorough') ? [20_000, 20] : [400, 20]

test(`the emitted checks and Hyperjump agree on ${schemas} random schemas`, {
  timeout: 600_000,
}, async () => {
  let [asked, valid] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      randomSchemas,
      fc.array(values, { minLength: perSchema, maxLength: perSchema }),
      async (schema, all) => {
        const found: string[] = []
        const check = checkOf(schema, (what) => found.push(what))
        // A schema that refers to itself describes nothing. It is rejected at generation.
        if (found.length > 0) return
        const uri = 'https://judge.test/schema'
        const [judge] = await judgeOf({ [uri]: schema }, [uri])
        for (const value of all) {
          const expected = judge?.(value)
          // Hyperjump also follows what has no effect, such as `if` without `then`, for ever.
          if (expected === undefined) continue
          asked++
          if (expected) valid++
          expect(check(value), JSON.stringify(value)).toBe(expected)
          const failures: Parameters<typeof check>[1] = []
          check(value, failures)
          expect(failures.length === 0, JSON.stringify(failures)).toBe(expected)
        }
      },
    ),
    { numRuns: schemas },
  )
  expect(valid / asked).toBeGreaterThan(0.1)
  expect(valid / asked).toBeLessThan(0.9)
})
