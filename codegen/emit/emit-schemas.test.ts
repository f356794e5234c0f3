import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitSchemas } from './emit-schemas.ts'
import { format } from './format.ts'

test('schemas.ts of another document', async () => {
  const { document, operations } = await library()
  const code = await format('schemas.ts', emitSchemas(document, operations))
  await expect(code).toMatchFileSnapshot('snapshots/schemas.ts')
})
