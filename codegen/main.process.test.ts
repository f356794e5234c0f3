import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { problemsOf } from '../testkit/compile.ts'
import { runProgram } from '../testkit/run.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'

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
