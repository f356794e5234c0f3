import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitWebhookExamples } from './emit-webhook-examples.ts'
import { format } from './format.ts'

test('webhook-examples.ts of another document', async () => {
  const { document } = await library()
  const code = await format('webhook-examples.ts', emitWebhookExamples(document))
  await expect(code).toMatchFileSnapshot('snapshots/webhook-examples.ts')
})
