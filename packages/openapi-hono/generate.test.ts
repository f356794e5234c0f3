import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { generate } from './generate.ts'
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

test('operations that paths share, by an alias or by a file, are each an operation of its own', async () => {
  const folder = temporaryFolder()
  const item = (schema: string) =>
    `{ get: { parameters: [{ name: q, in: query, schema: { ${schema} } }], responses: { '204': {} } } }`
  const paths = `{ /a: &a ${item('')}, /b: *a, /c: { $ref: p.yaml }, /d: { $ref: 'file://${folder}/p.yaml' } }`
  await writeFile(
    join(folder, 'openapi.yaml'),
    `openapi: 3.1.0\ninfo: { title: A }\npaths: ${paths}`,
  )
  await writeFile(join(folder, 'p.yaml'), item("$ref: 's.yaml#/100%25~1a'"))
  await writeFile(join(folder, 's.yaml'), '100%/a: { type: integer }')
  const document = await read(join(folder, 'openapi.yaml'))
  const { 'operations.txt': operations, 'types.ts': types } = await generate(document)
  expect(operations?.match(/get[A-Z]/g)).toEqual(['getA', 'getB', 'getC', 'getD'])
  expect(types).toContain('"100%~1a": number')
})

test.each(['docs/generated-layer.md', 'packages/openapi-hono/README.md'])(
  '%s lists the keywords that are checked',
  async (file) => {
    const names = Object.keys(keywords).map((name) => `\`${name}\``)
    const list = `These keywords are checked:\n\n${names.join(', ')}.\n`
    expect(await readFile(path(file), 'utf8')).toContain(list)
  },
)
