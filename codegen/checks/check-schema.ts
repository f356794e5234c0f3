import type { Schema } from '../model/document.ts'
import type { FoundSchema } from '../model/walk-schemas.ts'
import { checkCondition } from './check-condition.ts'
import { checkObject } from './check-object.ts'
import { unsupportedPattern } from './check-pattern.ts'
import { checkEnumeration } from './check-values.ts'
import type { Report } from './report.ts'
import { annotations, isAnnotation } from './supported-keywords.ts'

const keywords = new Set([
  ...annotations,
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'if', 'then'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern'],
  ...['items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties'],
])
const types = new Set(['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'])

/** The types that a keyword applies to. Validators ignore it beside other types. */
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

const checkKeywords = (schema: Schema, { where, place }: FoundSchema, report: Report) => {
  for (const keyword of Object.keys(schema)) {
    if (keyword.startsWith('x-') || keywords.has(keyword)) continue
    if (keyword !== 'default') report(`the keyword \`${keyword}\``, where)
    else if (place !== 'parameter')
      report('`default` outside a parameter (it would fill responses too)', where)
  }
  for (const alone of ['$ref', 'anyOf'])
    if (alone in schema)
      for (const beside of Object.keys(schema))
        if (beside !== alone && beside !== 'default' && !isAnnotation(beside))
          report(`\`${beside}\` beside \`${alone}\``, where)
}

const checkTypes = (schema: Schema, where: string, report: Report) => {
  const named = schema.type === undefined ? [] : [schema.type].flat()
  for (const [keyword, owners] of Object.entries(appliesTo))
    if (keyword in schema && !owners.some((type) => named.includes(type)))
      report(`\`${keyword}\` without \`type: ${owners.join('` or `')}\``, where)
  for (const type of named) if (!types.has(type)) report(`the type \`${type}\``, where)
  if (schema.type !== undefined && named.length === 0) report('an empty list of types', where)
  if (named.length > 2 || (named.length === 2 && !named.includes('null')))
    report('a union of types by `type` (use `anyOf`)', where)
  for (const [open, closed] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const)
    if (open in schema && closed in schema) report(`\`${closed}\` beside \`${open}\``, where)
  if (named.includes('array') && !schema.items) report('an array without `items`', where)
}

/** Reports unsupported parts of a schema, without the schemas in it. */
export const checkSchema = (found: FoundSchema, names: ReadonlySet<string>, report: Report) => {
  const { schema, where, place } = found
  if (typeof schema === 'boolean') return report(`a schema that is \`${schema}\``, where)
  checkKeywords(schema, found, report)
  if (place === 'condition') return
  if (schema.$ref !== undefined && !names.has(schema.$ref))
    report(`the reference ${schema.$ref} (only to a component schema)`, where)
  checkTypes(schema, where, report)
  checkEnumeration(schema, where, report)
  if (schema.anyOf && schema.anyOf.length === 0) report('an empty `anyOf`', where)
  if ([schema.type].flat().includes('object')) checkObject(schema, where, report)
  checkCondition(schema, where, report)
  const loss = schema.pattern === undefined ? undefined : unsupportedPattern(schema.pattern)
  if (loss) report(loss, where)
}
