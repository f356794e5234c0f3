import type { Content, Operation, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import type { TextType } from '../runtime/parameters.ts'
import type { Copies } from '../schema/copies.ts'
import type { Place } from '../schema/places.ts'
import { forms, isObject, type SchemaObject } from '../schema/schema.ts'
import { banner } from './banner.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** The places of parameters. */
export const parameterPlaces = ['path', 'query', 'header', 'cookie'] as const
export type ParameterPlace = (typeof parameterPlaces)[number]

/** Returns an operation's parameters of one place. */
export const parametersIn = (operation: Operation, place: ParameterPlace): PlacedParameter[] =>
  operation.parameters.filter((each) => each.in === place)

/** Returns the contents of a body whose value is checked. Others are streams. */
export const checkedContents = (contents: readonly Content[]): Content[] =>
  contents.filter(({ kind, schema }) => schema && kind !== 'bytes' && kind !== 'events')

/** Returns whether an operation reads something of a request with a function of \`requests.ts\`. */
export const readsRequest = (operation: Operation): boolean =>
  operation.parameters.length > 0 || checkedContents(operation.body?.contents ?? []).length > 0

/** What the types of the schemas that apply to a value say. */
type Shape = {
  types: Set<string>
  items: Place | undefined
  properties: Map<string, Place>
  minimum: number | undefined
}

const gather = (layer: Layer, place: Place | undefined, shape: Shape, depth = 0): Shape => {
  if (!place || typeof place.schema === 'boolean' || depth > 10) return shape
  const { schema } = place
  const { type, minimum, exclusiveMinimum, $ref, enum: values } = schema
  if (forms.types(type)) for (const each of [type].flat()) shape.types.add(each)
  else
    for (const each of 'const' in schema ? [schema.const] : Array.isArray(values) ? values : [])
      shape.types.add(typeof each)
  if (typeof minimum === 'number') shape.minimum = minimum
  else if (typeof exclusiveMinimum === 'number') shape.minimum = exclusiveMinimum < 0 ? -1 : 0
  shape.items ??= layer.child(place, 'items')
  const { properties } = schema
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    const inner = layer.child(place, 'properties', name)
    if (inner) shape.properties.set(name, inner)
  }
  if (typeof $ref === 'string') gather(layer, layer.checks.resolve($ref, place), shape, depth + 1)
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const i of forms.schemas(schema[keyword]) ? Object.keys(Object(schema[keyword])) : [])
      gather(layer, layer.child(place, keyword, i), shape, depth + 1)
  return shape
}

const shapeOf = (layer: Layer, place: Place | undefined): Shape =>
  gather(layer, place, {
    types: new Set(),
    items: undefined,
    properties: new Map(),
    minimum: undefined,
  })

/** Numbers and booleans come first: every text is a string. */
const textTypes = ['integer', 'number', 'boolean', 'string'] as const

const readableTypes = ({ types }: Shape): TextType[] => {
  const found = textTypes.filter((type) => types.has(type))
  return found.length === 0
    ? ['string']
    : found.includes('number')
      ? found.filter((type) => type !== 'integer')
      : found
}

/** Returns what a parameter's texts are read as. */
const declaration = (
  layer: Layer,
  parameter: PlacedParameter,
  place: Place | undefined,
): string => {
  const shape = shapeOf(layer, place)
  const kind = shape.types.has('array') ? 'array' : shape.types.has('object') ? 'object' : 'scalar'
  const read = kind === 'array' ? shapeOf(layer, shape.items) : shape
  const fields = [
    `name: ${text(parameter.name)}`,
    `in: ${text(parameter.in)}`,
    `required: ${parameter.required === true}`,
    `style: ${text(parameter.style)}`,
    `explode: ${parameter.explode}`,
    ...(parameter.contentType === undefined ? [] : [`contentType: ${text(parameter.contentType)}`]),
    `shape: ${text(kind)}`,
    `types: ${text(readableTypes(read))}`,
  ]
  if (kind === 'object' && shape.properties.size > 0)
    fields.push(
      `properties: { ${[...shape.properties].map(([name, inner]) => `${key(name)}: ${text(readableTypes(shapeOf(layer, inner)))}`).join(', ')} }`,
    )
  if ((read.minimum ?? -1) >= 0) fields.push('unsigned: true')
  return `{ ${fields.join(', ')} }`
}

/** Returns the schema of all parameters of one place, as an object. */
const parametersSchema = (layer: Layer, parameters: readonly PlacedParameter[]): SchemaObject => ({
  type: 'object',
  required: parameters
    .filter((each) => each.required && layer.parameterDefault(each) === undefined)
    .map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
})

const parametersEntry = (
  layer: Layer,
  copies: Copies,
  operation: Operation,
  place: ParameterPlace,
): string[] => {
  const parameters = parametersIn(operation, place)
  if (parameters.length === 0) return []
  const made = layer.madePlace(
    `parameters:${operation.id}/${place}`,
    parametersSchema(layer, parameters),
    parameters[0]?.pointer ?? '#',
  )
  layer.setType(made, `Inputs[${text(operation.id)}][${text(place)}]`)
  const declared = parameters.map((parameter) =>
    declaration(layer, parameter, layer.child(made, 'properties', parameter.name)),
  )
  const check = layer.checks.check(made, 'request')
  return [`${place}: parameters([${declared.join(', ')}], checks.${check}, ${copies.copy(made)})`]
}

const bodyEntry = (layer: Layer, copies: Copies, operation: Operation): string[] => {
  const contents = checkedContents(operation.body?.contents ?? [])
  const readers = contents.flatMap((content) => {
    const place = layer.place(content.pointer)
    if (!place) return []
    layer.setType(place, layer.requestBodyType(operation, content))
    const check = layer.checks.check(place, 'request')
    return [`${key(content.contentType)}: check.reader(checks.${check}, ${copies.copy(place)})`]
  })
  return readers.length === 0 ? [] : [`body: { ${readers.join(', ')} }`]
}

/** Emits `requests.ts`: for each operation, functions that read and check its parameters and its body. */
export const emitRequests = (layer: Layer): string => {
  const copies = layer.copies('request')
  const entries = layer.operations.filter(readsRequest).map((operation) => {
    const parts = [
      ...parameterPlaces.flatMap((place) => parametersEntry(layer, copies, operation, place)),
      ...bodyEntry(layer, copies, operation),
    ]
    return `${operation.id}: { ${parts.join(', ')} }`
  })
  const code = `${copies.code()}
/** Functions that read and check the parameters and the body of a request, by operation. */
export const requests = {
${entries.join(',\n')}
}
`
  const imports = importsFor(code, {
    check: "import * as check from './check.ts'",
    checks: "import * as checks from './checks.ts'",
    Inputs: "import type { Inputs } from './inputs.ts'",
  })
  const parameters = code.includes(': parameters([')
    ? "import { parameters } from './parameters.ts'\n"
    : ''
  return `${banner}\n${imports}${parameters}${schemaTypes(code)}\n${code}`
}
