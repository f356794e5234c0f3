import fc from 'fast-check'
import { componentName, type Parameter, type Schema } from '../../codegen/model/document.ts'
import { integerBounds } from '../../codegen/model/integer-bounds.ts'
import type { ShapeOf } from './schema-shape.ts'
import type { Shape } from './shape.ts'
import { enumShape } from './simple-shapes.ts'

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
  // Every query parameter is a string, so no type can be wrong.
  const ofText = shape.broken.filter(({ constraint }) => !/^type|\(null\)$/.test(constraint))
  return {
    valid,
    edges: shape.edges
      .filter(({ constraint }) => constraint !== 'null')
      .map(({ constraint, value }) => ({ constraint, value: value.filter(isText) })),
    broken: [
      ...ofText.map(({ constraint, message, value }) =>
        breaks(constraint, value.filter(isText), message),
      ),
      twice(valid),
    ],
  }
}

const given = (bound: number | undefined): number[] => (bound === undefined ? [] : [bound])

/** An integer in decimal digits. */
const integerParameter = (schema: Schema): Values => {
  const { minimum, maximum } = integerBounds(schema)
  const low = minimum ?? Math.min(-2147483648, (maximum ?? 0) - 1)
  const high = maximum ?? Math.max(2147483647, (minimum ?? 0) + 1)
  const valid = fc.oneof(
    fc.integer({ min: low, max: high }).map(String),
    fc.constantFrom(String(low), String(high)),
  )
  const notDigits = ['', '1e3', '0x10', ' 20', '20 ', '1.5', 'x', '１', '+1', '--1']
  return {
    valid,
    edges: [low, high].map((bound) => ({
      constraint: `bound ${bound}`,
      value: fc.constant(String(bound)),
    })),
    broken: [
      ...notDigits.map((text) => breaks(`decimal digits (${text})`, fc.constant(text))),
      ...given(minimum).map((bound) => breaks(`minimum ${bound}`, fc.constant(String(bound - 1)))),
      ...given(maximum).map((bound) =>
        breaks(`maximum ${bound}`, fc.constantFrom(String(bound + 1), '9'.repeat(23))),
      ),
      twice(valid),
    ],
  }
}

/** A number in decimal digits. */
const numberParameter = (schema: Schema): Values => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  const low = Math.ceil(least ?? Math.min(-1000, (most ?? 0) - 1))
  const high = Math.floor(most ?? Math.max(1000, (least ?? 0) + 1))
  const valid = fc.integer({ min: low, max: high }).map(String)
  return {
    valid,
    edges: [],
    broken: [breaks('decimal digits', fc.constantFrom('', '1e3', 'x', '1.')), twice(valid)],
  }
}

const booleanParameter = (): Values => {
  const valid = fc.constantFrom('true', 'false')
  return {
    valid,
    edges: [],
    broken: [breaks('type', fc.constantFrom('', '1', 'TRUE', 'yes')), twice(valid)],
  }
}

/** A parameter that may be repeated. */
const arrayParameter = (item: Shape, { minItems = 0, maxItems }: Schema): Values => {
  const { valid, edges, broken } = textParameter(item)
  const least = Math.max(minItems, 1)
  const most = Math.min(least + 2, maxItems ?? Number.POSITIVE_INFINITY)
  return {
    edges: least > 1 ? [] : edges,
    valid: fc.array(valid, { minLength: least, maxLength: most }).map((each) => each.flat()),
    broken: broken
      .filter(({ constraint }) => constraint !== 'once')
      .map((each) => ({ ...each, value: each.value.map((wrong) => ['x', wrong].flat()) })),
  }
}

const valuesOf = (schema: Schema, components: Record<string, Schema>, shapeOf: ShapeOf): Values => {
  const target = schema.$ref === undefined ? schema : (components[componentName(schema.$ref)] ?? {})
  const allowed = 'const' in target ? [target.const] : target.enum
  if (allowed && target.type !== 'string') return textParameter(enumShape(allowed.map(String)))
  switch (target.type) {
    case 'integer':
      return integerParameter(target)
    case 'number':
      return numberParameter(target)
    case 'boolean':
      return booleanParameter()
    case 'array':
      return arrayParameter(shapeOf(target.items ?? {}), target)
    default:
      return textParameter(shapeOf(schema))
  }
}

/** The shape of a path or query parameter. */
export const parameterShape = (
  { schema = {}, required = false }: Parameter,
  components: Record<string, Schema>,
  shapeOf: ShapeOf,
): ParameterShape => ({ required, ...valuesOf(schema, components, shapeOf) })
