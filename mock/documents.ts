import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document } from '../codegen/document.ts'

/** A document that the mock cannot stand for, and where. */
export class DocumentProblem extends Error {
  override name = 'DocumentProblem'
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
      const reason = error instanceof Error ? error.message : String(error)
      throw new DocumentProblem(`components.schemas.${name} is no JSON Schema: ${reason}`)
    }
}
