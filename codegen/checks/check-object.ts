import type { Schema } from '../model/document.ts'
import type { Report } from './report.ts'

/** Names that every JavaScript object inherits. A missing property of that name looks present. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Returns whether every JavaScript object inherits a property of this name. */
export const isInherited = (name: string): boolean => inherited.has(name)

/** Reports unsupported parts of an object schema. */
export const checkObject = (schema: Schema, where: string, report: Report) => {
  const { properties, required = [], additionalProperties } = schema
  const names = Object.keys(properties ?? {})
  if (names.length === 0 && (properties || additionalProperties === undefined))
    report('an object without `properties` (use `additionalProperties: true` to allow any)', where)
  if (!properties && additionalProperties === false)
    report('`additionalProperties: false` without `properties`', where)
  if (typeof additionalProperties === 'object' && properties)
    report('`properties` beside a schema for `additionalProperties`', where)
  if (additionalProperties === true && properties)
    report('`additionalProperties: true` beside `properties` (an object is open without it)', where)
  for (const name of required)
    if (!names.includes(name)) report(`\`required\` without the property \`${name}\``, where)
  for (const name of names)
    if (isInherited(name))
      report(`the property \`${name}\`, which every JavaScript object has,`, where)
}
