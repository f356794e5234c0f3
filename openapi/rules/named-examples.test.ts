import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const withMedia = (media: object) =>
  withOperation({
    responses: { 200: { description: 'Things', content: { 'application/json': media } } },
  })

test('a body without a named example is rejected', async () => {
  expect(await problemsOf('named-examples', withMedia({ example: 1 }))).toEqual([
    'A body must have a named example.',
  ])
})

test('an example without a summary is rejected', async () => {
  expect(
    await problemsOf('named-examples', withMedia({ examples: { one: { value: 1 } } })),
  ).toEqual(['An example must have a `summary`.'])
})

test('a named example with a summary is accepted', async () => {
  const media = { examples: { one: { summary: 'One', value: 1 } } }
  expect(await problemsOf('named-examples', withMedia(media))).toEqual([])
})
