import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const unauthorized = (content: object) =>
  withOperation({ responses: { 401: { description: 'No key', content } } })

test('an operation without 401 is rejected', async () => {
  const document = withOperation({ responses: { 200: { description: 'Things' } } })
  expect(await problemsOf('unauthorized-is-plain-text', document)).toEqual([
    'Every operation must declare 401 (§5).',
  ])
})

test.each([
  ['JSON', { 'application/json': { schema: { type: 'string', const: 'Unauthorized' } } }],
  ['another text', { 'text/html': { schema: { type: 'string', const: 'unauthorized' } } }],
  ['any text', { 'text/html': { schema: { type: 'string' } } }],
  ['plain text and JSON', { 'text/html': { schema: { const: 'Unauthorized' } }, 'a/b': {} }],
])('a 401 with %s is rejected', async (_, content) => {
  expect(await problemsOf('unauthorized-is-plain-text', unauthorized(content))).toEqual([
    '401 must be text/html with the constant Unauthorized (§5).',
  ])
})

test('plain text on any other status code is rejected', async () => {
  const responses = {
    401: {
      description: 'No key',
      content: { 'text/html': { schema: { $ref: '#/components/schemas/Unauthorized' } } },
    },
    200: { description: 'Things', content: { 'text/plain': {} } },
  }
  const components = { schemas: { Unauthorized: { type: 'string', const: 'Unauthorized' } } }
  expect(
    await problemsOf('unauthorized-is-plain-text', withOperation({ responses }, { components })),
  ).toEqual(['200 must be JSON: only 401 is plain text (§5).'])
})
