import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const document = withOperation({ responses: { 404: { description: 'None' } } })

test('a 404 is refused on any other operation', async () => {
  expect(await problemsOf('not-found-only-on', document, { operations: ['getThing'] })).toEqual([
    'listThings must not answer 404: only getThing may (§7).',
  ])
})

test('a 404 is accepted on the operation that may', async () => {
  expect(await problemsOf('not-found-only-on', document, { operations: ['listThings'] })).toEqual(
    [],
  )
})
