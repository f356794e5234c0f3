import fc from 'fast-check'
import type { OperationId } from '../../generated/operations.ts'
import {
  componentName,
  type Parameter,
  type Schema,
} from '../../packages/openapi-hono/model/document.ts'
import type { ApiRequest } from './api.ts'
import { document, operations } from './contract.ts'
import { leaf, type Path, type SchemaValues, schemaValuesIn } from './schema-values.ts'

/** A parameter as a query or path carries it: one string, or several. A missing one is undefined. */
type Value = string | string[] | undefined

const schemas = document.components?.schemas ?? {}

const schemaValuesOf = schemaValuesIn(schemas)

export const allOperations = operations.map(({ id, method, path, tags, parameters, body }) => ({
  id,
  method: method.toUpperCase(),
  /** The path template, parameters in braces. */
  path,
  tag: tags[0] ?? '',
  pathParameters: parametersIn('path', parameters),
  queryParameters: parametersIn('query', parameters),
  body: body && { values: schemaValuesOf(body.schema), invalid: body.invalid },
}))

/** The part of an operation that property-based tests build requests from. */
export type OperationProperties = (typeof allOperations)[number]

export const withBody = allOperations.flatMap((operation) =>
  operation.body ? [{ ...operation, body: operation.body }] : [],
)

export type Parts = { path: Record<string, Value>; query: Record<string, Value>; body: unknown }

export const withPath = (template: string, values: Record<string, Value> = {}): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? 'some-id')),
  )

/** Adds a query to a path. An array is sent as a repeated parameter. */
export const withQuery = (
  path: string,
  values: Record<string, number | string | readonly string[] | undefined>,
): string => {
  const pairs = Object.entries(values).flatMap(([name, value = []]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

export const partsOf = (operation: OperationProperties): fc.Arbitrary<Parts> =>
  fc.record({
    path: valuesOf(operation.pathParameters, isSegment),
    query: valuesOf(operation.queryParameters, () => true),
    body: operation.body?.values.valid ?? fc.constant(undefined),
  })

type Parameters = Record<string, SchemaValues<Value> & { required: boolean }>

function valuesOf(parameters: Parameters, isAllowed: (value: Value) => boolean) {
  return fc.record(
    Object.fromEntries(
      Object.entries(parameters).map(([name, { valid }]) => [name, valid.filter(isAllowed)]),
    ),
    {
      requiredKeys: Object.keys(parameters).filter((name) => parameters[name]?.required),
      noNullPrototype: true,
    },
  )
}

/** Path parameters must be single segments: empty values and dots would change the path. */
function isSegment(value: Value) {
  return typeof value === 'string' && !/^\.{0,2}$/.test(value)
}

export const requestFor = (
  operation: OperationProperties,
  { path, query, body }: Parts,
): ApiRequest => ({
  method: operation.method,
  path: withQuery(withPath(operation.path, path), query),
  ...(operation.body ? { json: body } : {}),
})

export const validRequest = (operation: OperationProperties): fc.Arbitrary<ApiRequest> =>
  partsOf(operation).map((parts) => requestFor(operation, parts))

export const operationNamed = (id: string): OperationProperties => {
  const operation = allOperations.find((each) => each.id === id)
  if (!operation) throw new Error(`The document has no operation ${id}`)
  return operation
}

export const validBody = (id: OperationId): fc.Arbitrary<unknown> =>
  operationNamed(id).body?.values.valid ?? fc.constant(undefined)

/** Formats a field path as in `errors`: `shipTo.email`, `products[0].sku`, `body` for the whole body. */
export const fieldOf = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '') || 'body'

/** Whether a URL can carry the value: a lone surrogate has no percent-encoding. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed()
}

/** A parameter of text. All are strings, so no type can be wrong. */
function textParameter({ valid, edges, broken }: SchemaValues): SchemaValues<string> {
  return {
    valid: valid.filter(isText),
    edges: edges.map((each) => ({ ...each, value: each.value.filter(isText) })),
    broken: broken
      .filter(({ constraint }) => !/^type|null\)$|surrogate/.test(constraint))
      .map((each) => ({ ...each, value: each.value.filter(isText) })),
  }
}

/** An integer in decimal digits. */
function integerParameter({
  minimum: min = -(2 ** 31),
  maximum: max = 2 ** 31 - 1,
}: Schema): SchemaValues<string> {
  return leaf(
    {},
    fc.oneof(fc.integer({ min, max }).map(String), fc.constantFrom(`${min}`, `${max}`)),
    [['bounds', [`${min}`, `${max}`]]],
    [
      ...['', '1e3', '0x10', ' 20', '20 ', '1.5', 'x', '１', '+1', '--1'].map(
        (text) => [`decimal digits (${text})`, [text]] as const,
      ),
      [`minimum ${min}`, [`${min - 1}`]],
      // 32 bits of the second are a small number.
      ...[`${max + 1}`, `${2 ** 32 + 1}`, '9'.repeat(23)].map(
        (text) => [`maximum ${max}`, [text]] as const,
      ),
    ],
  )
}

/** A parameter that may be repeated. */
function arrayParameter(item: SchemaValues): SchemaValues<string[]> {
  const { valid, edges, broken } = textParameter(item)
  return {
    valid: fc.array(valid, { minLength: 1, maxLength: 3 }),
    edges,
    broken: broken.map((each) => ({ ...each, value: each.value.map((wrong) => ['x', wrong]) })),
  }
}

function parameterValues(schema: Schema): SchemaValues<Value> {
  const target = schema.$ref === undefined ? schema : (schemas[componentName(schema.$ref)] ?? {})
  if (target.type === 'array') return arrayParameter(schemaValuesOf(target.items ?? {}))
  const isInteger = target.type === 'integer'
  const known = isInteger ? integerParameter(target) : textParameter(schemaValuesOf(schema))
  const value = known.valid.map((each) => [each, each])
  const twice = { path: [], constraint: 'once', message: undefined, value }
  return { ...known, broken: [...known.broken, twice] }
}

function parametersIn(place: string, parameters: readonly Parameter[]): Parameters {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema = {}, required = false }) => {
        const { valid, edges, broken } = parameterValues(schema)
        const message = schema['x-messages']?.required
        const missing = { path: [], constraint: 'required', message, value: fc.constant(undefined) }
        return [name, { required, valid, edges, broken: required ? [...broken, missing] : broken }]
      }),
  )
}
