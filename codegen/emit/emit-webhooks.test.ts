import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitWebhooks } from './emit-webhooks.ts'
import { format } from './format.ts'

test('webhooks.ts of another document', async () => {
  const { document } = await library()
  const code = await format('webhooks.ts', emitWebhooks(document))
  await expect(code).toMatchFileSnapshot('snapshots/webhooks.ts')
})
