import type { Schema } from '../model/document.ts'
import type { Report } from './report.ts'

/** Names that every object already has in JavaScript, so that one that lacks them cannot be told. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Whether a name cannot be told from what every object in JavaScript has. */
export const isInherited = (name: string): boolean => inherited.has(name)

/** Reports what of an object's schema the generated layer would lose. */
export const checkObject = (schema: Schema, where: string, report: Report) => {
  const { properties, required = [], additionalProperties } = schema
  const names = Object.keys(properties ?? {})
  if (names.length === 0 && (properties || additionalProperties === undefined))
    report(
      'an object without `properties` (say `additionalProperties: true` if any will do)',
      where,
    )
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
