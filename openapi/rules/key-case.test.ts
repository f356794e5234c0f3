import { expect, test } from 'vitest'
import { problemsOf, withResponseSchema } from './lint.ts'

const nested = (name: string) =>
  withResponseSchema({
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'object', properties: { [name]: { type: 'string' } } } },
    },
  })

test('snake_case is rejected at any depth', async () => {
  expect(await problemsOf('key-case', nested('first_name'))).toEqual([
    'first_name must be camelCase (§1).',
  ])
})

test('camelCase is rejected at any depth of a snake_case operation', async () => {
  const options = { snakeCaseOperations: ['listThings'] }
  expect(await problemsOf('key-case', nested('firstName'), options)).toEqual([
    'firstName must be snake_case (§1).',
  ])
})

test('an excepted key is accepted', async () => {
  expect(await problemsOf('key-case', nested('account_id'), { except: ['account_id'] })).toEqual([])
})

test('the right case is accepted, as are single words and a leading underscore', async () => {
  expect(await problemsOf('key-case', nested('firstName'))).toEqual([])
  expect(await problemsOf('key-case', nested('_id'))).toEqual([])
  const options = { snakeCaseOperations: ['listThings'] }
  expect(await problemsOf('key-case', nested('on_hand'), options)).toEqual([])
})
