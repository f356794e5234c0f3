import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitReplies } from './emit-replies.ts'
import { format } from './format.ts'

test('replies.ts of another document', async () => {
  const { document, operations } = await library()
  const code = await format('replies.ts', emitReplies(document, operations))
  await expect(code).toMatchFileSnapshot('snapshots/replies.ts')
})
