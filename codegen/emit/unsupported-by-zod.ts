import type { Schema } from '../model/document.ts'
import { componentName, methods } from '../model/document.ts'
import type { Operation } from '../model/model.ts'
import { identifier } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { schemasOf } from '../model/walk-schemas.ts'
import { isInherited, keywords } from '../schema/keywords.ts'
import { bodyName, parametersName, replyName } from './constants.ts'
import type { Layer } from './layer.ts'

/** A part of a document that the emitted zod schemas cannot express, and its JSON pointer. */
type Part = { message: string; pointer: string }

/** The checked keywords that the zod schemas express, with the types beside which they do. */
const expressed: Readonly<Record<string, readonly string[]>> = {
  ...{ $ref: [], type: [], enum: [], const: [], anyOf: [] },
  ...{ minimum: ['integer', 'number'], maximum: ['integer', 'number'] },
  ...{ exclusiveMinimum: ['integer', 'number'], exclusiveMaximum: ['integer', 'number'] },
  ...{ minLength: ['string'], maxLength: ['string'], pattern: ['string'] },
  ...{ items: ['array'], minItems: ['array'], maxItems: ['array'] },
  ...{ properties: ['object'], required: ['object'], additionalProperties: ['object'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  ...{ if: ['object'], then: ['object'] },
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const ofObject = ({ properties, required = [], additionalProperties }: Schema): string[] => {
  const names = Object.keys(properties ?? {})
  return [
    ...(names.length === 0 && (properties || !additionalProperties)
      ? ['an object without `properties`']
      : []),
    ...(properties && additionalProperties ? ['`additionalProperties` beside `properties`'] : []),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => `\`required\` without the property \`${name}\``),
    ...names.filter(isInherited).map((name) => `the property \`${name}\``),
  ]
}

/** Conditions are expressed where some properties have constant values, and others are required then. */
const ofCondition = ({ if: condition, then, properties = {} }: Schema): string[] => {
  if (!condition && !then) return []
  if (!condition || !then) return ['`if` without `then`']
  const constants = Object.entries(condition.properties ?? {})
  const isSimple =
    constants.every(([, property]) => isScalar(property.const) && property.const !== undefined) &&
    constants
      .map(([name]) => name)
      .toSorted()
      .join() === (condition.required ?? []).toSorted().join() &&
    [...(condition.required ?? []), ...(then.required ?? [])].every((name) => properties[name])
  return isSimple ? [] : ['such an `if`']
}

const ofSchema = (schema: Schema, isParameter: boolean): string[] => {
  const types = [schema.type ?? []].flat()
  const checked = Object.keys(schema).filter((name) => Object.hasOwn(keywords, name))
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  const alone = ['$ref', 'anyOf'].find((name) => name in schema)
  const said = [
    ...checked
      .filter((name) => {
        const beside = expressed[name]
        return !beside || (beside.length > 0 && !beside.some((type) => types.includes(type)))
      })
      .map((name) => `\`${name}\`${expressed[name] ? ' without its type' : ''}`),
    ...(alone && checked.length > 1 ? [`keywords beside \`${alone}\``] : []),
    ...(!isParameter && schema.default !== undefined ? ['`default` outside a parameter'] : []),
    ...(schema.readOnly || schema.writeOnly ? ['`readOnly` and `writeOnly`'] : []),
    ...(types.length > 2 || (types.length === 2 && !types.includes('null'))
      ? ['several types']
      : []),
    ...(values.some((value) => !isScalar(value)) ? ['values that are objects or arrays'] : []),
    ...('const' in schema && schema.const === null ? ['`const: null`'] : []),
    ...(schema.enum && (schema.enum.length === 0 || 'const' in schema) ? ['such an `enum`'] : []),
    ...(types.includes('null') && values.length > 0 && !values.includes(null)
      ? ['null beside an `enum` without it']
      : []),
    ...(types.includes('array') && !schema.items ? ['an array without `items`'] : []),
    ...(schema.anyOf?.length === 0 ? ['an empty `anyOf`'] : []),
  ]
  for (const [open, closed] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const)
    if (open in schema && closed in schema) said.push(`\`${closed}\` beside \`${open}\``)
  const isLiteral = values.length > 0
  if (isLiteral && checked.some((name) => !['type', 'enum', 'const'].includes(name)))
    said.push('keywords beside `enum` or `const`')
  if (types.includes('object')) said.push(...ofObject(schema))
  return [...said, ...ofCondition(schema)]
}

/** Returns the component schemas that contain themselves: the constants could not be ordered. */
const recursive = ({ schemas }: Layer): string[] => {
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (part: unknown, trail: readonly string[]): void => {
    if (typeof part !== 'object' || part === null) return
    if ('$ref' in part && typeof part.$ref === 'string') {
      const name = componentName(part.$ref)
      if (trail.includes(name)) found.add(name)
      else if (!done.has(name)) {
        visit(schemas[name], [...trail, name])
        done.add(name)
      }
    }
    for (const value of Object.values(part)) visit(value, trail)
  }
  for (const [name, schema] of Object.entries(schemas)) visit(schema, [name])
  return [...found]
}

const scalars = ['string', 'integer', 'number', 'boolean']

const ofOperation = (layer: Layer, operation: Operation): string[] => {
  const target = (schema: Schema) =>
    schema.$ref === undefined ? schema : (layer.schemas[componentName(schema.$ref)] ?? {})
  const parameters = operation.parameters.flatMap(
    ({ name, in: place, schema, style, explode, contentType }): string[] => {
      const found = target(schema ?? {})
      const isText = scalars.includes(String(found.type))
      const isList = found.type === 'array' && target(found.items ?? {}).type === 'string'
      if (place !== 'path' && place !== 'query') return [`the ${place} parameter \`${name}\``]
      if (
        contentType !== undefined ||
        style !== (place === 'path' ? 'simple' : 'form') ||
        explode !== (place === 'query')
      )
        return [`the style of the parameter \`${name}\``]
      if (found.type === 'boolean' && (found.enum || 'const' in found))
        return [`the values of the parameter \`${name}\``]
      return isText || (isList && place === 'query')
        ? []
        : [`the type of the parameter \`${name}\``]
    },
  )
  const bodies = [operation.body, ...operation.replies].flatMap((each) => {
    const kinds = each?.contents.map(({ kind, schema }) => (schema ? kind : 'none')) ?? []
    return kinds.length > 1 || !kinds.every((kind) => kind === 'json' || kind === 'text')
      ? ['such content types']
      : []
  })
  return [
    ...(methods.some((method) => method === operation.method && method !== 'query')
      ? []
      : [`the method ${operation.method.toUpperCase()}`]),
    ...parameters,
    ...bodies,
    ...(operation.ranges.length > 0 ? ['ranges of status codes'] : []),
  ]
}

/** Returns names of constants that several schemas would have. */
const takenNames = ({ operations, schemas }: Layer): string[] => {
  const names = [
    ...Object.keys(schemas).map(identifier),
    ...operations.flatMap((operation) => [
      ...(operation.body?.schema.$ref === undefined ? [bodyName(operation)] : []),
      ...operation.replies.map((reply) =>
        reply.schema?.$ref === undefined ? replyName(operation, reply) : undefined,
      ),
      parametersName(operation, 'path'),
      parametersName(operation, 'query'),
    ]),
  ].filter((name) => name !== undefined)
  return names.filter((name, i) => names.indexOf(name) !== i)
}

/** Returns the parts of a document that `schemas.ts` and `routes.ts` cannot express. */
export const unsupportedByZod = (layer: Layer): Part[] => [
  ...[...schemasOf(layer.document)].flatMap(({ schema, where }) => {
    if (/\/(?:if|then)(?:\/|$)/.test(where)) return []
    const isParameter = /\/parameters\/[^/]+\/schema$/.test(where)
    return ofSchema(schema, isParameter).map((message) => ({ message, pointer: where }))
  }),
  ...recursive(layer).map((name) => ({
    message: 'a schema that contains itself',
    pointer: `#/components/schemas/${escapePointer(name)}`,
  })),
  ...layer.operations.flatMap((operation) =>
    ofOperation(layer, operation).map((message) => ({
      message,
      pointer: `#/paths/${escapePointer(operation.path)}/${operation.method}`,
    })),
  ),
  ...takenNames(layer).map((name) => ({ message: `two schemas named ${name}`, pointer: '#' })),
]
