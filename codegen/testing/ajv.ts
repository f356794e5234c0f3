import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { parseDocument } from '../model/document.ts'

/** This repository's document, bundled. */
export const document = parseDocument(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': true } })
ajv.addSchema(document, 'document')

/** Ajv's verdict on a component schema of the document. */
export const validatorOf = (name: string) => {
  const validate = ajv.getSchema(`document#/components/schemas/${name}`)
  if (!validate) throw new Error(`${name} is not in the document`)
  return validate
}

/** A path as a JSON pointer without escapes, as Ajv writes it. */
export const pointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step)}`).join('')

/** Drops paths inside other paths: items of a wrong array are not checked. */
export const outermost = (places: readonly string[]): string[] =>
  [...new Set(places)]
    .filter((place) => !places.some((other) => place.startsWith(`${other}/`)))
    .toSorted()

/** Returns the path of an error. A missing property has its own path. */
const placeOf = ({ instancePath, keyword, params }: ErrorObject) =>
  keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath

/** Returns the paths of errors. Conditions count only in a value that is otherwise valid. */
export const faults = (errors: readonly ErrorObject[]): string[] => {
  const isConditional = ({ schemaPath, keyword }: ErrorObject) =>
    keyword === 'if' || schemaPath.includes('/then/')
  const plain = errors.filter((error) => !isConditional(error))
  const looked = plain.length > 0 ? plain : errors.filter(({ keyword }) => keyword !== 'if')
  return outermost(looked.map(placeOf))
}
