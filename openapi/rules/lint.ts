import { createConfig, lintFromString } from '@redocly/openapi-core'
import plugin from './plugin.ts'

/** Returns the messages that one of our rules reports for a document. For the rules' tests. */
export const problemsOf = async (
  rule: string,
  document: object,
  options: object = {},
): Promise<string[]> => {
  const config = await createConfig({
    plugins: [plugin()],
    rules: { [`merch/${rule}`]: { severity: 'error', ...options } },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ message }) => message)
}

/** Returns a document with one operation, `GET /things`. */
export const withOperation = (operation: object, rest: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { operationId: 'listThings', ...operation } } },
  ...rest,
})

/** Returns a document with one response that has this schema. */
export const withResponseSchema = (schema: object): object =>
  withOperation({
    responses: { 200: { description: 'Things', content: { 'application/json': { schema } } } },
  })

/** Returns a document with one request body that has this schema. */
export const withRequestSchema = (schema: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
})
