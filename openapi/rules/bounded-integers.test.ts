import { expect, test } from 'vitest'
import { problemsOf, withResponseSchema } from './lint.ts'

test.each([
  { type: 'integer' },
  { type: 'integer', minimum: 0 },
  { type: ['integer', 'null'], maximum: 9 },
])('%o is rejected', async (schema) => {
  expect(await problemsOf('bounded-integers', withResponseSchema(schema))).toEqual([
    'An integer must have `minimum` and `maximum`.',
  ])
})

test.each([{ type: 'integer', minimum: 0, maximum: 9 }, { type: 'number' }])(
  '%o is accepted',
  async (schema) => {
    expect(await problemsOf('bounded-integers', withResponseSchema(schema))).toEqual([])
  },
)
