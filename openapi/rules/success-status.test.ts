import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const options = { statuses: { listThings: 201 } }

test.each([['200'], ['200', '201'], ['204']])(
  '%s is refused where 201 is fixed',
  async (...given) => {
    const responses = Object.fromEntries(given.map((status) => [status, { description: 'Done' }]))
    expect(await problemsOf('success-status', withOperation({ responses }), options)).toEqual([
      `listThings must succeed with 201 alone, not ${given.join(', ')}.`,
    ])
  },
)

test('201 is accepted where it is fixed', async () => {
  const document = withOperation({ responses: { 201: { description: 'Done' } } })
  expect(await problemsOf('success-status', document, options)).toEqual([])
})
