import fc from 'fast-check'
import {
  componentName,
  type Document,
  type Parameter,
  type Schema,
} from '../../codegen/model/document.ts'
import { type Operation, readOperations } from '../../codegen/model/model.ts'
import { type Shape, type ShapeOf, shapesIn } from './schema-shape.ts'

type Value = string | string[]

/** A parameter as a query or path carries it: one string, or several. */
export type ParameterShape = {
  required: boolean
  valid: fc.Arbitrary<Value>
  /** Valid values on a bound. */
  edges: readonly { constraint: string; value: fc.Arbitrary<Value> }[]
  /** Values that break one constraint, with the response's whole message where it is fixed. */
  broken: readonly {
    constraint: string
    message: string | undefined
    value: fc.Arbitrary<Value>
  }[]
}

/** The shape of a parameter, before it is known whether it is required. */
type Values = Omit<ParameterShape, 'required'>

/** Whether a URL can carry the value: a lone surrogate has no percent-encoding. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed()

const breaks = (constraint: string, value: fc.Arbitrary<Value>, message?: string) => ({
  constraint,
  message,
  value,
})

const twice = (valid: fc.Arbitrary<string>) =>
  breaks(
    'once',
    valid.map((each) => [each, each]),
  )

const textParameter = (shape: Shape): Values => {
  const valid = shape.valid.filter(isText)
  // Every query parameter is a string, so no type can be wrong. No URL can carry a lone surrogate.
  const ofText = shape.broken.filter(
    ({ constraint }) => !/^type|\(null\)$|surrogate/.test(constraint),
  )
  return {
    valid,
    edges: shape.edges.map(({ constraint, value }) => ({
      constraint,
      value: value.filter(isText),
    })),
    broken: [
      ...ofText.map(({ constraint, message, value }) =>
        breaks(constraint, value.filter(isText), message),
      ),
      twice(valid),
    ],
  }
}

/** An integer in decimal digits. */
const integerParameter = ({ minimum, maximum }: Schema): Values => {
  const low = minimum ?? -2147483648
  const high = maximum ?? 2147483647
  const onBounds = [low, high].map(String)
  const valid = fc.oneof(
    fc.integer({ min: low, max: high }).map(String),
    fc.constantFrom(...onBounds),
  )
  const notDigits = ['', '1e3', '0x10', ' 20', '20 ', '1.5', 'x', '１', '+1', '--1']
  const tooLarge = fc.constantFrom(String(high + 1), '9'.repeat(23))
  return {
    valid,
    edges: onBounds.map((bound) => ({ constraint: `bound ${bound}`, value: fc.constant(bound) })),
    broken: [
      ...notDigits.map((text) => breaks(`decimal digits (${text})`, fc.constant(text))),
      ...(minimum === undefined ? [] : [breaks(`minimum ${low}`, fc.constant(`${low - 1}`))]),
      ...(maximum === undefined ? [] : [breaks(`maximum ${high}`, tooLarge)]),
      twice(valid),
    ],
  }
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

const valuesOf = (schema: Schema, components: Record<string, Schema>, shapeOf: ShapeOf): Values => {
  const target = schema.$ref === undefined ? schema : (components[componentName(schema.$ref)] ?? {})
  if (target.type === 'integer') return integerParameter(target)
  if (target.type === 'array') return arrayParameter(shapeOf(target.items ?? {}))
  return textParameter(shapeOf(schema))
}

/** The shape of a path or query parameter. */
export const parameterShape = (
  { schema = {}, required = false }: Parameter,
  components: Record<string, Schema>,
  shapeOf: ShapeOf,
): ParameterShape => ({ required, ...valuesOf(schema, components, shapeOf) })

/** The part of an operation that property-based tests build requests from. */
export type OperationProperties = {
  id: string
  method: string
  /** The path template, parameters in braces. */
  path: string
  tag: string
  pathParameters: Record<string, ParameterShape>
  queryParameters: Record<string, ParameterShape>
  /** The response's whole message for a missing parameter, where the document fixes it. */
  requiredMessages: Record<string, string>
  body: { shape: Shape; invalid: string } | undefined
}

const parametersOf = (
  { parameters }: Operation,
  place: 'path' | 'query',
  components: Document['components'],
  shapeOf: ShapeOf,
): Record<string, ParameterShape> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [
        parameter.name,
        parameterShape(parameter, components?.schemas ?? {}, shapeOf),
      ]),
  )

const requiredMessagesOf = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const message = schema?.['x-messages']?.required
      return message === undefined ? [] : [[name, message]]
    }),
  )

/** Reads the properties of every operation from an OpenAPI document, in its order. */
export const readProperties = (document: Document): OperationProperties[] => {
  const { components } = document
  const shapeOf = shapesIn(components?.schemas ?? {})
  return readOperations(document).map((operation) => ({
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    tag: operation.tags[0] ?? '',
    pathParameters: parametersOf(operation, 'path', components, shapeOf),
    queryParameters: parametersOf(operation, 'query', components, shapeOf),
    requiredMessages: requiredMessagesOf(operation),
    body: operation.body && {
      shape: shapeOf(operation.body.schema),
      invalid: operation.body.invalid,
    },
  }))
}
