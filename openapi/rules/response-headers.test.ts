import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const options = { headers: ['A', 'B'] }

test('a response without one of the headers is rejected, also a shared response', async () => {
  const responses = {
    200: { description: 'Things', headers: { A: { schema: { type: 'string' } } } },
    429: { $ref: '#/components/responses/TooMany' },
  }
  const components = { responses: { TooMany: { description: 'Too many' } } }
  const document = withOperation({ responses }, { components })
  expect((await problemsOf('response-headers', document, options)).toSorted()).toEqual([
    '200 lacks the headers B (§8).',
    '429 lacks the headers A, B (§8).',
  ])
})

test('a response with every header is accepted, also by reference', async () => {
  const headers = { A: { schema: { type: 'string' } }, B: { schema: { type: 'string' } } }
  for (const given of [headers, { $ref: '#/x-headers' }]) {
    const responses = { 200: { description: 'Things', headers: given } }
    const document = withOperation({ responses }, { 'x-headers': headers })
    expect(await problemsOf('response-headers', document, options)).toEqual([])
  }
})
