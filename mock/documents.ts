import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document } from '../codegen/document.ts'
import { operationIds } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { undeclared } from '../server/http/undeclared.ts'
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
      const extra = undeclared(body, check(body))
      if (extra) throw new Error(`it must not have ${extra}`)
    } catch (error) {
      throw new DocumentProblem(
        `${id} is not what generated/ knows: ${reasonOf(error)}. Run npm run generate, then start the mock again`,
      )
    }
}

/**
 * Looks whether every schema of a bundled document compiles as JSON Schema 2020-12, so that none is
 * silently left out when requests and replies are checked.
 * @throws {DocumentProblem} naming the first that does not.
 */
export const mustCompile = (document: Document): void => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  for (const name of Object.keys(document.components?.schemas ?? {}))
    try {
      ajv.compile({ $ref: `document#/components/schemas/${name}` })
    } catch (error) {
      throw new DocumentProblem(`components.schemas.${name} is no JSON Schema: ${reasonOf(error)}`)
    }
}
