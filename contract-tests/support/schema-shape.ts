import fc from 'fast-check'
import { componentName, type Schema } from '../../codegen/model/document.ts'

/** The place of a value: property names and array indices from the outside in. */
export type Path = readonly (string | number)[]

/** Whole messages that the document fixes (`x-messages`), by the keyword that fails. */
type Messages = Record<string, string>

/** Values that break one constraint of a schema, and no other. */
export type Broken = {
  path: Path
  /** The constraint, in the schema's words: `maxLength 100`. */
  constraint: string
  /** The response's whole message, where the document fixes it. */
  message: string | undefined
  value: fc.Arbitrary<unknown>
}

/** Valid values on a bound of a schema. */
type Edge = { path: Path; constraint: string; value: fc.Arbitrary<unknown> }

/** Values that a schema allows, values on each of its bounds, and values that break each constraint. */
export type Shape = {
  valid: fc.Arbitrary<unknown>
  edges: readonly Edge[]
  broken: readonly Broken[]
}

/** Values that break a constraint of the schema itself. The constraint's first word is its keyword. */
const breaks = (
  constraint: string,
  value: fc.Arbitrary<unknown>,
  messages: Messages = {},
): Broken => ({ path: [], constraint, message: messages[constraint.split(' ')[0] ?? ''], value })

/** One value on a bound of the schema itself. */
const edge = (constraint: string, value: unknown): Edge => ({
  path: [],
  constraint,
  value: fc.constant(value),
})

const samples: Record<string, unknown[]> = {
  string: ['text', ''],
  number: [0, -1, 1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { a: 1 }],
}

/** Values of every other type, and null. */
const ofWrongType = (type: string, messages?: Messages): Broken[] => {
  const others = Object.entries(samples).filter(([name]) => name !== type)
  return [
    breaks('type', fc.constantFrom(...others.flatMap(([, values]) => values)), messages),
    breaks('type (null)', fc.constant(null), messages),
  ]
}

/** A boolean. */
const booleanShape = (messages?: Messages): Shape => ({
  valid: fc.boolean(),
  edges: [edge('true', true), edge('false', false)],
  broken: [
    breaks('type', fc.constantFrom('true', 'false', 0, 1, [], {}), messages),
    breaks('type (null)', fc.constant(null), messages),
  ],
})

/** One of several values. */
const enumShape = (values: readonly unknown[], messages?: Messages): Shape => {
  const similar = values.flatMap((value) =>
    typeof value === 'string'
      ? [value.toLowerCase(), value.toUpperCase(), ` ${value}`, `${value}x`, '']
      : [],
  )
  const wrong = [...similar, 0, false, [], {}].filter((value) => !values.includes(value))
  const broken = [
    breaks('enum', fc.constantFrom(...wrong), messages),
    breaks('enum (null)', fc.constant(null), messages),
  ]
  const edges = values.map((value) => edge(`enum ${value}`, value))
  return { valid: fc.constantFrom(...values), edges, broken }
}

/** The shape of a schema of integers between two bounds. */
const integerShape = (minimum: number, maximum: number, messages?: Messages): Shape => ({
  valid: fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.constant(minimum),
    fc.constant(maximum),
  ),
  edges: [edge(`minimum ${minimum}`, minimum), edge(`maximum ${maximum}`, maximum)],
  broken: [
    ...ofWrongType('number', messages),
    breaks('type', fc.constantFrom('1', '1e3'), messages),
    breaks('type (a fraction)', fc.constantFrom(minimum + 0.5, maximum - 0.5), messages),
    breaks(`minimum ${minimum}`, fc.constant(minimum - 1), messages),
    breaks(`maximum ${maximum}`, fc.constant(maximum + 1), messages),
  ],
})

/** Strings that validators often judge wrongly. */
const awkward = [
  '\u0000',
  '\ud800',
  'a\udfff',
  ' ',
  '@',
  'a b@c.d',
  '2027-02-30',
  'http://a',
  '{}',
  '-',
]

const lengthOf = (value: string): number => [...value].length

/** Allowed strings of exactly a length in code points, in letters of one and of two UTF-16 units. */
const ofLength = (
  length: number,
  isAllowed: (value: string) => boolean,
  seeds: readonly string[],
): string[] => {
  const repeated = ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  // A pattern may need more than letters: lengthen strings that match it, at every position.
  const lengthened = seeds.flatMap((seed) =>
    [...seed].map((_, at) => {
      const missing = length - lengthOf(seed)
      return missing < 0 ? '' : `${seed.slice(0, at)}${'x'.repeat(missing)}${seed.slice(at)}`
    }),
  )
  return [...repeated, ...lengthened].filter(
    (value) => lengthOf(value) === length && isAllowed(value),
  )
}

/** The shape of a string schema. */
const stringShape = (schema: Schema): Shape => {
  const { minLength = 0, maxLength, 'x-messages': messages } = schema
  const pattern = new RegExp(schema.pattern ?? '^', 'u')
  const matches = (value: string) => pattern.test(value)
  const fits = (value: string) => {
    const length = lengthOf(value)
    return length >= minLength && length <= (maxLength ?? Number.POSITIVE_INFINITY)
  }
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('x', '😀', 'é'),
  )
  const byPattern = schema.pattern === undefined ? free : fc.stringMatching(pattern)
  const seeds = fc.sample(byPattern.filter(fits), { numRuns: 5, seed: 1 })
  const exactly = (length: number) => ofLength(length, matches, seeds)
  const bounds = [minLength, ...(maxLength === undefined ? [] : [maxLength])].flatMap(exactly)
  const valid = fc
    .oneof(byPattern, free, ...(bounds.length > 0 ? [fc.constantFrom(...bounds)] : []))
    .filter((value) => matches(value) && fits(value) && value.isWellFormed())

  const broken = ofWrongType('string', messages)
  const add = (constraint: string, values: readonly string[]) => {
    if (values.length > 0) broken.push(breaks(constraint, fc.constantFrom(...values), messages))
  }
  if (minLength > 0) add(`minLength ${minLength}`, exactly(minLength - 1))
  if (maxLength !== undefined) add(`maxLength ${maxLength}`, exactly(maxLength + 1))
  if (schema.pattern !== undefined)
    add(
      'pattern',
      awkward.filter((value) => !matches(value) && fits(value)),
    )
  // JSON Schema has no keyword for lone surrogates, which the service rejects (design decision 16).
  const illFormed = ['', 'a', ...seeds].flatMap((text) => [`${text}\ud800`, `${text}\udfff`])
  add(
    'no lone surrogate',
    illFormed.filter((value) => matches(value) && fits(value)),
  )
  // One for each kind of letter: a server that counts UTF-16 units or bytes rejects the last ones.
  const onBound = (constraint: string, length: number) =>
    exactly(length)
      .slice(0, 3)
      .map((value) => edge(constraint, value))
  const edges = [
    ...onBound(`minLength ${minLength}`, minLength),
    ...(maxLength === undefined ? [] : onBound(`maxLength ${maxLength}`, maxLength)),
  ]
  return { valid, edges, broken }
}

/** The shape of an array schema whose items have one shape. */
const arrayShape = (
  item: Shape,
  { minItems = 0, maxItems, 'x-messages': messages }: Schema,
): Shape => {
  const few = Math.min(minItems + 3, maxItems ?? Number.POSITIVE_INFINITY)
  const repeated = (count: number) => item.valid.map((each) => Array(count).fill(each))
  const others = fc.array(item.valid, {
    minLength: Math.max(minItems - 1, 0),
    maxLength: Math.max(few - 1, 0),
  })
  // The last item's index must be known, so the items before it have a fixed number.
  const last = Math.max(minItems - 1, 1)
  const before = fc.array(item.valid, { minLength: last, maxLength: last })

  const broken = ofWrongType('array', messages)
  if (minItems > 0) broken.push(breaks(`minItems ${minItems}`, repeated(minItems - 1), messages))
  if (maxItems !== undefined)
    broken.push(breaks(`maxItems ${maxItems}`, repeated(maxItems + 1), messages))
  for (const each of item.broken)
    broken.push(
      {
        ...each,
        path: [0, ...each.path],
        value: fc.tuple(each.value, others).map(([wrong, rest]) => [wrong, ...rest]),
      },
      {
        ...each,
        path: [last, ...each.path],
        value: fc.tuple(before, each.value).map(([rest, wrong]) => [...rest, wrong]),
      },
    )
  const onBound = (constraint: string, count: number): Edge => ({
    path: [],
    constraint,
    value: repeated(count),
  })
  const edges = [
    onBound(`minItems ${minItems}`, minItems),
    ...(maxItems === undefined ? [] : [onBound(`maxItems ${maxItems}`, maxItems)]),
    ...item.edges.map(({ path, constraint, value }) => ({
      path: [0, ...path],
      constraint,
      value: fc.tuple(value, others).map(([first, rest]) => [first, ...rest]),
    })),
  ]
  return { valid: fc.array(item.valid, { minLength: minItems, maxLength: few }), edges, broken }
}

type Fields = Record<string, unknown>

/** `if` some properties have some values, `then` others are required. */
type Condition = { when: Fields; requires: readonly string[]; schema: Schema }

const conditionOf = ({ if: condition, then }: Schema): Condition | undefined =>
  condition && then
    ? {
        when: Object.fromEntries(
          Object.entries(condition.properties ?? {}).map(([name, property]) => [
            name,
            property.const,
          ]),
        ),
        requires: then.required ?? [],
        schema: then,
      }
    : undefined

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

const meets = (fields: Fields, { when, requires }: Condition): boolean =>
  Object.entries(when).some(([name, value]) => fields[name] !== value) ||
  requires.every((name) => name in fields)

const requiredMessage = (schema: Schema, name: string): string | undefined =>
  schema.properties?.[name]?.['x-messages']?.required

/** The shape of an object schema with these properties. */
const objectShape = (schema: Schema, properties: Record<string, Shape>): Shape => {
  const condition = conditionOf(schema)
  const arbitraries = Object.fromEntries(
    Object.entries(properties).map(([name, { valid }]) => [name, valid]),
  )
  const requiredKeys = Object.keys(properties).filter((name) => schema.required?.includes(name))
  const fields: fc.Arbitrary<Fields> = fc.record(arbitraries, {
    requiredKeys,
    noNullPrototype: true,
  })
  const valid = condition ? fields.filter((each) => meets(each, condition)) : fields

  const broken = ofWrongType('object')
  for (const [name, shape] of Object.entries(properties)) {
    if (requiredKeys.includes(name))
      broken.push({
        path: [name],
        constraint: 'required',
        message: requiredMessage(schema, name),
        value: valid.map((each) => without(each, name)),
      })
    for (const each of shape.broken)
      broken.push({
        ...each,
        path: [name, ...each.path],
        value: fc.tuple(valid, each.value).map(([rest, wrong]) => ({ ...rest, [name]: wrong })),
      })
  }
  for (const name of condition?.requires ?? [])
    broken.push({
      path: [name],
      constraint: `required when ${JSON.stringify(condition?.when)}`,
      message: condition && requiredMessage(condition.schema, name),
      value: valid.map((each) => without({ ...each, ...condition?.when }, name)),
    })

  const some = (names: readonly string[]): fc.Arbitrary<Fields> =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, arbitraries[name] ?? fc.constant(null)])),
      { noNullPrototype: true },
    )
  /** Adds the properties that the condition requires, where it holds. */
  const completed = (each: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    condition
      ? fc
          .tuple(each, some(condition.requires))
          .map(([given, more]) => (meets(given, condition) ? given : { ...given, ...more }))
      : each
  const edges: Edge[] = [
    { path: [], constraint: 'required properties alone', value: completed(some(requiredKeys)) },
  ]
  for (const [name, shape] of Object.entries(properties))
    for (const { path, constraint, value } of shape.edges)
      edges.push({
        path: [name, ...path],
        constraint,
        value: completed(fc.tuple(fields, value).map(([rest, on]) => ({ ...rest, [name]: on }))),
      })
  return { valid, edges, broken }
}

/** Returns the shape of a schema. */
export type ShapeOf = (schema: Schema) => Shape

/**
 * Returns a function from a schema to its shape. It supports the keywords that the document uses in requests.
 * @param components the component schemas that `$ref`s name.
 */
export const shapesIn = (components: Record<string, Schema>): ShapeOf => {
  const shapeOf: ShapeOf = (schema) => {
    const { $ref, enum: values, type, 'x-messages': messages } = schema
    if ($ref !== undefined)
      return shapeOf({
        ...components[componentName($ref)],
        ...(messages && { 'x-messages': messages }),
      })
    if (values) return enumShape(values, messages)
    switch (type) {
      case 'string':
        return stringShape(schema)
      case 'integer':
        if (schema.minimum === undefined || schema.maximum === undefined) break
        return integerShape(schema.minimum, schema.maximum, messages)
      case 'boolean':
        return booleanShape(messages)
      case 'array':
        return arrayShape(shapeOf(schema.items ?? {}), schema)
      case 'object': {
        const properties = Object.entries(schema.properties ?? {})
        const shapes = properties.map(([name, property]) => [name, shapeOf(property)] as const)
        return objectShape(schema, Object.fromEntries(shapes))
      }
    }
    throw new Error(`No values are known for this schema: ${JSON.stringify(schema)}`)
  }
  return shapeOf
}
