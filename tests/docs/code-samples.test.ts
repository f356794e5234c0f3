import { expect, test } from 'vitest'
import { document, operations } from '../../contract-tests/support/contract.ts'
import { codeSamples } from '../../docs/site/samples.ts'
import { clientOperations } from '../kit/client/every-call.ts'

test('The samples show every method of the client package', () => {
  const shown = operations.filter(({ clientMethod }) => clientMethod !== undefined)
  expect(shown.map(({ id }) => id).toSorted()).toEqual([...clientOperations].toSorted())
  for (const { id, clientMethod } of shown)
    expect(codeSamples(document).get(id)?.[1]?.source).toContain(`client.${clientMethod}(`)
})
