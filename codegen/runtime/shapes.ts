import fc from 'fast-check'

/** Where a value stands: property names and array indices from the outside in. */
export type Path = readonly (string | number)[]

/** Values that break one constraint of a schema, and no other. */
export type Broken = {
  path: Path
  /** The constraint, in the schema's words: `maxLength 100`. */
  constraint: string
  /** The whole message of the answer, where the document fixes it. */
  message: string | undefined
  value: fc.Arbitrary<unknown>
}

/** Values that stand on a bound of a schema, just inside it. */
export type Edge = { path: Path; constraint: string; value: fc.Arbitrary<unknown> }

/** Values that a schema allows, those on each of its bounds, and for each of its constraints values that break that one. */
export type Shape = {
  valid: fc.Arbitrary<unknown>
  edges: readonly Edge[]
  broken: readonly Broken[]
}

/** Fixed messages, by the keyword that fails. */
type Messages = Record<string, string>

const breaks = (
  constraint: string,
  value: fc.Arbitrary<unknown>,
  messages: Messages = {},
): Broken => ({ path: [], constraint, message: messages[constraint.split(' ')[0] ?? ''], value })

const edge = (constraint: string, value: unknown): Edge => ({
  path: [],
  constraint,
  value: fc.constant(value),
})

const otherThan = (type: string): fc.Arbitrary<unknown> => {
  const samples: Record<string, unknown[]> = {
    string: ['text', ''],
    number: [0, -1, 1.5],
    boolean: [true, false],
    array: [[], ['text']],
    object: [{}, { a: 1 }],
  }
  const kinds = Object.entries(samples).filter(([name]) => name !== type)
  return fc.constantFrom(...kinds.flatMap(([, values]) => values))
}

const ofWrongType = (type: string, messages?: Messages): Broken[] => [
  breaks('type', otherThan(type), messages),
  breaks('type (null)', fc.constant(null), messages),
]

type TextOptions = {
  minLength?: number
  maxLength?: number
  pattern?: RegExp
  messages?: Messages
}

/** Text that schemas tend to get wrong. */
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

/** Strings of exactly a length in code points, in letters of one and of two UTF-16 units. */
const ofLength = (
  length: number,
  allowed: (value: string) => boolean,
  seeds: readonly string[],
) => {
  const repeated = ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  // Where the pattern wants more than letters, one that fits is stretched at some place.
  const stretched = seeds.flatMap((seed) =>
    [...seed].map((_, at) => {
      const missing = length - lengthOf(seed)
      return missing < 0 ? '' : `${seed.slice(0, at)}${'x'.repeat(missing)}${seed.slice(at)}`
    }),
  )
  return [...repeated, ...stretched].filter((value) => lengthOf(value) === length && allowed(value))
}

/** A string. */
export const text = (options: TextOptions = {}): Shape => {
  const { minLength = 0, maxLength, pattern = /^/u, messages } = options
  const matches = (value: string) => pattern.test(value)
  const fits = (value: string) => {
    const length = lengthOf(value)
    return length >= minLength && length <= (maxLength ?? Number.POSITIVE_INFINITY)
  }
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('x', '😀', 'é'),
  )
  const byPattern = options.pattern ? fc.stringMatching(pattern) : free
  const seeds = fc.sample(byPattern.filter(fits), { numRuns: 5, seed: 1 })
  const exactly = (length: number) => ofLength(length, matches, seeds)
  const bounds = [minLength, ...(maxLength === undefined ? [] : [maxLength])].flatMap(exactly)
  const valid = fc
    .oneof(byPattern, free, ...(bounds.length > 0 ? [fc.constantFrom(...bounds)] : []))
    .filter((value) => matches(value) && fits(value))

  const broken = ofWrongType('string', messages)
  const add = (constraint: string, values: readonly string[]) => {
    if (values.length > 0) broken.push(breaks(constraint, fc.constantFrom(...values), messages))
  }
  if (minLength > 0) add(`minLength ${minLength}`, exactly(minLength - 1))
  if (maxLength !== undefined) add(`maxLength ${maxLength}`, exactly(maxLength + 1))
  if (options.pattern)
    add(
      'pattern',
      awkward.filter((value) => !matches(value) && fits(value)),
    )
  // One for each kind of letter: what counts UTF-16 units or bytes refuses the last ones.
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

type NumberOptions = {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  messages?: Messages
}

const safe = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

const numeric = (whole: boolean, options: NumberOptions): Shape => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, messages } = options
  const least = minimum ?? exclusiveMinimum
  const most = maximum ?? exclusiveMaximum
  // A thousand to either side, or where the one bound lies beyond that, from there on.
  const low = least ?? Math.min(-1000, (most ?? 0) - 1)
  const high = most ?? Math.max(1000, (least ?? 0) + 1)
  const minExcluded = exclusiveMinimum !== undefined
  const maxExcluded = exclusiveMaximum !== undefined
  const inner = whole
    ? fc.integer({ min: safe(low), max: safe(high) })
    : fc.double({ min: low, max: high, minExcluded, maxExcluded, noNaN: true })
  const broken = ofWrongType('number', messages)
  // Beside very large numbers there is no room for fractions.
  const fractions = [low + 0.5, high - 0.5].filter((each) => !Number.isInteger(each))
  broken.push(breaks('type', fc.constantFrom('1', '1e3'), messages))
  if (whole && fractions.length > 0)
    broken.push(breaks('type (a fraction)', fc.constantFrom(...fractions), messages))
  const add = (constraint: string, value: number | undefined) => {
    if (value !== undefined)
      broken.push(breaks(`${constraint} ${value}`, fc.constant(value), messages))
  }
  if (minimum !== undefined && minimum - 1 < minimum)
    broken.push(breaks(`minimum ${minimum}`, fc.constant(minimum - 1), messages))
  if (maximum !== undefined && maximum + 1 > maximum)
    broken.push(breaks(`maximum ${maximum}`, fc.constant(maximum + 1), messages))
  add('exclusiveMinimum', exclusiveMinimum)
  add('exclusiveMaximum', exclusiveMaximum)
  const edges = [
    ...(minimum === undefined ? [] : [edge(`minimum ${minimum}`, minimum)]),
    ...(maximum === undefined ? [] : [edge(`maximum ${maximum}`, maximum)]),
  ]
  const bounds = [...(minExcluded ? [] : [low]), ...(maxExcluded ? [] : [high])]
  return { valid: fc.oneof(inner, ...bounds.map((bound) => fc.constant(bound))), edges, broken }
}

/** A whole number. */
export const integer = (options: NumberOptions = {}): Shape => numeric(true, options)

/** A number. */
export const number = (options: NumberOptions = {}): Shape => numeric(false, options)

/** True or false. */
export const boolean = (messages?: Messages): Shape => ({
  valid: fc.boolean(),
  edges: [edge('true', true), edge('false', false)],
  broken: [
    breaks('type', fc.constantFrom('true', 'false', 0, 1, [], {}), messages),
    breaks('type (null)', fc.constant(null), messages),
  ],
})

/** One of some values. */
export const oneOf = (values: readonly unknown[], messages?: Messages): Shape => {
  const near = values.flatMap((value) =>
    typeof value === 'string'
      ? [value.toLowerCase(), value.toUpperCase(), ` ${value}`, `${value}x`, '']
      : [],
  )
  const wrong = [...near, 0, false, [], {}].filter((value) => !values.includes(value))
  const broken = [breaks('enum', fc.constantFrom(...wrong), messages)]
  if (!values.includes(null)) broken.push(breaks('enum (null)', fc.constant(null), messages))
  const edges = values.map((value) => edge(`enum ${value}`, value))
  return { valid: fc.constantFrom(...values), edges, broken }
}

/** Anything at all. */
export const anything: Shape = { valid: fc.jsonValue({ maxDepth: 2 }), edges: [], broken: [] }

/** A shape, or null. */
export const nullable = ({ valid, edges, broken }: Shape): Shape => ({
  valid: fc.option(valid),
  edges: [...edges, edge('null', null)],
  broken: broken.filter(
    ({ path, constraint }) => path.length > 0 || !constraint.endsWith('(null)'),
  ),
})

/** A value that has one of several shapes. What breaks it breaks them all, so only its type is broken. */
export const anyOf = (...shapes: Shape[]): Shape => ({
  valid: fc.oneof(...shapes.map(({ valid }) => valid)),
  edges: shapes.flatMap(({ edges }) => edges),
  broken: [],
})

type ListOptions = { minItems?: number; maxItems?: number; messages?: Messages }

/** A list of one shape of items. */
export const list = (
  item: Shape,
  { minItems = 0, maxItems, messages }: ListOptions = {},
): Shape => {
  const few = Math.min(minItems + 3, maxItems ?? Number.POSITIVE_INFINITY)
  const broken = ofWrongType('array', messages)
  const repeated = (count: number) => item.valid.map((each) => Array(count).fill(each))
  if (minItems > 0) broken.push(breaks(`minItems ${minItems}`, repeated(minItems - 1), messages))
  if (maxItems !== undefined)
    broken.push(breaks(`maxItems ${maxItems}`, repeated(maxItems + 1), messages))
  const before = fc.array(item.valid, {
    minLength: Math.max(minItems - 1, 0),
    maxLength: Math.max(few - 1, 0),
  })
  for (const each of item.broken)
    for (const at of [0, 'last'] as const)
      broken.push({
        ...each,
        // Where the wrong item stands is known here for the first place only; the last is given a fixed length.
        path: [at === 0 ? 0 : Math.max(minItems - 1, 1), ...each.path],
        value:
          at === 0
            ? fc.tuple(each.value, before).map(([wrong, rest]) => [wrong, ...rest])
            : fc
                .tuple(
                  fc.array(item.valid, {
                    minLength: Math.max(minItems - 1, 1),
                    maxLength: Math.max(minItems - 1, 1),
                  }),
                  each.value,
                )
                .map(([rest, wrong]) => [...rest, wrong]),
      })
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
      value: fc.tuple(value, before).map(([first, rest]) => [first, ...rest]),
    })),
  ]
  return { valid: fc.array(item.valid, { minLength: minItems, maxLength: few }), edges, broken }
}

export type Property = { shape: Shape; required: boolean; messages?: Messages }

/** A property that must be there. */
export const required = (shape: Shape, messages?: Messages): Property => ({
  shape,
  required: true,
  ...(messages ? { messages } : {}),
})

/** A property that may be left out. */
export const optional = (shape: Shape): Property => ({ shape, required: false })

type Fields = Record<string, unknown>

/** What must be there, too, when other properties have some values. */
export type Condition = { when: Fields; requires: readonly string[]; messages: Messages }

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

const meets = (fields: Fields, { when, requires }: Condition): boolean =>
  Object.entries(when).some(([name, value]) => fields[name] !== value) ||
  requires.every((name) => name in fields)

/** An object. What an open one holds besides is anything. */
export const object = (properties: Record<string, Property>, condition?: Condition): Shape => {
  const arbitraries = Object.fromEntries(
    Object.entries(properties).map(([name, { shape }]) => [name, shape.valid]),
  )
  const requiredKeys = Object.keys(properties).filter((name) => properties[name]?.required)
  const fields: fc.Arbitrary<Fields> = fc.record(arbitraries, {
    requiredKeys,
    noNullPrototype: true,
  })
  const valid = condition ? fields.filter((each) => meets(each, condition)) : fields
  const broken = ofWrongType('object')
  for (const [name, { shape, required: isRequired, messages }] of Object.entries(properties)) {
    if (isRequired)
      broken.push({
        path: [name],
        constraint: 'required',
        message: messages?.required,
        value: valid.map((each) => without(each, name)),
      })
    for (const each of shape.broken)
      broken.push({
        ...each,
        path: [name, ...each.path],
        value: fc.tuple(valid, each.value).map(([rest, wrong]) => ({ ...rest, [name]: wrong })),
      })
  }
  if (condition)
    for (const name of condition.requires)
      broken.push({
        path: [name],
        constraint: `required when ${JSON.stringify(condition.when)}`,
        message: condition.messages[name],
        value: valid.map((each) => without({ ...each, ...condition.when }, name)),
      })
  const some = (names: readonly string[]): fc.Arbitrary<Fields> =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, arbitraries[name] ?? fc.constant(null)])),
      { noNullPrototype: true },
    )
  /** Adds what the condition asks for, where it does. */
  const completed = (each: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    condition
      ? fc
          .tuple(each, some(condition.requires))
          .map(([given, more]) => (meets(given, condition) ? given : { ...given, ...more }))
      : each
  const edges: Edge[] = [
    { path: [], constraint: 'required properties alone', value: completed(some(requiredKeys)) },
  ]
  for (const [name, { shape }] of Object.entries(properties))
    for (const { path, constraint, value } of shape.edges)
      edges.push({
        path: [name, ...path],
        constraint,
        value: completed(fc.tuple(fields, value).map(([rest, on]) => ({ ...rest, [name]: on }))),
      })
  return { valid, edges, broken }
}

/** An object whose properties all have one shape. */
export const record = ({ valid }: Shape): Shape => ({
  valid: fc.dictionary(fc.string({ maxLength: 5 }), valid, { maxKeys: 3, noNullPrototype: true }),
  edges: [edge('no properties', {})],
  broken: ofWrongType('object'),
})
