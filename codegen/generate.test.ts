import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { generate } from './generate.ts'
import { read } from './model/read-document.ts'
import { keywords } from './schema/keywords.ts'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

test('generation is deterministic', async () => {
  const once = await generate(await read(path('codegen/testing/library.yaml')))
  const twice = await generate(await read(path('codegen/testing/library.yaml')))
  expect(twice).toEqual(once)
})

test('a file that a document refers to and that is not there is named', async () => {
  const file = join(temporaryFolder(), 'openapi.yaml')
  const info = '{ title: Books, version: "1", x-chapters: { a: { $ref: gone.md } } }'
  await writeFile(file, `openapi: 3.1.0\ninfo: ${info}\npaths: {}\n`)
  await expect(read(file)).rejects.toThrow('gone.md')
})

test.each(['docs/generated-layer.md', 'codegen/README.md'])(
  '%s lists the keywords that are checked',
  async (file) => {
    const names = Object.keys(keywords).map((name) => `\`${name}\``)
    const list = `These keywords are checked:\n\n${names.join(', ')}.\n`
    expect(await readFile(path(file), 'utf8')).toContain(list)
  },
)
