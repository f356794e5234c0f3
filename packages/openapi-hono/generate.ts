import { readFile } from 'node:fs/promises'
import { emitClient } from './emit/emit-client.ts'
import { emitOperations, emitOperationsTxt } from './emit/emit-operations.ts'
import { emitReplies } from './emit/emit-replies.ts'
import { emitInputs, emitRequests } from './emit/emit-requests.ts'
import { emitServer } from './emit/emit-server.ts'
import { emitStubs } from './emit/emit-stubs.ts'
import { emitTypes } from './emit/emit-types.ts'
import { emitSenders, emitWebhookExamples, emitWebhooks } from './emit/emit-webhooks.ts'
import { emitZod } from './emit/emit-zod.ts'
import { Layer } from './emit/layer.ts'
import { banner, indented, Module } from './emit/module.ts'
import { type ReadDocument, throwErrors } from './read-document.ts'

export type Outputs = Record<string, string>

const runtime = [
  'bad-request.ts',
  'bodies.ts',
  'check.ts',
  'json.ts',
  'media-types.ts',
  'mount.ts',
  'pairs.ts',
  'parameters.ts',
  'path.ts',
  'readings.ts',
  'security.ts',
  'send-reply.ts',
  'server-sent-event.ts',
]

/**
 * Generates the layer of a document. The same document gives the same bytes.
 * @param zod whether to make the outputs that need zod.
 * @throws {UnsupportedError} with everything that cannot be carried, and its place.
 */
export const generate = async (read: ReadDocument, zod = false): Promise<Outputs> => {
  const { document, report } = read
  const layer = new Layer(document, report)
  const code: Outputs = {
    'inputs.ts': emitInputs(layer),
    'operations.ts': emitOperations(layer),
    'requests.ts': emitRequests(layer),
    'replies.ts': emitReplies(layer),
    'stubs.ts': emitStubs(layer),
    'server.ts': emitServer(layer),
    ...(layer.webhooks.length > 0 && {
      'webhooks.ts': emitWebhooks(layer),
      'webhook-examples.ts': emitWebhookExamples(layer),
    }),
    ...(zod ? emitZod(layer) : {}),
  }
  // Last: the others name the checks that they need.
  layer.checks.reportCycles()
  const module = new Module()
  module.use('check')
  code['checks.ts'] = module.of(layer.checks.code(true))
  const senders = emitSenders(layer)
  if (senders !== undefined) code['senders.ts'] = senders
  const client = emitClient(layer)
  if (client !== undefined) code['client/client.ts'] = client
  throwErrors(read)
  const outputs: Outputs = {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'operations.txt': emitOperationsTxt(layer.operations),
    'types.ts': emitTypes(layer),
  }
  for (const [name, text] of Object.entries(code)) outputs[name] = indented(text)
  const copies = [
    ...runtime,
    ...(zod ? ['zod/schema-checks.ts'] : []),
    ...('senders.ts' in code ? ['sender.ts'] : []),
    ...layer.runtime,
  ]
  for (const name of copies) outputs[name] = await copied(name)
  return outputs
}

/** The sources of the runtime: beside this file, or beside the folder that it was compiled to. */
const sources = new URL(
  import.meta.url.endsWith('.ts') ? 'runtime/' : '../runtime/',
  import.meta.url,
)

/** Returns a runtime file. It is copied so that the layer needs no other files. */
async function copied(name: string): Promise<string> {
  return `${banner}\n${await readFile(new URL(name, sources), 'utf8')}`
}
