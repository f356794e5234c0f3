import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generate, generateTexts } from './generate.ts'
import { read } from './model/read-document.ts'
import { keywords } from './schema/keywords.ts'
import { readWorkflows } from './tutorials/read-workflows.ts'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

test('the committed layer is up to date (run npm run generate)', async () => {
  const workflows = await readWorkflows(path('contract-tests/workflows'))
  const document = await read(path('openapi/openapi.yaml'))
  const outputs = { ...(await generate(document)), ...generateTexts(document.document, workflows) }
  for (const [name, text] of Object.entries(outputs))
    expect(await readFile(path(`generated/${name}`), 'utf8'), name).toBe(text)
})

test('generation is deterministic', async () => {
  const once = await generate(await read(path('codegen/testing/library.yaml')))
  const twice = await generate(await read(path('codegen/testing/library.yaml')))
  expect(twice).toEqual(once)
})

test('the docs list the keywords that are checked', async () => {
  const docs = await readFile(path('docs/generated-layer.md'), 'utf8')
  const names = Object.keys(keywords).map((name) => `\`${name}\``)
  expect(docs).toContain(`These keywords are checked:\n\n${names.join(', ')}.\n`)
})
