import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitClient } from './emit-client.ts'
import { emitCollection } from './emit-collection.ts'
import { emitLlms } from './emit-llms.ts'
import { emitOperations } from './emit-operations.ts'
import { emitReplies } from './emit-replies.ts'
import { emitRoutes } from './emit-routes.ts'
import { emitSchemas } from './emit-schemas.ts'
import { emitStubs } from './emit-stubs.ts'
import { emitTypes } from './emit-types.ts'
import { emitWebhookExamples } from './emit-webhook-examples.ts'
import { emitWebhooks } from './emit-webhooks.ts'
import { formatAll } from './format.ts'

type Emit = (api: Awaited<ReturnType<typeof library>>) => string | Promise<string>

test.each<[file: string, emit: Emit]>([
  ['client.ts', ({ operations }) => emitClient(operations) ?? ''],
  ['operations.ts', ({ document, operations }) => emitOperations(document, operations)],
  ['replies.ts', ({ document, operations }) => emitReplies(document, operations)],
  ['routes.ts', ({ operations }) => emitRoutes(operations)],
  ['schemas.ts', ({ document, operations }) => emitSchemas(document, operations)],
  ['stubs.ts', ({ document, operations }) => emitStubs(document, operations)],
  ['types.ts', ({ document }) => emitTypes(JSON.stringify(document))],
  ['webhook-examples.ts', ({ document }) => emitWebhookExamples(document)],
  ['webhooks.ts', ({ document }) => emitWebhooks(document)],
])('%s of another document', async (file, emit) => {
  const code = await formatAll({ [file]: await emit(await library()) })
  await expect(code[file]).toMatchFileSnapshot(`snapshots/${file}`)
})

test.each<[file: string, emit: Emit]>([
  ['collection.json', ({ document, operations }) => emitCollection(document, operations)],
  ['llms.txt', ({ document, operations }) => emitLlms(document, operations)],
])('%s of another document', async (file, emit) => {
  await expect(await emit(await library())).toMatchFileSnapshot(`snapshots/${file}`)
})
