import { componentName, type Document, type Parameter } from '../model/document.ts'
import { isInherited } from './check-object.ts'
import { unsupportedKeywords } from './supported-keywords.ts'

const scalars = new Set(['string', 'integer', 'number', 'boolean'])

/** Returns the unsupported part of a parameter, if any. */
export const unsupportedParameter = (
  parameter: Parameter,
  document: Document,
): string | undefined => {
  const { in: place, name, schema, required } = parameter
  if (place !== 'path' && place !== 'query') return `the ${place} parameter \`${name}\``
  if (!schema) return `the parameter \`${name}\` without \`schema\``
  if (isInherited(name)) return `the parameter \`${name}\`, which every JavaScript object has,`
  if (place === 'path' && required !== true)
    return `the path parameter \`${name}\` without \`required: true\``
  for (const option of unsupportedKeywords('parameter', parameter))
    return `\`${option}\` of the parameter \`${name}\``
  if (required && 'default' in schema) return `\`default\` of the required parameter \`${name}\``
  const target = (part: typeof schema) =>
    part.$ref === undefined ? part : document.components?.schemas?.[componentName(part.$ref)]
  const found = target(schema)
  if (found?.type === 'boolean' && ('const' in found || found.enum))
    return `\`const\` or \`enum\` of the boolean parameter \`${name}\``
  if (typeof found?.type === 'string' && scalars.has(found.type)) return undefined
  if (found?.type === 'array' && place === 'query') {
    const items = found.items
    return items && target(items)?.type === 'string'
      ? undefined
      : `the parameter \`${name}\`, an array of anything but strings,`
  }
  return `the type of the parameter \`${name}\``
}
