import { expect, test } from 'vitest'
import { problemsOf, withOperation, withRequestSchema } from './lint.ts'

test('an optional body is rejected', async () => {
  const document = withOperation({
    requestBody: { content: { 'application/json': {} } },
    responses: {},
  })
  expect(await problemsOf('request-body-required', document)).toEqual([
    'A request body must be `required: true`.',
  ])
})

test('a required body is accepted', async () => {
  expect(await problemsOf('request-body-required', withRequestSchema({}))).toEqual([])
})
