import { readFile } from 'node:fs/promises'
import { banner } from './emit/banner.ts'
import { emitClient } from './emit/emit-client.ts'
import { emitCollection } from './emit/emit-collection.ts'
import { emitLlms } from './emit/emit-llms.ts'
import { emitOperations } from './emit/emit-operations.ts'
import { emitOperationsTxt } from './emit/emit-operations-txt.ts'
import { emitReplies } from './emit/emit-replies.ts'
import { emitRoutes } from './emit/emit-routes.ts'
import { emitSchemas } from './emit/emit-schemas.ts'
import { emitStubs } from './emit/emit-stubs.ts'
import { emitTypes } from './emit/emit-types.ts'
import { emitWebhookExamples } from './emit/emit-webhook-examples.ts'
import { emitWebhooks } from './emit/emit-webhooks.ts'
import { formatAll } from './emit/format.ts'
import type { Document } from './model/document.ts'
import { readOperations } from './model/model.ts'
import { emitProvenance } from './reference/emit-provenance.ts'
import { emitReference } from './reference/emit-reference.ts'
import { mergeMethods } from './reference/merge-methods.ts'
import { emitTutorial } from './tutorials/emit-tutorial.ts'
import type { Tutorial } from './tutorials/read-workflows.ts'

/** The files of the generated layer, by name. */
export type Outputs = Record<string, string>

/** Returns a runtime file. It is copied so that the layer needs no other files. */
const copied = async (name: string): Promise<string> =>
  `${banner}\n${await readFile(new URL(name, import.meta.url), 'utf8')}`

/**
 * Generates the layer of a document, formatted. The same document gives the same bytes.
 * @param tutorials workflows that become one page each.
 */
export const generate = async (
  document: Document,
  tutorials: readonly Tutorial[] = [],
): Promise<Outputs> => {
  const operations = readOperations(document)
  const provenance = emitProvenance(document)
  const client = emitClient(operations)
  const json = `${JSON.stringify(document, null, 2)}\n`
  const code: Outputs = {
    'types.ts': await emitTypes(json),
    'schemas.ts': emitSchemas(document, operations),
    'routes.ts': emitRoutes(operations),
    'operations.ts': emitOperations(document, operations),
    'replies.ts': emitReplies(document, operations),
    'stubs.ts': emitStubs(document, operations),
    'webhooks.ts': emitWebhooks(document),
    'webhook-examples.ts': emitWebhookExamples(document),
    ...(client === undefined ? {} : { 'client.ts': client }),
    'reply-checks.ts': await copied('runtime/reply-checks.ts'),
    'schema-checks.ts': await copied('runtime/schema-checks.ts'),
  }
  return {
    'openapi.json': json,
    ...(await formatAll(code)),
    'operations.txt': emitOperationsTxt(operations),
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
