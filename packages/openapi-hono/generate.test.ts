import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { read } from './read-document.ts'
import { keywords } from './schema/keyword-checks.ts'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

test('functions and constants are named after schemas', async () => {
  const names = (await readdir(path('generated'))).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(names.map((name) => readFile(path(`generated/${name}`), 'utf8')))
  expect(texts.join('\n')).not.toMatch(/\b(?:check|constant|copy|is|names|pattern|set|values)[0-9]/)
})

test('reading a document never goes online', async () => {
  const file = join(temporaryFolder(), 'openapi.yaml')
  const schemas = '{ A: { $ref: "https://document.invalid/a.yaml" } }'
  await writeFile(file, `openapi: 3.1.0\ninfo: { title: A }\ncomponents: { schemas: ${schemas} }\n`)
  await expect(read(file)).rejects.toThrow('https://document.invalid/a.yaml is on the network')
})

test.each(['docs/generated-layer.md', 'packages/openapi-hono/README.md'])(
  '%s lists the keywords that are checked',
  async (file) => {
    const names = Object.keys(keywords).map((name) => `\`${name}\``)
    const list = `These keywords are checked:\n\n${names.join(', ')}.\n`
    expect(await readFile(path(file), 'utf8')).toContain(list)
  },
)
