import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Document, Schema } from '../model/document.ts'

/** Returns a function that names the keyword by which a schema rejects a value, if it does. */
export const failedKeywordIn = (
  document: Document,
): ((schema: Schema, value: unknown) => string | undefined) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  return (schema, value) => {
    // An inline schema is compiled alone, so its references must name the document.
    const absolute: unknown = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
    )
    if (typeof absolute !== 'object' || absolute === null)
      throw new TypeError('A schema of the document must be an object')
    const validate = ajv.compile(absolute)
    return validate(value) ? undefined : validate.errors?.[0]?.keyword
  }
}
