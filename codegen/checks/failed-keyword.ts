import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Schema } from '../model/document.ts'

/** Returns a function that names the keyword by which a schema rejects a value, if it does. */
export const failedKeywordIn = (
  document: Document,
): ((schema: Schema, value: unknown) => string | undefined) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ValidateFunction>()
  const compile = (text: string): ValidateFunction => {
    const schema: unknown = JSON.parse(text)
    if (typeof schema !== 'object' || schema === null)
      throw new TypeError('A schema of the document must be an object')
    return ajv.compile(schema)
  }
  return (schema, value) => {
    // An inline schema is compiled alone, so its references must name the document.
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    // The same schema has several values, and responses share schemas.
    const validate = compiled.get(text) ?? compile(text)
    compiled.set(text, validate)
    return validate(value) ? undefined : validate.errors?.[0]?.keyword
  }
}
