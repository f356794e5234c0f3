import { expect, test } from 'vitest'
import { problemsOf, withOperation, withRequestSchema } from './lint.ts'

const message = 'An operation that validates its input must declare 400.'

test('a body without a declared 400 is rejected', async () => {
  expect(await problemsOf('declares-bad-request', withRequestSchema({}))).toEqual([message])
})

test('a parameter without a declared 400 is rejected', async () => {
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }]
  const document = withOperation({ parameters, responses: { 200: { description: 'Things' } } })
  expect(await problemsOf('declares-bad-request', document)).toEqual([message])
})

test('an operation without input needs no 400', async () => {
  const document = withOperation({ responses: { 200: { description: 'Things' } } })
  expect(await problemsOf('declares-bad-request', document)).toEqual([])
})
