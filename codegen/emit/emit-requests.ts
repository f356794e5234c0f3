import type { Content, Operation, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import type { Copies } from '../schema/copies.ts'
import type { Place } from '../schema/places.ts'
import { isObject, type SchemaObject } from '../schema/schema.ts'
import { banner } from './banner.ts'
import { declaration, filesOf } from './declarations.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** The places of parameters. */
export const parameterPlaces = ['path', 'query', 'header', 'cookie'] as const
export type ParameterPlace = (typeof parameterPlaces)[number]

/** Returns an operation's parameters of one place. */
export const parametersIn = (
  { parameters }: Pick<Operation, 'parameters'>,
  place: ParameterPlace,
): PlacedParameter[] => {
  const found = parameters.filter((each) => each.in === place)
  // OpenAPI has other words for these headers, and ignores parameters of their names.
  return place === 'header'
    ? found.filter(({ name }) => !/^(accept|content-type|authorization)$/i.test(name))
    : found
}

/** Returns whether an operation reads something of a request with a function of `requests.ts`. */
export const readsRequest = (layer: Layer, operation: Operation): boolean =>
  parameterPlaces.some((place) => parametersIn(operation, place).length > 0) ||
  checkedBodies(layer, operation).length > 0

/** Returns the contents of a request body whose value is checked. */
export const checkedBodies = (layer: Layer, { body }: Operation): Content[] =>
  (body?.contents ?? []).filter((content) => layer.isChecked(content, 'request'))

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

/** Returns the schema of a form whose files are of any type: they have been read as files. */
const formPlace = (layer: Layer, { id }: Operation, content: Content, place: Place): Place => {
  const files = filesOf(layer, content)
  const { schema } = layer.checks.target(place)
  if (files.size === 0 || typeof schema === 'boolean' || !isObject(schema.properties)) return place
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const kind = files.get(name)
    const list = isObject(property) ? { ...property, items: {} } : {}
    return [name, kind === 'files' ? list : kind === 'file' ? {} : property]
  })
  const own = { ...schema, properties: Object.fromEntries(properties) }
  return layer.madePlace(`form:${id}`, own, content.pointer)
}

const bodyEntry = (layer: Layer, copies: Copies, operation: Operation): string[] => {
  const readers = checkedBodies(layer, operation).flatMap((content) => {
    const place = layer.place(content.pointer)
    if (!place) return []
    const type = layer.requestBodyType(operation, content)
    const form = formPlace(layer, operation, content, place)
    const check = `checks.${layer.checks.check(form, 'request')}`
    layer.setType(place, type)
    // A copy cannot express files.
    const copy =
      content.kind === 'multipart'
        ? `check.whole((v): v is ${type} => ${check}(v))`
        : copies.copy(place)
    return [`${key(content.contentType)}: check.reader(${check}, ${copy})`]
  })
  return readers.length === 0 ? [] : [`body: { ${readers.join(', ')} }`]
}

/** Emits `requests.ts`: for each operation, functions that read and check its parameters and its body. */
export const emitRequests = (layer: Layer): string => {
  const copies = layer.copies('request')
  const entries = layer.operations
    .filter((each) => readsRequest(layer, each))
    .map((operation) => {
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
