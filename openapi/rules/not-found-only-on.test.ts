import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const document = withOperation({ responses: { 404: { description: 'None' } } })

test('a 404 on any other operation is rejected', async () => {
  expect(await problemsOf('not-found-only-on', document, { operations: ['getThing'] })).toEqual([
    'listThings must not declare 404: only getThing may (§7).',
  ])
})

test('a 404 on a named operation is accepted', async () => {
  expect(await problemsOf('not-found-only-on', document, { operations: ['listThings'] })).toEqual(
    [],
  )
})
