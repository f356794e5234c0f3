import { componentName, type Document, type Parameter, type Schema } from '../model/document.ts'
import { integerBounds } from '../model/integer-bounds.ts'
import { inDependencyOrder, type Operation, type Reply } from '../model/model.ts'
import { identifier, key, referred } from '../model/names.ts'
import { banner } from './banner.ts'
import { operationDoc } from './emit-operations.ts'

type Schemas = Record<string, Schema>

const text = (value: unknown) => JSON.stringify(value)

const options = (schema: Schema, names: readonly (keyof Schema)[]): string => {
  const given = names
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name}: ${text(schema[name])}`)
  if (schema.pattern && names.includes('minLength'))
    given.push(`pattern: new RegExp(${text(schema.pattern)}, 'u')`)
  const messages = schema['x-messages']
  if (messages) given.push(`messages: ${text(messages)}`)
  return given.length > 0 ? `{ ${given.join(', ')} }` : ''
}

const objectShape = (schema: Schema, schemas: Schemas): string => {
  const { properties, required = [], additionalProperties } = schema
  if (!properties)
    return `shape.record(${shapeOf(typeof additionalProperties === 'object' ? additionalProperties : {}, schemas)})`
  const fields = Object.entries(properties).map(([name, property]) => {
    const messages = property['x-messages']
    const value = shapeOf(property, schemas)
    return required.includes(name)
      ? `${key(name)}: shape.required(${value}${messages ? `, ${text(messages)}` : ''})`
      : `${key(name)}: shape.optional(${value})`
  })
  return `shape.object({ ${fields.join(', ')} }${conditionOf(schema)})`
}

/** `if` some properties have some values, `then` others must be there; the rest is not generated. */
const conditionOf = ({ if: condition, then }: Schema): string => {
  if (!condition || !then) return ''
  const when = Object.entries(condition.properties ?? {}).map(([name, { const: value }]) => [
    name,
    value,
  ])
  const messages = Object.entries(then.properties ?? {}).flatMap(([name, property]) => {
    const message = property['x-messages']?.required
    return message === undefined ? [] : [[name, message]]
  })
  return `, { when: ${text(Object.fromEntries(when))}, requires: ${text(then.required ?? [])}, messages: ${text(Object.fromEntries(messages))} }`
}

const shapeOf = (schema: Schema, schemas: Schemas): string => {
  if (schema.$ref !== undefined) {
    const target = schemas[componentName(schema.$ref)]
    return schema['x-messages'] && target
      ? shapeOf({ ...target, 'x-messages': schema['x-messages'] }, schemas)
      : referred(schema.$ref)
  }
  if ('const' in schema) return `shape.oneOf([${text(schema.const)}])`
  if (schema.enum) return `shape.oneOf(${text(schema.enum)})`
  if (schema.anyOf)
    return `shape.anyOf(${schema.anyOf.map((each) => shapeOf(each, schemas)).join(', ')})`
  const named = [schema.type].flat()
  const base = ofType(named.find((type) => type !== 'null') ?? named[0], schema, schemas)
  return named.length > 1 && named.includes('null') ? `shape.nullable(${base})` : base
}

const numberBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

const wholeBounds = ({ 'x-messages': messages, ...schema }: Schema): Schema => ({
  ...integerBounds(schema),
  ...(messages ? { 'x-messages': messages } : {}),
})

const ofType = (type: string | undefined, schema: Schema, schemas: Schemas): string => {
  switch (type) {
    case 'string':
      return `shape.text(${options(schema, ['minLength', 'maxLength'])})`
    case 'integer':
      return `shape.integer(${options(wholeBounds(schema), ['minimum', 'maximum'])})`
    case 'number':
      return `shape.number(${options(schema, numberBounds)})`
    case 'boolean':
      return 'shape.boolean()'
    case 'null':
      return 'shape.oneOf([null])'
    case 'array': {
      const bounds = options(schema, ['minItems', 'maxItems'])
      return `shape.list(${shapeOf(schema.items ?? {}, schemas)}${bounds ? `, ${bounds}` : ''})`
    }
    case 'object':
      return objectShape(schema, schemas)
    default:
      return 'shape.anything'
  }
}

const parameterShape = ({ schema = {}, required = false }: Parameter, schemas: Schemas): string => {
  const target = schema.$ref === undefined ? schema : (schemas[componentName(schema.$ref)] ?? {})
  const bounds = (of: Schema, names: readonly (keyof Schema)[]) => options(of, names) || '{}'
  const values = 'const' in target ? [target.const] : target.enum
  if (values && target.type !== 'string')
    return `parameter.textParameter(shape.oneOf(${text(values.map(String))}), ${required})`
  switch (target.type) {
    case 'integer':
      return `parameter.integerParameter(${bounds(wholeBounds(target), ['minimum', 'maximum'])}, ${required})`
    case 'number':
      return `parameter.numberParameter(${bounds(target, numberBounds)}, ${required})`
    case 'boolean':
      return `parameter.flagParameter(${required})`
    case 'array':
      return `parameter.listParameter(${[
        shapeOf(target.items ?? {}, schemas),
        required,
        ...[options(target, ['minItems', 'maxItems'])].filter(Boolean),
      ].join(', ')})`
    default:
      return `parameter.textParameter(${shapeOf(schema, schemas)}, ${required})`
  }
}

const parametersOf = (operation: Operation, place: string, schemas: Schemas): string => {
  const entries = operation.parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => `${key(parameter.name)}: ${parameterShape(parameter, schemas)}`)
  return `{ ${entries.join(', ')} }`
}

const requiredMessages = ({ parameters }: Operation): string => {
  const entries = parameters.flatMap(({ name, schema }) => {
    const message = schema?.['x-messages']?.required
    return message === undefined ? [] : [[name, message]]
  })
  return text(Object.fromEntries(entries))
}

const replyEntry = ({
  status,
  contentType,
  headers,
  examples,
  provenance,
  description,
}: Reply): string =>
  `${status}: { contentType: ${text(contentType ?? null)}, headers: ${text(headers.map(({ name }) => name))}, examples: ${text(examples.map(({ name }) => name))}, provenance: ${text(provenance)}, description: ${text(description)} }`

const operationEntry = (operation: Operation, schemas: Schemas): string => {
  const { body } = operation
  const fields = [
    `id: ${text(operation.id)}`,
    `method: ${text(operation.method.toUpperCase())}`,
    `path: ${text(operation.path)}`,
    `tag: ${text(operation.tags[0] ?? '')}`,
    `provenance: ${text(operation.provenance)}`,
    `pathParameters: ${parametersOf(operation, 'path', schemas)}`,
    `queryParameters: ${parametersOf(operation, 'query', schemas)}`,
    `requiredMessages: ${requiredMessages(operation)}`,
    body
      ? `body: { shape: ${shapeOf(body.schema, schemas)}, contentType: ${text(body.contentType)}, invalid: ${text(body.invalid)} }`
      : 'body: undefined',
    `replies: { ${operation.replies.map(replyEntry).join(', ')} }`,
  ]
  return `${operationDoc(operation)}\n${operation.id}: { ${fields.join(', ')} }`
}

const types = `
/** What the document says of a reply. */
export type ReplyProperties = {
  contentType: string | null
  /** The names of its headers. */
  headers: readonly string[]
  /** The names of its examples. */
  examples: readonly string[]
  /** Where it comes from: sections of the specification, or a decision. */
  provenance: string
  description: string
}

/** What a property-based test has to know of an operation. */
export type OperationProperties = {
  id: string
  method: string
  /** The path template, parameters in braces. */
  path: string
  tag: string
  provenance: string
  pathParameters: Record<string, parameter.ParameterShape>
  queryParameters: Record<string, parameter.ParameterShape>
  /** The whole message of the answer when a parameter is missing, where it is fixed. */
  requiredMessages: Record<string, string>
  body: { shape: shape.Shape; contentType: string; invalid: string } | undefined
  replies: Record<number, ReplyProperties>
}
`

/** `properties.ts`: for every schema and operation, what it allows and what breaks it, as fast-check arbitraries. */
export const emitProperties = (document: Document, operations: readonly Operation[]): string => {
  const schemas = document.components?.schemas ?? {}
  const ordered = inDependencyOrder(document)
  const components = ordered.map(
    ([name, schema]) => `const ${identifier(name)} = ${shapeOf(schema, schemas)}`,
  )
  return `${banner}
import * as parameter from './parameter-shapes.ts'
import * as shape from './shapes.ts'

${components.join('\n\n')}
${types}
/** Every component schema. */
export const shapes: Record<string, shape.Shape> = { ${ordered
    .map(([name]) => (name === identifier(name) ? name : `${key(name)}: ${identifier(name)}`))
    .join(', ')} }

/** Every operation. */
export const operations: Record<string, OperationProperties> = {
${operations.map((operation) => operationEntry(operation, schemas)).join(',\n')}
}
`
}
