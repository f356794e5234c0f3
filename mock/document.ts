import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document } from '../codegen/model/document.ts'
import { readOperations } from '../codegen/model/model.ts'
import { steps } from '../codegen/model/pointer.ts'
import { schemasOf } from '../codegen/model/walk-schemas.ts'
import { endpoints, operationIds } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { noPreference, replyProblem } from './preference.ts'
import type { PrismEngine } from './prism-engine.ts'

/** Thrown for a document that the mock cannot use. The message names the place. */
export class UnusableDocumentError extends Error {
  override name = 'UnusableDocumentError'
}

/** Keywords that neither validation nor replies depend on. */
const annotations = new Set(['description', 'summary', 'example', 'examples', 'x-provenance'])

const withoutAnnotations = (part: unknown, areProperties = false): unknown => {
  if (Array.isArray(part)) return part.map((each) => withoutAnnotations(each))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => areProperties || !annotations.has(name))
      .map(([name, value]) => [
        name,
        withoutAnnotations(value, !areProperties && name === 'properties'),
      ]),
  )
}

/** Returns a document without examples and descriptions, as a text to compare. */
export const contractOf = ({ paths, components, security }: Document): string =>
  JSON.stringify(withoutAnnotations({ paths, components, security }))

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
  checks: Layer['replies'],
): Promise<void> => {
  for (const id of operationIds) {
    const problem = replyProblem(checks[id], await engine.answer(id, noPreference, ''))
    if (problem)
      throw new UnusableDocumentError(`The example of ${id} does not match its schema: ${problem}`)
  }
}

/**
 * Checks that every schema of a bundled document compiles as JSON Schema 2020-12. Prism silently skips
 * schemas that do not compile.
 * @throws {UnusableDocumentError} with the first schema that does not compile.
 */
export const assertSchemasCompile = (document: Document): void => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const places = new Map([...schemasOf(document)].map(({ schema, where }) => [where, schema]))
  let whole = ''
  for (const [where, schema] of places) {
    // The parts of a schema, which follow it, are compiled with it.
    if (whole !== '' && where.startsWith(`${whole}/`)) continue
    whole = where
    try {
      if (!ajv.validateSchema(schema)) throw new Error(ajv.errorsText(ajv.errors))
      ajv.compile({ $ref: `document${encodeURI(where)}` })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new UnusableDocumentError(
        `${steps(where).join('.')} is not a valid JSON Schema: ${reason}`,
      )
    }
  }
}

/** The generated code that validates requests and replies. */
export type Layer = { endpoints: typeof endpoints; replies: typeof replies }

/** The layer that the mock uses. */
export const loadedLayer: Layer = { endpoints, replies }

/** Uses a layer in place of the loaded one. Apps that exist already keep their validation. */
export const useLayer = (layer: Layer): void => {
  Object.assign(loadedLayer.endpoints, layer.endpoints)
  Object.assign(loadedLayer.replies, layer.replies)
}

/**
 * Generates the code of a document into a temporary folder, and loads it.
 * @throws {UnusableDocumentError} if the generator rejects the document.
 */
export const generateLayer = async (file: string): Promise<Layer> => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const parent = join(root, 'dist')
  mkdirSync(parent, { recursive: true })
  // Inside the project, so that imports of packages resolve.
  const folder = mkdtempSync(join(parent, 'mock-layer-'))
  try {
    const args = ['codegen/main.ts', '--from', file, '--to', folder]
    await promisify(execFile)(process.execPath, args, { cwd: root }).catch(({ stderr }) => {
      throw new UnusableDocumentError(String(stderr).trim())
    })
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href)
    const { endpoints }: Pick<Layer, 'endpoints'> = await load('operations.ts')
    const { replies }: Pick<Layer, 'replies'> = await load('replies.ts')
    return { endpoints, replies }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
