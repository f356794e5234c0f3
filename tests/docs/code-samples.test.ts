import { expect, test } from 'vitest'
import { clientOperations } from '../../client/testing/every-call.ts'
import { codeSamples } from '../../codegen/samples/samples.ts'
import { document, operations } from '../../testkit/contract.ts'

test('The samples show every method of the client package', () => {
  const shown = operations.filter(({ clientMethod }) => clientMethod !== undefined)
  expect(shown.map(({ id }) => id).toSorted()).toEqual([...clientOperations].toSorted())
  for (const { id, clientMethod } of shown)
    expect(codeSamples(document).get(id)?.[1]?.source).toContain(`client.${clientMethod}(`)
})
