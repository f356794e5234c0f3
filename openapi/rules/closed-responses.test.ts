import { expect, test } from 'vitest'
import { problemsOf, withRequestSchema, withResponseSchema } from './lint.ts'

const open = { type: 'object', properties: { a: { type: 'string' } } }
const closed = { ...open, additionalProperties: false }

test('an open object in a response is refused, at any depth', async () => {
  const schema = { type: 'array', items: open }
  expect(await problemsOf('closed-responses', withResponseSchema(schema))).toEqual([
    'What is sent must have `additionalProperties: false`.',
  ])
})

test('a closed object in a request is refused', async () => {
  expect(await problemsOf('closed-responses', withRequestSchema(closed))).toEqual([
    'What is received must allow further properties.',
  ])
})

test('a closed response and an open request are accepted', async () => {
  expect(await problemsOf('closed-responses', withResponseSchema(closed))).toEqual([])
  expect(await problemsOf('closed-responses', withRequestSchema(open))).toEqual([])
})
