import { componentName, type Document, type Parameter } from './document.ts'

const scalars = new Set(['string', 'integer', 'number', 'boolean'])

/** What of a request's parameter the generated layer would lose, if anything. */
export const parameterLoss = (parameter: Parameter, document: Document): string | undefined => {
  const { in: place, name, schema } = parameter
  if (place !== 'path' && place !== 'query') return `the ${place} parameter \`${name}\``
  if (!schema) return `the parameter \`${name}\` without \`schema\``
  for (const option of ['style', 'explode', 'allowReserved'])
    if (option in parameter) return `\`${option}\` of the parameter \`${name}\``
  const target = (part: typeof schema) =>
    part.$ref === undefined ? part : document.components?.schemas?.[componentName(part.$ref)]
  const type = target(schema)?.type
  if (typeof type === 'string' && scalars.has(type)) return undefined
  if (type === 'array' && place === 'query') {
    const items = target(schema)?.items
    return items && target(items)?.type === 'string'
      ? undefined
      : `the parameter \`${name}\`, an array of anything but strings,`
  }
  return `the type of the parameter \`${name}\``
}
