import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const withMedia = (media: object) =>
  withOperation({
    responses: { 200: { description: 'Things', content: { 'application/json': media } } },
  })

test('a body without a named example is refused', async () => {
  expect(await problemsOf('named-examples', withMedia({ example: 1 }))).toEqual([
    'A body must have a named example.',
  ])
})

test('an example that does not say what it shows is refused', async () => {
  expect(
    await problemsOf('named-examples', withMedia({ examples: { one: { value: 1 } } })),
  ).toEqual(['An example must say what it shows (`summary`).'])
})

test('a named example that says what it shows is accepted', async () => {
  const media = { examples: { one: { summary: 'One', value: 1 } } }
  expect(await problemsOf('named-examples', withMedia(media))).toEqual([])
})
