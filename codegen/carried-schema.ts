import type { Schema } from './document.ts'

const annotations = [
  'title',
  'description',
  'example',
  'examples',
  'format',
  'deprecated',
  '$comment',
]
const keywords = new Set([
  ...annotations,
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'if', 'then'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern'],
  ...['items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties'],
])
const types = new Set(['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'])

/** The types that a keyword says something about; beside another type, or none, it would be lost. */
const appliesTo: Record<string, readonly string[]> = {
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  exclusiveMaximum: ['integer', 'number'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
  if: ['object'],
}
const carriesNothing = (keyword: string) =>
  keyword.startsWith('x-') || annotations.includes(keyword) || keyword === 'default'

/** Takes note of something that would be lost, and of the JSON pointer to it. */
export type Report = (what: string, where: string) => void
type Place = 'parameter' | 'condition' | undefined

/** A name as one step of a JSON pointer (RFC 6901 §3). */
export const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Reports what of a schema, at any depth, the generated layer would lose. */
export const checkSchema = (
  schema: Schema | boolean,
  where: string,
  report: Report,
  place?: Place,
) => {
  if (typeof schema === 'boolean') return report(`a schema that is \`${schema}\``, where)
  for (const keyword of Object.keys(schema)) {
    if (keyword.startsWith('x-') || keywords.has(keyword)) continue
    if (keyword === 'default' && place === 'parameter') continue
    report(
      keyword === 'default'
        ? '`default` outside a parameter (it would fill responses too)'
        : `the keyword \`${keyword}\``,
      where,
    )
  }
  const named = schema.type === undefined ? [] : [schema.type].flat()
  for (const [keyword, owners] of Object.entries(appliesTo))
    if (keyword in schema && place !== 'condition' && !owners.some((type) => named.includes(type)))
      report(`\`${keyword}\` without \`type: ${owners.join('` or `')}\``, where)
  for (const alone of ['$ref', 'anyOf'])
    if (alone in schema)
      for (const beside of Object.keys(schema))
        if (beside !== alone && !carriesNothing(beside))
          report(`\`${beside}\` beside \`${alone}\``, where)
  for (const type of named) if (!types.has(type)) report(`the type \`${type}\``, where)
  if (named.length > 2 || (named.length === 2 && !named.includes('null')))
    report('a union of types by `type` (use `anyOf`)', where)
  if (schema.anyOf && schema.anyOf.length === 0) report('an empty `anyOf`', where)
  if (named.includes('array') && !schema.items) report('an array without `items`', where)
  if (named.includes('object') && !schema.properties && schema.additionalProperties === undefined)
    report(
      'an object without `properties` (say `additionalProperties: true` if any will do)',
      where,
    )
  if (typeof schema.additionalProperties === 'object' && schema.properties)
    report('`properties` beside a schema for `additionalProperties`', where)
  if (Boolean(schema.if) !== Boolean(schema.then)) report('`if` without `then`', where)
  if (schema.pattern !== undefined && !compiles(schema.pattern))
    report(`the pattern ${schema.pattern}, which is no regular expression,`, where)
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkSchema(property, `${where}/properties/${escapePointer(name)}`, report)
  if (schema.items) checkSchema(schema.items, `${where}/items`, report)
  if (typeof schema.additionalProperties === 'object')
    checkSchema(schema.additionalProperties, `${where}/additionalProperties`, report)
  if (schema.if) checkSchema(schema.if, `${where}/if`, report, 'condition')
  if (schema.then) checkSchema(schema.then, `${where}/then`, report, 'condition')
  schema.anyOf?.forEach((each, i) => {
    checkSchema(each, `${where}/anyOf/${i}`, report)
  })
}

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
