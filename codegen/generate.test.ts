import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generate } from './generate.ts'
import { readDocument } from './model/read-document.ts'
import { readWorkflows } from './tutorials/read-workflows.ts'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

test('the committed layer is up to date (run npm run generate)', async () => {
  const workflows = await readWorkflows(path('contract-tests/workflows'))
  const outputs = await generate(await readDocument(path('openapi/openapi.yaml')), workflows)
  for (const [name, text] of Object.entries(outputs))
    expect(await readFile(path(`generated/${name}`), 'utf8'), name).toBe(text)
})

test('generation is deterministic', async () => {
  const once = await generate(await readDocument(path('codegen/testing/library.yaml')))
  const twice = await generate(await readDocument(path('codegen/testing/library.yaml')))
  expect(twice).toEqual(once)
})
