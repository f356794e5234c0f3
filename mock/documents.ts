import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document } from '../codegen/model/document.ts'
import { operationIds } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { findUndeclaredField } from '../server/http/api/undeclared-field.ts'
import type { PrismEngine } from './prism-engine.ts'
import { noWish } from './wish.ts'

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** A document that the mock cannot stand for, and where. */
export class DocumentProblem extends Error {
  override name = 'DocumentProblem'
}

/**
 * Looks whether what a document answers with is what the generated layer lets out.
 * @throws {DocumentProblem} where it is not: the document has changed more than its examples.
 */
export const mustFitLayer = async (engine: PrismEngine): Promise<void> => {
  for (const id of operationIds)
    try {
      const { status, body } = await engine.answer(id, noWish, '')
      const check = replies[id][status]
      if (!check) throw new Error(`it must not answer ${status}`)
      const extra = findUndeclaredField(body, check(body))
      if (extra) throw new Error(`it must not have ${extra}`)
    } catch (error) {
      throw new DocumentProblem(
        `${id} is not what generated/ knows: ${reasonOf(error)}. Run npm run generate, then start the mock again`,
      )
    }
}

type Place = { path: readonly string[]; schema: object }

/** A document's schemas: the components, and whatever stands under `schema`. */
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

/** A schema that is nothing but another one, which is looked at where it stands. */
const isComponent = (schema: object, known: ReadonlySet<string>): boolean =>
  '$ref' in schema && Object.keys(schema).length === 1 && known.has(String(schema.$ref))

/**
 * Looks whether every schema of a bundled document compiles as JSON Schema 2020-12, so that none is
 * silently left out when requests and replies are checked.
 * @throws {DocumentProblem} naming the first that does not.
 */
export const mustCompile = (document: Document): void => {
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
      throw new DocumentProblem(`${path.join('.')} is no JSON Schema: ${reasonOf(error)}`)
    }
}
