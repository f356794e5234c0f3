import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitTypes } from './emit-types.ts'
import { format } from './format.ts'

test('types.ts of another document', async () => {
  const { document } = await library()
  const code = await format('types.ts', await emitTypes(JSON.stringify(document)))
  await expect(code).toMatchFileSnapshot('snapshots/types.ts')
})
