import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitStubs } from './emit-stubs.ts'
import { format } from './format.ts'

test('stubs.ts of a document that is not ours', async () => {
  const { document, operations } = await library()
  const code = await format('stubs.ts', emitStubs(document, operations))
  await expect(code).toMatchFileSnapshot('snapshots/stubs.ts')
})
