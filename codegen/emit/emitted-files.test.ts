import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitChecks } from './emit-checks.ts'
import { emitClient } from './emit-client.ts'
import { emitCollection } from './emit-collection.ts'
import { emitInputs } from './emit-inputs.ts'
import { emitLlms } from './emit-llms.ts'
import { emitOperations } from './emit-operations.ts'
import { emitReplies } from './emit-replies.ts'
import { emitRequests } from './emit-requests.ts'
import { emitRoutes } from './emit-routes.ts'
import { emitSchemas } from './emit-schemas.ts'
import { emitStubs } from './emit-stubs.ts'
import { emitTypes } from './emit-types.ts'
import { emitWebhookExamples } from './emit-webhook-examples.ts'
import { emitWebhooks } from './emit-webhooks.ts'
import { formatAll } from './format.ts'

type Emit = (api: Awaited<ReturnType<typeof library>>) => string | Promise<string>

test.each<[file: string, emit: Emit]>([
  ['client.ts', ({ layer }) => emitClient(layer) ?? ''],
  ['inputs.ts', ({ layer }) => emitInputs(layer)],
  ['operations.ts', ({ layer }) => emitOperations(layer)],
  ['replies.ts', ({ layer }) => emitReplies(layer)],
  ['requests.ts', ({ layer }) => emitRequests(layer)],
  ['routes.ts', ({ operations }) => emitRoutes(operations)],
  ['schemas.ts', ({ document, operations }) => emitSchemas(document, operations)],
  ['stubs.ts', ({ layer }) => emitStubs(layer)],
  ['types.ts', ({ document }) => emitTypes(document, false)],
  ['webhook-examples.ts', ({ layer }) => emitWebhookExamples(layer)],
  ['webhooks.ts', ({ layer }) => emitWebhooks(layer)],
  [
    'checks.ts',
    ({ layer }) => {
      emitRequests(layer)
      emitReplies(layer)
      return emitChecks(layer)
    },
  ],
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
