import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientOperations } from '../../client/testing/every-call.ts'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import { codeSamples } from '../../codegen/samples/code-samples.ts'
import { library } from '../../codegen/testing/library.ts'

test('Samples of another document match the snapshot', async () => {
  const { document } = await library()
  const text = [...codeSamples(document)].flatMap(([id, samples]) =>
    samples.map(({ label, source }) => `── ${id}: ${label}\n${source}`),
  )
  await expect(text.join('\n')).toMatchFileSnapshot('../snapshots/samples.txt')
})

test('Every operation has a sample in every language', async () => {
  const { document, operations } = await library()
  const samples = codeSamples(document)
  expect([...samples.keys()]).toEqual(operations.map(({ id }) => id))
  for (const each of samples.values())
    expect(each.map(({ lang }) => lang)).toEqual(['Shell', 'TypeScript', 'Python'])
})

test('The samples show every method of the client package', () => {
  const document: Document = JSON.parse(
    readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
  )
  const shown = readOperations(document).filter(({ clientMethod }) => clientMethod !== undefined)
  expect(shown.map(({ id }) => id).toSorted()).toEqual([...clientOperations].toSorted())
  for (const { id, clientMethod } of shown)
    expect(codeSamples(document).get(id)?.[1]?.source).toContain(`client.${clientMethod}(`)
})

test('An unsupported security scheme throws an error with its name', async () => {
  const { document } = await library()
  const given = {
    ...document,
    components: { securitySchemes: { key: { type: 'apiKey' } } },
    paths: { '/a': { get: { operationId: 'getA', responses: {} } } },
  }
  expect(readOperations(given)).toHaveLength(1)
  expect(() => codeSamples(given)).toThrow('security scheme key')
})
