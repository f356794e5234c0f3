import fc from 'fast-check'
import { componentName, type Schema } from '../../codegen/model/document.ts'

/** The place of a value: property names and array indices from the outside in. */
export type Path = readonly (string | number)[]

/** Valid values on a bound of a schema. */
type Edge = { path: Path; constraint: string; value: fc.Arbitrary<unknown> }

/** Values that break one constraint of a schema, in the schema's words such as `maxLength 100`, and no other. */
export type Broken = Edge & {
  /** The response's whole message, where the document fixes it (`x-messages`). */
  message: string | undefined
}

/** Values that a schema allows, values on each of its bounds, and values that break each constraint. */
export type Shape = {
  valid: fc.Arbitrary<unknown>
  edges: readonly Edge[]
  broken: readonly Broken[]
}

/** One value on a bound of the schema itself. */
const edge = (constraint: string, value: unknown): Edge => ({
  path: [],
  constraint,
  value: fc.constant(value),
})

/** Values that break a constraint of the schema itself. The constraint's first word is its keyword. */
const breaks = (
  { 'x-messages': messages = {} }: Schema,
  constraint: string,
  value: fc.Arbitrary<unknown>,
): Broken => ({ path: [], constraint, message: messages[constraint.split(' ')[0] ?? ''], value })

const samples: Record<string, unknown[]> = {
  string: ['text', ''],
  number: [0, -1, 1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { a: 1 }],
}

/** Values of every other type, and null. */
const ofWrongType = (schema: Schema, type: string): Broken[] => {
  const others = Object.entries(samples).filter(([name]) => name !== type)
  return [
    breaks(schema, 'type', fc.constantFrom(...others.flatMap(([, values]) => values))),
    breaks(schema, 'type (null)', fc.constant(null)),
  ]
}

const booleanShape = (schema: Schema): Shape => ({
  valid: fc.boolean(),
  edges: [edge('true', true), edge('false', false)],
  broken: [
    ...ofWrongType(schema, 'boolean'),
    breaks(schema, 'type', fc.constantFrom('true', 'false')),
  ],
})

const enumShape = (schema: Schema, values: readonly unknown[]): Shape => {
  const similar = values.flatMap((value) =>
    typeof value === 'string'
      ? [value.toLowerCase(), value.toUpperCase(), ` ${value}`, `${value}x`, '']
      : [],
  )
  const wrong = [...similar, 0, false, [], {}].filter((value) => !values.includes(value))
  return {
    valid: fc.constantFrom(...values),
    edges: values.map((value) => edge(`enum ${value}`, value)),
    broken: [
      breaks(schema, 'enum', fc.constantFrom(...wrong)),
      breaks(schema, 'enum (null)', fc.constant(null)),
    ],
  }
}

const integerShape = (schema: Schema, minimum: number, maximum: number): Shape => ({
  valid: fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum)),
  edges: [edge(`minimum ${minimum}`, minimum), edge(`maximum ${maximum}`, maximum)],
  broken: [
    ...ofWrongType(schema, 'number'),
    breaks(schema, 'type', fc.constantFrom('1', '1e3')),
    breaks(schema, 'type (a fraction)', fc.constantFrom(minimum + 0.5, maximum - 0.5)),
    breaks(schema, `minimum ${minimum}`, fc.constant(minimum - 1)),
    breaks(schema, `maximum ${maximum}`, fc.constant(maximum + 1)),
  ],
})

/** Strings that validators often judge wrongly. */
const awkward = [
  ...['\u0000', '\ud800', 'a\udfff', ' ', '@', 'a b@c.d', '2027-02-30', 'http://a', '{}', '-'],
]

const lengthOf = (value: string): number => [...value].length

/** Strings of exactly a length in code points, in letters of one and of two UTF-16 units. */
const ofLength = (length: number, seeds: readonly string[]): string[] => {
  const repeated = ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  // A pattern may need more than letters: lengthen strings that match it, at every position.
  const lengthened = seeds.flatMap((seed) => {
    const more = 'x'.repeat(Math.max(0, length - lengthOf(seed)))
    return [...seed].map((_, at) => `${seed.slice(0, at)}${more}${seed.slice(at)}`)
  })
  return [...repeated, ...lengthened].filter((value) => lengthOf(value) === length)
}

const stringShape = (schema: Schema): Shape => {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const pattern = new RegExp(schema.pattern ?? '^', 'u')
  const matches = (value: string) => pattern.test(value)
  const fits = (value: string) => {
    const length = lengthOf(value)
    return length >= minLength && length <= maxLength
  }
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('x', '😀', 'é'),
  )
  const byPattern = schema.pattern === undefined ? free : fc.stringMatching(pattern)
  const seeds = fc.sample(byPattern.filter(fits), { numRuns: 5, seed: 1 })
  const exactly = (length: number) =>
    Number.isFinite(length) && length >= 0 ? ofLength(length, seeds).filter(matches) : []
  const bounds = { minLength: exactly(minLength), maxLength: exactly(maxLength) }
  const onBounds = Object.values(bounds).flat()
  const valid = fc
    .oneof(byPattern, free, ...(onBounds.length > 0 ? [fc.constantFrom(...onBounds)] : []))
    .filter((value) => matches(value) && fits(value) && value.isWellFormed())
  // JSON Schema has no keyword for lone surrogates, which the service rejects (design decision 16).
  const illFormed = ['', 'a', ...seeds].flatMap((text) => [`${text}\ud800`, `${text}\udfff`])
  const wrong = {
    [`minLength ${minLength}`]: exactly(minLength - 1),
    [`maxLength ${maxLength}`]: exactly(maxLength + 1),
    pattern: awkward.filter((value) => !matches(value) && fits(value)),
    'no lone surrogate': illFormed.filter((value) => matches(value) && fits(value)),
  }
  return {
    valid,
    // One for each kind of letter: a server that counts UTF-16 units or bytes rejects the last ones.
    edges: [
      ...bounds.minLength.slice(0, 3).map((value) => edge(`minLength ${minLength}`, value)),
      ...bounds.maxLength.slice(0, 3).map((value) => edge(`maxLength ${maxLength}`, value)),
    ],
    broken: [
      ...ofWrongType(schema, 'string'),
      ...Object.entries(wrong).flatMap(([constraint, values]) =>
        values.length > 0 ? [breaks(schema, constraint, fc.constantFrom(...values))] : [],
      ),
    ],
  }
}

/** Puts the places of values inside an outer one, and the values too. */
const within = <Inner extends Edge>(
  inner: readonly Inner[],
  step: string | number,
  put: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>,
): Inner[] => inner.map((each) => ({ ...each, path: [step, ...each.path], value: put(each.value) }))

/** The shape of an array schema whose items have one shape. */
const arrayShape = (schema: Schema, item: Shape): Shape => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const few = Math.min(minItems + 3, maxItems)
  const repeated = (count: number) => item.valid.map((each) => Array(count).fill(each))
  const others = fc.array(item.valid, {
    minLength: Math.max(minItems - 1, 0),
    maxLength: Math.max(few - 1, 0),
  })
  const first = (value: fc.Arbitrary<unknown>) =>
    fc.tuple(value, others).map(([each, rest]) => [each, ...rest])
  // The last item's index must be known, so the items before it have a fixed number.
  const last = Math.max(minItems - 1, 1)
  const before = fc.array(item.valid, { minLength: last, maxLength: last })
  const atEnd = (value: fc.Arbitrary<unknown>) =>
    fc.tuple(before, value).map(([rest, each]) => [...rest, each])
  const hasMaximum = Number.isFinite(maxItems)
  const onBound = (constraint: string, count: number): Edge => ({
    path: [],
    constraint,
    value: repeated(count),
  })
  return {
    valid: fc.array(item.valid, { minLength: minItems, maxLength: few }),
    edges: [
      onBound(`minItems ${minItems}`, minItems),
      ...(hasMaximum ? [onBound(`maxItems ${maxItems}`, maxItems)] : []),
      ...within(item.edges, 0, first),
    ],
    broken: [
      ...ofWrongType(schema, 'array'),
      ...(minItems > 0 ? [breaks(schema, `minItems ${minItems}`, repeated(minItems - 1))] : []),
      ...(hasMaximum ? [breaks(schema, `maxItems ${maxItems}`, repeated(maxItems + 1))] : []),
      ...within(item.broken, 0, first),
      ...within(item.broken, last, atEnd),
    ],
  }
}

type Fields = Record<string, unknown>

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

/** The shape of an object schema with these properties. */
const objectShape = (schema: Schema, properties: Record<string, Shape>): Shape => {
  const arbitraries = Object.fromEntries(
    Object.entries(properties).map(([name, { valid }]) => [name, valid]),
  )
  /** Generates objects with all of some properties, and any of the others if they are optional. */
  const record = (required: readonly string[], names = required): fc.Arbitrary<Fields> =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, arbitraries[name] ?? fc.constant(null)])),
      { requiredKeys: [...required], noNullPrototype: true },
    )
  const { required = [], if: condition, then } = schema
  const names = Object.keys(properties)
  const requiredKeys = names.filter((name) => required.includes(name))
  /** `if` some properties have these values, `then` others are required. */
  const when = Object.fromEntries(
    Object.entries(condition?.properties ?? {}).map(([name, property]) => [name, property.const]),
  )
  const thenRequired = then?.required ?? []
  const meets = (given: Fields): boolean =>
    Object.entries(when).some(([name, value]) => given[name] !== value) ||
    thenRequired.every((name) => name in given)
  const fields = record(requiredKeys, names)
  const valid = fields.filter(meets)
  /** Adds the properties that the condition requires, where it holds. */
  const completed = (each: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    fc
      .tuple(each, record(thenRequired))
      .map(([given, more]) => (meets(given) ? given : { ...given, ...more }))
  const lacking = (
    name: string,
    constraint: string,
    from: Schema,
    change: Fields = {},
  ): Broken => ({
    path: [name],
    constraint,
    message: from.properties?.[name]?.['x-messages']?.required,
    value: valid.map((each) => without({ ...each, ...change }, name)),
  })
  const inProperties = Object.entries(properties)
  return {
    valid,
    edges: [
      { path: [], constraint: 'required properties alone', value: completed(record(requiredKeys)) },
      ...inProperties.flatMap(([name, { edges }]) =>
        within(edges, name, (value) =>
          completed(fc.tuple(fields, value).map(([rest, on]) => ({ ...rest, [name]: on }))),
        ),
      ),
    ],
    broken: [
      ...ofWrongType({}, 'object'),
      ...requiredKeys.map((name) => lacking(name, 'required', schema)),
      ...inProperties.flatMap(([name, { broken }]) =>
        within(broken, name, (value) =>
          fc.tuple(valid, value).map(([rest, wrong]) => ({ ...rest, [name]: wrong })),
        ),
      ),
      ...thenRequired.map((name) =>
        lacking(name, `required when ${JSON.stringify(when)}`, then ?? {}, when),
      ),
    ],
  }
}

/** Returns the shape of a schema. */
export type ShapeOf = (schema: Schema) => Shape

/**
 * Returns a function from a schema to its shape. It supports the keywords that the document uses in requests.
 * @param components the component schemas that `$ref`s name.
 */
export const shapesIn = (components: Record<string, Schema>): ShapeOf => {
  const shapeOf: ShapeOf = (schema) => {
    const { $ref, enum: values, type, minimum, maximum, 'x-messages': messages } = schema
    if ($ref !== undefined)
      return shapeOf({
        ...components[componentName($ref)],
        ...(messages && { 'x-messages': messages }),
      })
    if (values) return enumShape(schema, values)
    if (type === 'string') return stringShape(schema)
    if (type === 'integer' && minimum !== undefined && maximum !== undefined)
      return integerShape(schema, minimum, maximum)
    if (type === 'boolean') return booleanShape(schema)
    if (type === 'array') return arrayShape(schema, shapeOf(schema.items ?? {}))
    if (type !== 'object')
      throw new Error(`No values are known for this schema: ${JSON.stringify(schema)}`)
    const properties = Object.entries(schema.properties ?? {})
    const shapes = properties.map(([name, property]) => [name, shapeOf(property)] as const)
    return objectShape(schema, Object.fromEntries(shapes))
  }
  return shapeOf
}
