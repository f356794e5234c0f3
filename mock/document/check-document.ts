import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import { endpoints, operationIds } from '../../generated/operations.ts'
import { findUndeclaredField } from '../../server/http/mount-operations.ts'
import { noPreference } from '../preference.ts'
import type { PrismEngine } from '../prism-engine.ts'
import type { Layer } from './generate-layer.ts'
import { UnusableDocumentError } from './unusable-document-error.ts'

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * Checks that a document has the operations that the server implements.
 * @throws {UnusableDocumentError} if not.
 */
export const assertSameOperations = (document: Document): void => {
  const list = (operations: readonly { id: string; method: string; path: string }[]) =>
    operations.map(({ id, method, path }) => `${id} ${method.toUpperCase()} ${path}`).toSorted()
  const known = operationIds.map((id) => ({ id, ...endpoints[id] }))
  if (list(readOperations(document)).join('\n') !== list(known).join('\n'))
    throw new UnusableDocumentError(
      'Operations, methods or paths changed. Run npm run generate, then restart the mock.',
    )
}

/**
 * Checks that the document's examples are replies that its generated code allows.
 * @throws {UnusableDocumentError} with the first operation whose example is not allowed.
 */
export const assertExamplesMatch = async (
  engine: PrismEngine,
  replies: Layer['replies'],
): Promise<void> => {
  for (const id of operationIds)
    try {
      const { status, body } = await engine.answer(id, noPreference, '')
      const check = replies[id][status]
      if (!check) throw new Error(`the status code ${status} is not declared`)
      const extra = findUndeclaredField(body, check(body))
      if (extra) throw new Error(`the property ${extra} is not declared`)
    } catch (error) {
      throw new UnusableDocumentError(
        `The example of ${id} does not match its schema: ${reasonOf(error)}`,
      )
    }
}

type Place = { path: readonly string[]; schema: object }

/** Returns a document's schemas: the components, and every value of a `schema` key. */
const schemasIn = (part: unknown, at: readonly string[] = []): Place[] => {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]): Place[] => {
    const path = [...at, name]
    const isSchema = name === 'schema' || /^components\/schemas\/[^/]+$/.test(path.join('/'))
    return isSchema && typeof value === 'object' && value !== null
      ? [{ path, schema: value }]
      : schemasIn(value, path)
  })
}

const pointer = (path: readonly string[]): string =>
  path
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')

/** Returns whether a schema is only a reference to another schema of the document. */
const isComponent = (schema: object, known: ReadonlySet<string>): boolean =>
  '$ref' in schema && Object.keys(schema).length === 1 && known.has(String(schema.$ref))

/**
 * Checks that every schema of a bundled document compiles as JSON Schema 2020-12. Prism silently skips
 * schemas that do not compile.
 * @throws {UnusableDocumentError} with the first schema that does not compile.
 */
export const assertSchemasCompile = (document: Document): void => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const places = schemasIn(document)
  const known = new Set(places.map(({ path }) => `#${pointer(path)}`))
  for (const { path, schema } of places)
    try {
      if (isComponent(schema, known)) continue
      if (!ajv.validateSchema(schema)) throw new Error(ajv.errorsText(ajv.errors))
      ajv.compile({ $ref: `document#${pointer(path)}` })
    } catch (error) {
      throw new UnusableDocumentError(
        `${path.join('.')} is not a valid JSON Schema: ${reasonOf(error)}`,
      )
    }
}
