import { isObject } from './runtime/check.ts'

/**
 * Renames `$ref` in examples, defaults and other data: there it is a property as any other. An example that is
 * a reference alone stays one, as most tools read it, if it leads to a file.
 * @param isFile whether a reference leads to a file.
 */
export const hideReferences = (part: unknown, isFile: (reference: string) => boolean): void =>
  eachData(part, (data) => {
    const isReference = isObject(data) && Object.keys(data).join() === '$ref'
    if (!isReference || !isFile(String(data.$ref))) rename(data, '$ref', hidden)
  })

/** Undoes `hideReferences`. */
export const showReferences = (part: unknown): void => rename(part, hidden, '$ref')

const hidden = '$ref of data'

const dataKeywords = ['example', 'default', 'const', 'enum', 'value', 'dataValue']

/** Fields that hold a map, whose names are no keywords. */
const maps = `properties patternProperties $defs definitions dependentSchemas dependencies
  responses examples headers content callbacks links parameters schemas requestBodies securitySchemes
  pathItems paths webhooks mediaTypes encoding variables mapping`.split(/\s+/)

/** Calls a function with each part of a document that is data. */
function eachData(part: unknown, found: (data: unknown) => void, isMap = false): void {
  if (typeof part !== 'object' || part === null) return
  for (const [name, inner] of Object.entries(part))
    if (isMap || Array.isArray(part)) eachData(inner, found)
    else if (dataKeywords.includes(name) || (name === 'examples' && Array.isArray(inner)))
      found(inner)
    else eachData(inner, found, maps.includes(name) && !Array.isArray(inner))
}

function rename(part: unknown, from: string, to: string): void {
  if (typeof part !== 'object' || part === null) return
  for (const inner of Object.values(part)) rename(inner, from, to)
  if (!(from in part)) return
  Reflect.set(part, to, Reflect.get(part, from))
  Reflect.deleteProperty(part, from)
}
