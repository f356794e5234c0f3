import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runProgram } from '../server/testing/run.ts'
import { temporaryFolder } from '../server/testing/temporary-folder.ts'
import { problemsOf } from './testing/compile.ts'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const library = path('codegen/testing/library.yaml')

const generate = (...args: string[]) => runProgram('codegen/main.ts', args)

test('a document that is not ours becomes a layer that compiles', async () => {
  // Inside the repository, so that the layer finds its packages.
  const folder = path('dist/library')
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = await generate('--from', library, '--to', folder)
  expect([status, stderr]).toEqual([0, ''])
  expect(problemsOf([folder])).toEqual([])
})

test('a document that cannot be carried is refused with every keyword and its place; nothing is written', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'other.yaml')
  writeFileSync(
    file,
    readFileSync(library, 'utf8').replace(
      'Genre: { type: string,',
      'Extra: { oneOf: [{ type: string }], not: {} }\n    Genre: { type: string,',
    ),
  )
  const { status, stderr } = await generate('--from', file, '--to', join(folder, 'out'))
  expect(status).toBe(1)
  expect(stderr).toBe(
    `the generated layer cannot carry this document:
  the keyword \`oneOf\` at #/components/schemas/Extra
  the keyword \`not\` at #/components/schemas/Extra
`,
  )
  expect(() => readFileSync(join(folder, 'out', 'types.ts'))).toThrow()
})

test('a document that is not valid OpenAPI is refused with what is wrong', async () => {
  const file = join(temporaryFolder(), 'other.yaml')
  writeFileSync(file, 'openapi: 3.1.0\ninfo: { title: T }\npaths: {}\n')
  const { status, stderr } = await generate('--from', file, '--to', temporaryFolder())
  expect(status).toBe(1)
  expect(stderr).toMatch(/is not a valid OpenAPI document:\n.*`version`/)
})

const withOperation = (operation: string) => `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /things:
    get: { ${operation} }
`

test.each([
  ['a missing file', undefined, /^(.*) cannot be read: ENOENT: .*\n$/],
  ['broken YAML', 'openapi: [', /^(.*) cannot be read: unexpected end of the stream .*\n$/],
  ['an empty file', '', /^(.*) cannot be read: .*\n$/],
  ['another format', 'title: other\n', /^(.*) cannot be read: .*\n$/],
  [
    'an answer of two content types',
    withOperation(
      'operationId: a, responses: { 200: { description: A, content: { text/plain: { schema: {} }, text/html: { schema: {} } } } }',
    ),
    /^the generated layer .*:\n {2}several content types \(text\/plain, text\/html\) at #\/paths\/~1things\/get\/responses\/200\/content\n$/,
  ],
  [
    'an operationId that is no identifier',
    withOperation('operationId: get-a.b, responses: { 204: { description: A } }'),
    /^the generated layer .*:\n {2}the operationId `get-a.b`, which is no free identifier, at #\/paths\/~1things\/get\n$/,
  ],
  [
    'an example that its schema refuses',
    withOperation(
      'operationId: a, responses: { 200: { description: A, content: { text/plain: { schema: { type: string }, example: 5 } } } }',
    ),
    /^the generated layer .*:\n {2}the example `example`, which `type` refuses, at a 200\n$/,
  ],
])('%s is refused in plain words; nothing is written', async (_, text, words) => {
  const folder = temporaryFolder()
  const file = join(folder, 'other.yaml')
  if (text !== undefined) writeFileSync(file, text)
  const { status, stderr } = await generate('--from', file, '--to', join(folder, 'out'))
  expect(stderr).toMatch(words)
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'out'))).toBe(false)
})

test('--check names what differs and the command that mends it', async () => {
  const folder = temporaryFolder()
  cpSync(path('generated'), folder, { recursive: true })
  expect((await generate('--check', '--to', folder)).status).toBe(0)
  writeFileSync(join(folder, 'stubs.ts'), '// edited by hand\n')
  const { status, stderr } = await generate('--check', '--to', folder)
  expect(status).toBe(1)
  expect(stderr).toBe(
    `${join(folder, 'stubs.ts')} is not what openapi/openapi.yaml says\nMend it with: npm run generate\n`,
  )
  expect(readFileSync(join(folder, 'stubs.ts'), 'utf8')).toBe('// edited by hand\n')
})

test('an option that does not exist is refused, and --help says which do', async () => {
  expect((await generate('--form', 'x')).stderr).toMatch(/Unknown option '--form'/)
  expect((await generate('--help')).stdout).toMatch(/--from FILE/)
})
