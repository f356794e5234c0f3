import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const options = { statuses: { listThings: 201 } }

test.each([['200'], ['200', '201'], ['204']])(
  '%s is rejected where 201 is required',
  async (...given) => {
    const responses = Object.fromEntries(given.map((status) => [status, { description: 'Done' }]))
    expect(await problemsOf('success-status', withOperation({ responses }), options)).toEqual([
      `listThings must declare only 201 as success, not ${given.join(', ')}.`,
    ])
  },
)

test('201 is accepted where it is required', async () => {
  const document = withOperation({ responses: { 201: { description: 'Done' } } })
  expect(await problemsOf('success-status', document, options)).toEqual([])
})
