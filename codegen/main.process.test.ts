import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileLayers } from '../testkit/compile.ts'
import { runProgram } from '../testkit/run.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const library = path('codegen/testing/library.yaml')

const generate = (...args: string[]) => runProgram('codegen/main.ts', args)

test('the layer of another document compiles, and --check names the files that differ from it', async () => {
  // Inside the repository, so that the layer finds its packages.
  const folder = path('dist/library')
  mkdirSync(folder, { recursive: true })
  const written = await generate('--from', library, '--to', folder)
  expect([written.status, written.stderr]).toEqual([0, ''])
  expect(compileLayers([folder])).toEqual([])

  writeFileSync(join(folder, 'stubs.ts'), '// edited\n')
  const { status, stderr } = await generate('--check', '--from', library, '--to', folder)
  expect(status).toBe(1)
  expect(stderr).toBe(
    `${join(folder, 'stubs.ts')} differs from what ${library} generates\nRun npm run generate\n`,
  )
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
  const { status, stderr } = await generate('--from', file, '--to', join(folder, 'out'))
  expect(status).toBe(1)
  const at = '#/components/schemas/Extra'
  expect(stderr).toBe(`The document cannot be carried. Change or remove these parts:
${file}:134:12: error: the keyword \`$dynamicRef\` (${at})
${file}:134:12: warning: \`typo\` is no keyword of JSON Schema 2020-12, and is ignored (${at})
${file}:134:40: error: the reference #/nowhere leads nowhere (${at}/items)
`)
  expect(() => readFileSync(join(folder, 'out', 'types.ts'))).toThrow()
})
