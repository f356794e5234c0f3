import fc from 'fast-check'
import {
  componentName,
  type Document,
  type Parameter,
  type Schema,
} from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import type { OperationId } from '../../generated/operations.ts'
import { document } from '../../testkit/contract.ts'
import type { ApiRequest } from './api.ts'
import { type Path, type Shape, type ShapeOf, shapesIn } from './schema-shape.ts'

type Value = string | string[]

/** The values of a parameter as a query or path carries it: one string, or several. */
type Values = {
  valid: fc.Arbitrary<Value>
  /** Valid values on a bound. */
  edges: readonly { constraint: string; value: fc.Arbitrary<Value> }[]
  /** Values that break one constraint, with the response's whole message where it is fixed. */
  broken: readonly {
    constraint: string
    message?: string | undefined
    value: fc.Arbitrary<Value>
  }[]
}

/** The part of an operation that property-based tests build requests from. */
export type OperationProperties = {
  id: string
  method: string
  /** The path template, parameters in braces. */
  path: string
  tag: string
  pathParameters: Record<string, Values & { required: boolean }>
  queryParameters: Record<string, Values & { required: boolean }>
  /** The response's whole message for a missing parameter, where the document fixes it. */
  requiredMessages: Record<string, string>
  body: { shape: Shape; invalid: string } | undefined
}

/** Whether a URL can carry the value: a lone surrogate has no percent-encoding. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed()

const twice = (valid: fc.Arbitrary<string>) => ({
  constraint: 'once',
  value: valid.map((each) => [each, each]),
})

const textParameter = ({ valid: values, edges, broken }: Shape): Values => {
  const valid = values.filter(isText)
  // Every query parameter is a string, so no type can be wrong. No URL can carry a lone surrogate.
  const ofText = broken.filter(({ constraint }) => !/^type|\(null\)$|surrogate/.test(constraint))
  return {
    valid,
    edges: edges.map((each) => ({ ...each, value: each.value.filter(isText) })),
    broken: [
      ...ofText.map((each) => ({ ...each, value: each.value.filter(isText) })),
      twice(valid),
    ],
  }
}

/** An integer in decimal digits. */
const integerParameter = ({ minimum: low = -(2 ** 31), maximum: high = 2 ** 31 - 1 }: Schema) => {
  const onBounds = [`${low}`, `${high}`]
  const valid = fc.oneof(
    fc.integer({ min: low, max: high }).map(String),
    fc.constantFrom(...onBounds),
  )
  const notDigits = ['', '1e3', '0x10', ' 20', '20 ', '1.5', 'x', '１', '+1', '--1']
  const broken = Object.entries({
    ...Object.fromEntries(notDigits.map((text) => [`decimal digits (${text})`, [text]])),
    [`minimum ${low}`]: [`${low - 1}`],
    [`maximum ${high}`]: [`${high + 1}`, '9'.repeat(23)],
  }).map(([constraint, texts]) => ({ constraint, value: fc.constantFrom(...texts) }))
  const edges = onBounds.map((on) => ({ constraint: `bound ${on}`, value: fc.constant(on) }))
  return { valid, edges, broken: [...broken, twice(valid)] }
}

/** A parameter that may be repeated. */
const arrayParameter = (item: Shape): Values => {
  const { valid, edges, broken } = textParameter(item)
  return {
    edges,
    valid: fc.array(valid, { minLength: 1, maxLength: 3 }).map((each) => each.flat()),
    broken: broken
      .filter(({ constraint }) => constraint !== 'once')
      .map((each) => ({ ...each, value: each.value.map((wrong) => ['x', wrong].flat()) })),
  }
}

/** Reads the properties of every operation from an OpenAPI document, in its order. */
const readProperties = (from: Document): OperationProperties[] => {
  const schemas = from.components?.schemas ?? {}
  const shapeOf: ShapeOf = shapesIn(schemas)
  const valuesOf = (schema: Schema): Values => {
    const target = schema.$ref === undefined ? schema : (schemas[componentName(schema.$ref)] ?? {})
    if (target.type === 'integer') return integerParameter(target)
    if (target.type === 'array') return arrayParameter(shapeOf(target.items ?? {}))
    return textParameter(shapeOf(schema))
  }
  const inPlace = (parameters: readonly Parameter[], place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema = {}, required = false }) => [
          name,
          { required, ...valuesOf(schema) },
        ]),
    )
  return readOperations(from).map(({ id, method, path, tags, parameters, body }) => ({
    id,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? '',
    pathParameters: inPlace(parameters, 'path'),
    queryParameters: inPlace(parameters, 'query'),
    requiredMessages: Object.fromEntries(
      parameters.flatMap(({ name, schema }) => {
        const message = schema?.['x-messages']?.required
        return message === undefined ? [] : [[name, message]]
      }),
    ),
    body: body && { shape: shapeOf(body.schema), invalid: body.invalid },
  }))
}

/** All operations, in the order of the document. */
export const allOperations: readonly OperationProperties[] = readProperties(document)

/** The operations with a request body. */
export const withBody = allOperations.filter(({ body }) => body !== undefined)

/** Fills in the parameters of a path template. */
export const withPath = (template: string, values: Record<string, Value> = {}): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? 'some-id')),
  )

/** Adds a query to a path. An array is sent as a repeated parameter. */
export const withQuery = (
  path: string,
  values: Record<string, string | number | readonly string[]>,
): string => {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Path parameters must be single segments: empty values and dots would change the path. */
const isSegment = (value: Value) => typeof value === 'string' && !/^\.{0,2}$/.test(value)

const partOf = (parameters: OperationProperties['queryParameters'], isPath = false) =>
  fc.record(
    Object.fromEntries(
      Object.entries(parameters).map(([name, { valid }]) => [
        name,
        isPath ? valid.filter(isSegment) : valid,
      ]),
    ),
    {
      requiredKeys: Object.keys(parameters).filter((name) => parameters[name]?.required),
      noNullPrototype: true,
    },
  )

/** The parts of a request for an operation. */
export type Parts = { path: Record<string, Value>; query: Record<string, Value>; body: unknown }

/** Generates the parts of a valid request for an operation. */
export const partsOf = (operation: OperationProperties): fc.Arbitrary<Parts> =>
  fc.record({
    path: partOf(operation.pathParameters, true),
    query: partOf(operation.queryParameters),
    body: operation.body?.shape.valid ?? fc.constant(undefined),
  })

/** Builds a request from its parts. */
export const requestFor = (
  operation: OperationProperties,
  { path, query, body }: Parts,
): ApiRequest => ({
  method: operation.method,
  path: withQuery(withPath(operation.path, path), query),
  ...(operation.body ? { json: body } : {}),
})

/** Generates requests that are valid for an operation. */
export const validRequest = (operation: OperationProperties): fc.Arbitrary<ApiRequest> =>
  partsOf(operation).map((parts) => requestFor(operation, parts))

/** Generates bodies that are valid for an operation. */
export const validBody = (operationId: OperationId): fc.Arbitrary<unknown> => {
  const body = allOperations.find(({ id }) => id === operationId)?.body
  if (!body) throw new Error(`${operationId} has no request body in the document`)
  return body.shape.valid
}

/** Formats a field path as in `errors`: `shipTo.email`, `products[0].sku`, `body` for the whole body. */
export const fieldOf = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '') || 'body'
