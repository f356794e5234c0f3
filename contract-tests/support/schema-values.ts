import fc from 'fast-check'
import { componentName, type Schema } from '../../packages/openapi-hono/model/document.ts'
import { validator } from './contract.ts'

/** The place of a value: property names and array indices from the outside in. */
export type Path = readonly (string | number)[]

/** Values that a schema allows, values on each of its bounds, and values that break each constraint. */
export type SchemaValues<Value = unknown> = {
  valid: fc.Arbitrary<Value>
  edges: readonly Edge[]
  broken: readonly Broken[]
}

type Cases = readonly (readonly [constraint: string, values: readonly unknown[]])[]

export type SchemaValuesOf = (schema: Schema) => SchemaValues

/** The values of a schema without parts. Each edge is one value. */
export const leaf = <Value>(
  schema: Schema,
  valid: fc.Arbitrary<Value>,
  edges: Cases,
  broken: Cases,
): SchemaValues<Value> => ({
  valid,
  edges: edges.flatMap(([constraint, values]) =>
    values.map((value) => ({ path: [], constraint, value: fc.constant(value) })),
  ),
  broken: broken.flatMap(([constraint, values]) =>
    values.length > 0 ? [breaks(schema, constraint, fc.constantFrom(...values))] : [],
  ),
})

/** Values that break one constraint of a schema, in the schema's words such as `maxLength 100`, and no other. */
type Broken = Edge & {
  /** The response's whole message, where the document fixes it (`x-messages`). */
  message: string | undefined
}

type Edge = { path: Path; constraint: string; value: fc.Arbitrary<unknown> }

/** Values that break a constraint of the schema itself. The constraint's first word is its keyword. */
function breaks(
  { 'x-messages': messages = {} }: Schema,
  constraint: string,
  value: fc.Arbitrary<unknown>,
): Broken {
  return { path: [], constraint, message: messages[constraint.split(' ')[0] ?? ''], value }
}

/**
 * Returns a function from a schema to its values. It supports the keywords that the document uses in requests.
 * @param components the component schemas that `$ref`s name.
 */
export const schemaValuesIn = (components: Record<string, Schema>): SchemaValuesOf => {
  const schemaValuesOf: SchemaValuesOf = (schema) => {
    const { $ref, enum: values, type, minimum, maximum, 'x-messages': messages } = schema
    if ($ref !== undefined) {
      const target = components[componentName($ref)]
      return schemaValuesOf({ ...target, ...(messages && { 'x-messages': messages }) })
    }
    if (values) return enumValues(schema, values)
    if (type === 'string') return stringValues(schema)
    if (type === 'integer' && minimum !== undefined && maximum !== undefined)
      return integerValues(schema, minimum, maximum)
    if (type === 'boolean') return booleanValues(schema)
    if (type === 'array') return arrayValues(schema, schemaValuesOf(schema.items ?? {}))
    if (type !== 'object')
      throw new Error(`No values are known for this schema: ${JSON.stringify(schema)}`)
    const properties = Object.entries(schema.properties ?? {})
    return objectValues(
      schema,
      Object.fromEntries(properties.map(([name, property]) => [name, schemaValuesOf(property)])),
    )
  }
  return schemaValuesOf
}

function enumValues(schema: Schema, values: readonly unknown[]): SchemaValues {
  const similarBy = (change: (text: string) => string) =>
    values.map((value) => change(String(value))).filter((text) => !values.includes(text))
  const broken: Cases = [
    ['enum (lower case)', similarBy((text) => text.toLowerCase())],
    ['enum (upper case)', similarBy((text) => text.toUpperCase())],
    ['enum (more text)', similarBy((text) => ` ${text}`).concat(similarBy((text) => `${text}x`))],
    ['enum (no text)', ['']],
    ['enum (null)', [null]],
    ['enum (not null)', [0, false, [], {}]],
  ]
  return leaf(schema, fc.constantFrom(...values), [['enum', values]], broken)
}

/** Strings that validators often judge wrongly. */
const awkward = [
  '\u0000',
  '{}',
  'http://a',
  'https://a\n',
  'a b@c.d',
  'a@b.c\n',
  ' a@b.c',
  'a@b..c',
  'a@-b.c',
  '2027-02-30T00:00:00Z',
  '2027-01-31 00:00:00Z',
  '2027-01-31T00:00:00',
  '2027-01-31T00:00Z',
  '2027-01-31t00:00:00z',
  '2027-01-31T24:00:00Z',
]

function stringValues(schema: Schema): SchemaValues<string> {
  const { minLength: min = 0, maxLength: max = Number.POSITIVE_INFINITY } = schema
  const pattern = new RegExp(schema.pattern ?? '^', 'u')
  const matches = (value: string) => pattern.test(value)
  const fits = (value: string) => lengthOf(value) >= min && lengthOf(value) <= max
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('x', '😀', 'é'),
  )
  const byPattern = schema.pattern === undefined ? free : fc.stringMatching(pattern)
  const seeds = fc.sample(byPattern.filter(fits), { numRuns: 5, seed: 1 })
  const exactly = (length: number) => ofLength(length, seeds).filter(matches)
  const [shortest, greatest] = [exactly(min), exactly(max)]
  const onBounds = [...shortest, ...greatest]
  const valid = fc
    .oneof(byPattern, free, ...(onBounds.length > 0 ? [fc.constantFrom(...onBounds)] : []))
    .filter((value) => matches(value) && fits(value) && value.isWellFormed())
  // JSON Schema has no keyword for lone surrogates, which the service rejects (design decision 16).
  const illFormed = ['', 'a', ...seeds].flatMap((text) => [`${text}\ud800`, `${text}\udfff`])
  return leaf(
    schema,
    valid,
    // One for each kind of letter: a server that counts UTF-16 units or bytes rejects the last ones.
    [
      [`minLength ${min}`, shortest.slice(0, 3)],
      [`maxLength ${max}`, greatest.slice(0, 3)],
    ],
    [
      ...otherTypes('string'),
      [`minLength ${min}`, exactly(min - 1)],
      [`maxLength ${max}`, exactly(max + 1)],
      ...awkward
        .filter((value) => !matches(value) && fits(value))
        .map((value) => ['pattern', [value]] as const),
      ['no lone surrogate', illFormed.filter((value) => matches(value) && fits(value))],
    ],
  )
}

function lengthOf(value: string): number {
  return [...value].length
}

/** Strings of exactly a length in code points, in letters of one and of two UTF-16 units. */
function ofLength(length: number, seeds: readonly string[]): string[] {
  if (!Number.isFinite(length) || length < 0) return []
  const repeated = ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  // A pattern may need more than letters: lengthen strings that match it, at every position.
  const lengthened = seeds.flatMap((seed) => {
    const more = 'x'.repeat(Math.max(0, length - lengthOf(seed)))
    return [...seed].map((_, at) => `${seed.slice(0, at)}${more}${seed.slice(at)}`)
  })
  return [...repeated, ...lengthened].filter((value) => lengthOf(value) === length)
}

const samples: Record<string, unknown[]> = {
  string: ['text', ''],
  number: [0, -1, 1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { a: 1 }],
}

/** Values of every other type, and null. */
function otherTypes(type: string): Cases {
  const others = Object.entries(samples).filter(([name]) => name !== type)
  return [
    ...others.map(([name, values]) => [`type (${name})`, values] as const),
    ['type (null)', [null]],
  ]
}

function integerValues(schema: Schema, min: number, max: number): SchemaValues {
  // 32 bits of the second are a small number.
  const tooLarge = [max + 1, 2 ** 32 + 1, 1e308]
  return leaf(
    schema,
    fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)),
    [
      [`minimum ${min}`, [min]],
      [`maximum ${max}`, [max]],
    ],
    [
      ...otherTypes('number'),
      ...['1', '1e3', true].map((value) => [`type (${typeof value} ${value})`, [value]] as const),
      ['type (a fraction)', [min + 0.5, max - 0.5]],
      [`minimum ${min}`, [min - 1]],
      ...tooLarge.map((value) => [`maximum ${max}`, [value]] as const),
    ],
  )
}

function booleanValues(schema: Schema): SchemaValues {
  return leaf(
    schema,
    fc.boolean(),
    [['either', [true, false]]],
    [
      ...otherTypes('boolean'),
      ...['true', 'false', 'yes', 1, 0].map((value) => [`type (${value})`, [value]] as const),
    ],
  )
}

function arrayValues(schema: Schema, item: SchemaValues): SchemaValues {
  const { minItems: min = 0, maxItems: max = Number.POSITIVE_INFINITY } = schema
  const some = (minLength: number, maxLength: number) =>
    fc.array(item.valid, { minLength, maxLength })
  const few = Math.min(min + 3, max)
  const others = some(Math.max(min - 1, 0), Math.max(few - 1, 0))
  const first = (value: fc.Arbitrary<unknown>) =>
    fc.tuple(value, others).map(([each, rest]) => [each, ...rest])
  // The last item's index must be known, so the items before it have a fixed number.
  const last = Math.max(min - 1, 1)
  const atEnd = (value: fc.Arbitrary<unknown>) =>
    fc.tuple(some(last, last), value).map(([rest, each]) => [...rest, each])
  const repeated = (count: number) => item.valid.map((each) => Array(count).fill(each))
  const onBounds = [
    { constraint: `minItems ${min}`, on: min, beyond: min - 1 },
    { constraint: `maxItems ${max}`, on: max, beyond: max + 1 },
  ].filter(({ on }) => Number.isFinite(on))
  return {
    valid: some(min, few),
    edges: [
      ...onBounds.map(({ constraint, on }) => ({ path: [], constraint, value: repeated(on) })),
      ...within(item.edges, 0, first),
    ],
    broken: [
      ...leaf(schema, item.valid, [], otherTypes('array')).broken,
      ...onBounds
        .filter(({ beyond }) => beyond >= 0)
        .map(({ constraint, beyond }) => breaks(schema, constraint, repeated(beyond))),
      ...within(item.broken, 0, first),
      ...within(item.broken, last, atEnd),
    ],
  }
}

/** Puts the places of values inside an outer one, and the values too. */
function within<Inner extends Edge>(
  inner: readonly Inner[],
  step: string | number,
  put: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>,
): Inner[] {
  return inner.map((each) => ({ ...each, path: [step, ...each.path], value: put(each.value) }))
}

type Fields = Record<string, unknown>

function objectValues(schema: Schema, properties: Record<string, SchemaValues>): SchemaValues {
  /** Generates objects with all of some properties, and any of the others. */
  const record = (required: readonly string[], names = required): fc.Arbitrary<Fields> =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, properties[name]?.valid ?? fc.constant(null)])),
      { requiredKeys: [...required], noNullPrototype: true },
    )
  /** `if` some properties have a value, or none of some values, `then` others are required or must not be empty. */
  const { required = [], if: condition = { not: {} }, then = {} } = schema
  const holds = (given: Fields): boolean => validator(condition)(given)
  const meets = (given: Fields): boolean => !holds(given) || validator(then)(given)
  const when = Object.fromEntries(
    Object.entries(condition.properties ?? {}).flatMap(([name, property]) =>
      'const' in property ? [[name, property.const]] : [],
    ),
  )
  const thenRequired = then.required ?? []
  const thenFilled = Object.keys(then.properties ?? {})
  /** Generates the properties that must not be empty where the condition holds. */
  const filled = fc.record(
    Object.fromEntries(
      thenFilled.map((name) => [
        name,
        (properties[name]?.valid ?? fc.constant(null)).filter((value) => value !== ''),
      ]),
    ),
    { noNullPrototype: true },
  )
  const fields = record(required, Object.keys(properties))
  const valid = fields.filter(meets)
  /** Adds the properties that the condition requires, where it holds. */
  const completed = (each: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    fc
      .tuple(each, record(thenRequired), filled)
      .map(([given, ...more]) => (meets(given) ? given : Object.assign({}, given, ...more)))
  /** Valid objects that stay valid, but for one property, if that one is broken and the condition holds then. */
  const full = fc.tuple(valid, filled).map(([given, more]): Fields => ({ ...given, ...more }))
  const lacking = (name: string, constraint: string, from: Schema, change: Fields) => ({
    path: [name],
    constraint,
    message: from.properties?.[name]?.['x-messages']?.required,
    value: valid.map((each) => without({ ...each, ...change }, name)),
  })
  const put = (name: string, others: fc.Arbitrary<Fields>) => (value: fc.Arbitrary<unknown>) =>
    fc.tuple(others, value).map(([rest, each]): Fields => ({ ...rest, [name]: each }))
  const parts = Object.entries(properties)
  const whenRequired = `required when ${JSON.stringify(when)}`
  return {
    valid,
    edges: [
      { path: [], constraint: 'required properties alone', value: completed(record(required)) },
      ...parts.flatMap(([name, { edges }]) =>
        within(edges, name, (value) => completed(put(name, fields)(value))),
      ),
    ],
    broken: [
      ...leaf({}, valid, [], otherTypes('object')).broken,
      ...required.map((name) => lacking(name, 'required', schema, {})),
      ...parts.flatMap(([name, { broken }]) => within(broken, name, put(name, full))),
      ...thenFilled.map((name) => ({
        path: [name],
        constraint: 'minLength 1 under a condition',
        message: undefined,
        value: full.filter(holds).map((each) => ({ ...each, [name]: '' })),
      })),
      ...thenRequired.map((name) => lacking(name, whenRequired, then, when)),
    ],
  }
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))
}
