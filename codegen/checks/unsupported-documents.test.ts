import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { generate } from '../generate.ts'
import { isUsageError } from '../model/is-usage-error.ts'
import { InvalidDocumentError, readDocument } from '../model/read-document.ts'
import { UnsupportedError } from './unsupported-error.ts'

// main.process.test.ts tests the program: its output, and that it writes no files.

/** Returns the message of a rejected document. Throws errors that the program would print with a stack. */
const messageOf = async (file: string): Promise<string> => {
  try {
    await generate(await readDocument(file))
  } catch (error) {
    if (error instanceof UnsupportedError || error instanceof InvalidDocumentError)
      return error.message
    if (error instanceof Error && isUsageError(error)) return error.message
    throw error
  }
  throw new Error('the document was not rejected')
}

test('a document that is not valid OpenAPI is rejected with the problem', async () => {
  const file = join(temporaryFolder(), 'other.yaml')
  writeFileSync(file, 'openapi: 3.1.0\ninfo: { title: T }\npaths: {}\n')
  expect(await messageOf(file)).toMatch(/is not a valid OpenAPI document:\n.*`version`/)
})

const withOperation = (operation: string) => `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /things:
    get: { ${operation} }
`

test.each([
  ['a missing file', undefined, /^(.*) cannot be read: ENOENT: .*$/],
  ['broken YAML', 'openapi: [', /^(.*) cannot be read: unexpected end of the stream .*$/],
  ['an empty file', '', /^(.*) cannot be read: .*$/],
  ['another format', 'title: other\n', /^(.*) cannot be read: .*$/],
  [
    'a response with two content types',
    withOperation(
      'operationId: a, responses: { 200: { description: A, content: { text/plain: { schema: {} }, text/html: { schema: {} } } } }',
    ),
    /^The generator does not support .*:\n {2}several content types \(text\/plain, text\/html\) at #\/paths\/~1things\/get\/responses\/200\/content$/,
  ],
  [
    'an operationId that is not an identifier',
    withOperation('operationId: get-a.b, responses: { 204: { description: A } }'),
    /^The generator does not support .*:\n {2}the operationId `get-a.b`, which is not a free identifier, at #\/paths\/~1things\/get$/,
  ],
  [
    'an example that its schema rejects',
    withOperation(
      'operationId: a, responses: { 200: { description: A, content: { text/plain: { schema: { type: string }, example: 5 } } } }',
    ),
    /^The generator does not support .*:\n {2}the example `example`, which `type` rejects, at a 200$/,
  ],
])('%s is rejected with a message', async (_, text, words) => {
  const file = join(temporaryFolder(), 'other.yaml')
  if (text !== undefined) writeFileSync(file, text)
  expect(await messageOf(file)).toMatch(words)
})
