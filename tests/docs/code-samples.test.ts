import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientOperations } from '../../client/testing/every-call.ts'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import { codeSamples } from '../../codegen/samples/samples.ts'
import { library } from '../../codegen/testing/library.ts'

test('Samples of another document match the snapshot', async () => {
  const { document } = await library()
  const text = [...codeSamples(document)].flatMap(([id, samples]) =>
    samples.map(({ label, source }) => `── ${id}: ${label}\n${source}`),
  )
  await expect(text.join('\n')).toMatchFileSnapshot('../snapshots/samples.txt')
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
