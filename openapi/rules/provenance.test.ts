import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const parts = (mark: object) =>
  withOperation(
    {
      parameters: [{ name: 'a', in: 'query', schema: { type: 'string' }, ...mark }],
      responses: {
        200: {
          description: 'Things',
          headers: { H: { schema: { type: 'string' }, ...mark } },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          ...mark,
        },
      },
      ...mark,
    },
    {
      components: {
        schemas: { Thing: { type: 'object', properties: { a: { type: 'string' } }, ...mark } },
      },
    },
  )

test('an operation, parameter, response, header and schema without provenance are rejected', async () => {
  expect(await problemsOf('provenance', parts({}))).toEqual(
    Array(5).fill('Add `x-provenance` with the source of this part.'),
  )
})

test.each(['§4', '§4, §7', 'designed: the specification gives no shape'])(
  '%s is accepted',
  async (mark) => {
    expect(await problemsOf('provenance', parts({ 'x-provenance': mark }))).toEqual([])
  },
)

test.each(['4', '§', 'designed', 'designed: ', 'somewhere'])('%s is rejected', async (mark) => {
  expect(await problemsOf('provenance', parts({ 'x-provenance': mark }))).toHaveLength(5)
})
