import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { generate } from '../generate.ts'
import { isPlain } from '../model/plain-errors.ts'
import { InvalidDocumentError, readDocument } from '../model/read-document.ts'
import { NotCarriedError } from './not-carried-error.ts'

// What the program prints of these, and that it writes nothing, is in main.process.test.ts.

/** Why no layer is generated of a document. @throws what the program would not say in plain words. */
const refusalOf = async (file: string): Promise<string> => {
  try {
    await generate(await readDocument(file))
  } catch (error) {
    if (error instanceof NotCarriedError || error instanceof InvalidDocumentError)
      return error.message
    if (error instanceof Error && isPlain(error)) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

test('a document that is not valid OpenAPI is refused with what is wrong', async () => {
  const file = join(temporaryFolder(), 'other.yaml')
  writeFileSync(file, 'openapi: 3.1.0\ninfo: { title: T }\npaths: {}\n')
  expect(await refusalOf(file)).toMatch(/is not a valid OpenAPI document:\n.*`version`/)
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
    'an answer of two content types',
    withOperation(
      'operationId: a, responses: { 200: { description: A, content: { text/plain: { schema: {} }, text/html: { schema: {} } } } }',
    ),
    /^the generated layer .*:\n {2}several content types \(text\/plain, text\/html\) at #\/paths\/~1things\/get\/responses\/200\/content$/,
  ],
  [
    'an operationId that is no identifier',
    withOperation('operationId: get-a.b, responses: { 204: { description: A } }'),
    /^the generated layer .*:\n {2}the operationId `get-a.b`, which is no free identifier, at #\/paths\/~1things\/get$/,
  ],
  [
    'an example that its schema refuses',
    withOperation(
      'operationId: a, responses: { 200: { description: A, content: { text/plain: { schema: { type: string }, example: 5 } } } }',
    ),
    /^the generated layer .*:\n {2}the example `example`, which `type` refuses, at a 200$/,
  ],
])('%s is refused in plain words', async (_, text, words) => {
  const file = join(temporaryFolder(), 'other.yaml')
  if (text !== undefined) writeFileSync(file, text)
  expect(await refusalOf(file)).toMatch(words)
})
