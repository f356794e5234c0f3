import { readFile } from 'node:fs/promises'
import { banner } from './emit/banner.ts'
import { emitChecks } from './emit/emit-checks.ts'
import { emitClient } from './emit/emit-client.ts'
import { emitCollection } from './emit/emit-collection.ts'
import { emitInputs } from './emit/emit-inputs.ts'
import { emitLlms } from './emit/emit-llms.ts'
import { emitOperations } from './emit/emit-operations.ts'
import { emitOperationsTxt } from './emit/emit-operations-txt.ts'
import { emitReplies } from './emit/emit-replies.ts'
import { emitRequests } from './emit/emit-requests.ts'
import { emitRoutes } from './emit/emit-routes.ts'
import { emitSchemas } from './emit/emit-schemas.ts'
import { emitSenders } from './emit/emit-senders.ts'
import { emitServer } from './emit/emit-server.ts'
import { emitStubs } from './emit/emit-stubs.ts'
import { emitTypes } from './emit/emit-types.ts'
import { emitWebhookExamples } from './emit/emit-webhook-examples.ts'
import { emitWebhooks } from './emit/emit-webhooks.ts'
import { formatAll } from './emit/format.ts'
import { Layer } from './emit/layer.ts'
import type { Document } from './model/document.ts'
import { readOperations } from './model/model.ts'
import { type ReadDocument, throwErrors } from './model/read-document.ts'
import { emitProvenance } from './reference/emit-provenance.ts'
import { emitReference } from './reference/emit-reference.ts'
import { mergeMethods } from './reference/merge-methods.ts'
import { emitTutorial } from './tutorials/emit-tutorial.ts'
import type { Tutorial } from './tutorials/read-workflows.ts'

/** Files, by name. */
export type Outputs = Record<string, string>

/** The files that a layer needs, whatever its document. */
const runtime = [
  'bodies.ts',
  'check.ts',
  'media-types.ts',
  'mount.ts',
  'parameters.ts',
  'security.ts',
  'send-reply.ts',
]

/** Returns a runtime file. It is copied so that the layer needs no other files. */
const copied = async (name: string): Promise<string> =>
  `${banner}\n${await readFile(new URL(`runtime/${name}`, import.meta.url), 'utf8')}`

/** Returns the outputs that need zod, if it can express the document. */
const zodOutputs = async (layer: Layer, isNeeded: boolean): Promise<Outputs> => {
  const { code, unexpressed } = emitSchemas(layer)
  if (isNeeded)
    for (const { message, pointer } of unexpressed)
      layer.report('error', `\`schemas.ts\` and \`routes.ts\` cannot express ${message}`, pointer)
  if (unexpressed.length > 0) return {}
  return {
    'schemas.ts': code,
    'routes.ts': emitRoutes(layer.operations),
    'schema-checks.ts': await copied('schema-checks.ts'),
  }
}

export type GenerateOptions = {
  /** Whether the outputs that need zod are asked for. Else they are left out where zod cannot express the document. */
  zod?: boolean
  /** Whether the code is formatted. */
  format?: boolean
}

/**
 * Generates the layer of a document. The same document gives the same bytes.
 * @throws {UnsupportedError} with everything that cannot be carried, and its place.
 */
export const generate = async (
  read: ReadDocument,
  { zod = false, format = true }: GenerateOptions = {},
): Promise<Outputs> => {
  const { document, report } = read
  const layer = new Layer(document, report)
  const code: Outputs = {
    'types.ts': emitTypes(document, layer.isDirected),
    ...(await zodOutputs(layer, zod)),
    'inputs.ts': emitInputs(layer),
    'operations.ts': emitOperations(layer),
    'requests.ts': emitRequests(layer),
    'replies.ts': emitReplies(layer),
    'webhooks.ts': emitWebhooks(layer),
    'stubs.ts': emitStubs(layer),
    'webhook-examples.ts': emitWebhookExamples(layer),
    'server.ts': emitServer(layer),
  }
  code['checks.ts'] = emitChecks(layer)
  for (const name of runtime) code[name] = await copied(name)
  const senders = emitSenders(layer)
  if (senders !== undefined) {
    code['senders.ts'] = senders
    code['sender.ts'] = await copied('sender.ts')
  }
  const client = emitClient(layer)
  if (client !== undefined) code['client.ts'] = client
  throwErrors(read)
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    ...(format ? await formatAll(code) : code),
    'operations.txt': emitOperationsTxt(layer.operations),
  }
}

/** Returns what people and tools read of a document: the reference, tutorials, a collection and an index. */
export const generateTexts = (document: Document, tutorials: readonly Tutorial[] = []): Outputs => {
  const operations = readOperations(document)
  const provenance = emitProvenance(document)
  return {
    'reference.md': emitReference(document),
    ...(provenance === undefined ? {} : { 'provenance.md': provenance }),
    'llms.txt': emitLlms(document, readOperations(mergeMethods(document)), tutorials),
    'collection.json': emitCollection(document, operations),
    ...Object.fromEntries(
      tutorials.map((tutorial) => [
        `tutorials/${tutorial.name}.md`,
        emitTutorial(tutorial, document, operations),
      ]),
    ),
  }
}
