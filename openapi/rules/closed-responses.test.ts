import { expect, test } from 'vitest'
import { problemsOf, withRequestSchema, withResponseSchema } from './lint.ts'

const open = { type: 'object', properties: { a: { type: 'string' } } }
const closed = { ...open, additionalProperties: false }

test('an open object at any depth of a response is rejected', async () => {
  const schema = { type: 'array', items: open }
  expect(await problemsOf('closed-responses', withResponseSchema(schema))).toEqual([
    'A response schema must have `additionalProperties: false`.',
  ])
})

test('a closed object in a request is rejected', async () => {
  expect(await problemsOf('closed-responses', withRequestSchema(closed))).toEqual([
    'A request schema must allow further properties.',
  ])
})

test('a closed response and an open request are accepted', async () => {
  expect(await problemsOf('closed-responses', withResponseSchema(closed))).toEqual([])
  expect(await problemsOf('closed-responses', withRequestSchema(open))).toEqual([])
})
