import fc from 'fast-check'
import type { Shape } from './shapes.ts'

type Value = string | string[]

/** A parameter as a query or path carries it: text, or several texts. */
export type ParameterShape = {
  required: boolean
  valid: fc.Arbitrary<Value>
  /** Texts that stand on a bound, just inside it. */
  edges: readonly { constraint: string; value: fc.Arbitrary<Value> }[]
  /** Texts that break one constraint, with the whole message of the answer where it is fixed. */
  broken: readonly {
    constraint: string
    message: string | undefined
    value: fc.Arbitrary<Value>
  }[]
}

/** Text that a URL can carry: a lone surrogate has no percent-encoding. */
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

/** A parameter that is text. */
export const textParameter = (shape: Shape, required: boolean): ParameterShape => {
  const valid = shape.valid.filter(isText)
  // A query carries nothing but text, so no type can be wrong.
  const ofText = shape.broken.filter(({ constraint }) => !/^type|\(null\)$/.test(constraint))
  return {
    required,
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

type Bounds = { minimum?: number; maximum?: number }
type NumberBounds = Bounds & { exclusiveMinimum?: number; exclusiveMaximum?: number }

const given = (bound: number | undefined): number[] => (bound === undefined ? [] : [bound])

/** A parameter that is a whole number in decimal digits. */
export const integerParameter = (
  { minimum, maximum }: Bounds,
  required: boolean,
): ParameterShape => {
  const low = minimum ?? Math.min(-2147483648, (maximum ?? 0) - 1)
  const high = maximum ?? Math.max(2147483647, (minimum ?? 0) + 1)
  const valid = fc.oneof(
    fc.integer({ min: low, max: high }).map(String),
    fc.constantFrom(String(low), String(high)),
  )
  const notDigits = ['', '1e3', '0x10', ' 20', '20 ', '1.5', 'x', '１', '+1', '--1']
  return {
    required,
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

/** A parameter that is a number in decimal digits. */
export const numberParameter = (
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberBounds,
  required: boolean,
): ParameterShape => {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  const low = Math.ceil(least ?? Math.min(-1000, (most ?? 0) - 1))
  const high = Math.floor(most ?? Math.max(1000, (least ?? 0) + 1))
  const valid = fc.integer({ min: low, max: high }).map(String)
  return {
    required,
    valid,
    edges: [],
    broken: [breaks('decimal digits', fc.constantFrom('', '1e3', 'x', '1.')), twice(valid)],
  }
}

/** A parameter that is true or false. */
export const flagParameter = (required: boolean): ParameterShape => {
  const valid = fc.constantFrom('true', 'false')
  return {
    required,
    valid,
    edges: [],
    broken: [breaks('type', fc.constantFrom('', '1', 'TRUE', 'yes')), twice(valid)],
  }
}

/** A parameter that may be given several times. */
export const listParameter = (
  item: Shape,
  required: boolean,
  { minItems = 0, maxItems }: { minItems?: number; maxItems?: number } = {},
): ParameterShape => {
  const { valid, edges, broken } = textParameter(item, required)
  const least = Math.max(minItems, 1)
  const most = Math.min(least + 2, maxItems ?? Number.POSITIVE_INFINITY)
  return {
    required,
    edges: least > 1 ? [] : edges,
    valid: fc.array(valid, { minLength: least, maxLength: most }).map((each) => each.flat()),
    broken: broken
      .filter(({ constraint }) => constraint !== 'once')
      .map((each) => ({ ...each, value: each.value.map((wrong) => ['x', wrong].flat()) })),
  }
}
