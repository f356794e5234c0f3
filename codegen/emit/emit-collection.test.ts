import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitCollection } from './emit-collection.ts'

test('collection.json of another document', async () => {
  const { document, operations } = await library()
  await expect(emitCollection(document, operations)).toMatchFileSnapshot(
    'snapshots/collection.json',
  )
})
