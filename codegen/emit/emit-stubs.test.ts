import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitStubs } from './emit-stubs.ts'
import { format } from './format.ts'

test('stubs.ts of another document', async () => {
  const { document, operations } = await library()
  const code = await format('stubs.ts', emitStubs(document, operations))
  await expect(code).toMatchFileSnapshot('snapshots/stubs.ts')
})
