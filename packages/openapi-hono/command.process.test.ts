import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileLayers } from '../../tests/kit/compile.ts'
import { runProgram, startProgram, waitForOutput } from '../../tests/kit/run.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const library = path('tests/kit/generator/library.yaml')

const generate = (...args: string[]) =>
  runProgram('packages/openapi-hono/command.ts', ['generate', ...args])

test('the layer of another document compiles, and --check names the files that differ from it', async () => {
  // Inside the repository, so that the layer finds its packages.
  const folder = path('dist/library')
  mkdirSync(folder, { recursive: true })
  const written = await generate(library, '--zod', '--out', folder)
  expect(written.status).toBe(0)
  expect(written.stderr).toMatch(/library\.yaml is carried: 0 errors, 0 warnings\n$/)
  expect(compileLayers([folder])).toEqual([])

  writeFileSync(join(folder, 'stubs.ts'), '// edited\n')
  const { status, stderr } = await generate(library, '--zod', '--check', '--out', folder)
  expect(status).toBe(1)
  expect(stderr).toContain(`${join(folder, 'stubs.ts')} differs from what ${library} generates\n`)
  expect(readFileSync(join(folder, 'stubs.ts'), 'utf8')).toBe('// edited\n')
})

test('a document that cannot be carried is rejected with everything found in it, and nothing is written', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'other.yaml')
  writeFileSync(
    file,
    readFileSync(library, 'utf8').replace(
      'Genre: { type: string,',
      'Extra: { $dynamicRef: "#a", items: { $ref: "#/nowhere" }, typo: 1 }\n    Genre: { type: string,',
    ),
  )
  const { status, stderr } = await generate(file, '--out', join(folder, 'out'))
  expect(status).toBe(1)
  const at = '#/components/schemas/Extra'
  const place = relative('', file)
  expect(stderr).toContain(`
${place}:137:12: error: the keyword \`$dynamicRef\` is not carried (${at})
${place}:137:12: warning: \`typo\` is no keyword of JSON Schema 2020-12, and is ignored. Did you mean \`type\`? (${at})
${place}:137:40: error: the reference #/nowhere leads nowhere (${at}/items)
${file} cannot be carried: 2 errors, 1 warning
`)
  expect(() => readFileSync(join(folder, 'out', 'types.ts'))).toThrow()
})

test('--watch goes on after errors in a file that the document refers to', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.yaml')
  const part = join(folder, 'part.yaml')
  const info = 'info: { title: Split, version: "1" }'
  writeFileSync(file, `openapi: 3.1.0\n${info}\npaths: { /a: { $ref: part.yaml } }\n`)
  const args = ['generate', file, '--out', join(folder, 'out'), '--watch']
  const watcher = startProgram('packages/openapi-hono/command.ts', args)
  await waitForOutput(watcher, /openapi\.yaml:3:14: there is no file \S*part\.yaml\n/)
  const written = waitForOutput(watcher, /files written/)
  writeFileSync(part, 'get: { responses: {} }\n')
  await written
  const failed = waitForOutput(watcher, /part\.yaml cannot be read: .*\(2:1\)\n/)
  writeFileSync(part, 'get: {\n')
  await failed
  const again = waitForOutput(watcher, /files? written/)
  writeFileSync(part, 'put: { responses: {} }\n')
  await again
  expect(readFileSync(join(folder, 'out', 'operations.txt'), 'utf8')).toMatch(/^putA +PUT/)
})
