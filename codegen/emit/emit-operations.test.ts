import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitOperations } from './emit-operations.ts'
import { format } from './format.ts'

test('operations.ts of another document', async () => {
  const { document, operations } = await library()
  const code = await format('operations.ts', emitOperations(document, operations))
  await expect(code).toMatchFileSnapshot('snapshots/operations.ts')
})
