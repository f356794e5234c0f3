import fc from 'fast-check'
import { componentName, type Schema } from '../model/document.ts'

type Schemas = Record<string, Schema>
type Any = fc.Arbitrary<unknown>

/** Strings that validators often judge wrongly: astral code points, NUL, lone surrogates, white space, quotes. */
const awkward = ['', ' ', '\u0000', '\ud800', 'a\udfff', '😀', 'é', '\n', '"', '%00', '__proto__']

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e300, '', 'x', [], {}, [null], [[]]),
  fc.constantFrom(...awkward),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Strings of about a length, in letters of one and of two UTF-16 units. */
const ofLength = (length: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('x', 'é', '😀'), fc.constantFrom(-1, 0, 1))
    .map(([letter, more]) => letter.repeat(Math.max(0, length + more)))

const matching = (pattern: string): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(pattern, 'u'))

const within = (length: number, least = 0, most = Number.POSITIVE_INFINITY) =>
  length >= least && length <= most

const string = (schema: Schema, wrong: number): Any => {
  const { minLength, maxLength, pattern } = schema
  const kinds: Any[] = [fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...awkward)]
  if (pattern !== undefined) kinds.push(...Array(4).fill(matching(pattern)))
  for (const bound of [minLength, maxLength]) if (bound !== undefined) kinds.push(ofLength(bound))
  if (wrong > 0) return fc.oneof(...kinds)
  const allowed = new RegExp(pattern ?? '', 'u')
  return fc
    .oneof(...kinds)
    .filter(
      (text) =>
        typeof text === 'string' &&
        allowed.test(text) &&
        within([...text].length, minLength, maxLength),
    )
}

const number = ({ minimum = -5, maximum = 5 }: Schema, whole: boolean, wrong: number): Any =>
  fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum),
    ...(whole ? [] : [fc.double({ min: minimum, max: maximum, noNaN: true })]),
    ...(wrong > 0 ? [fc.constantFrom(minimum - 1, maximum + 1, minimum + 0.5, -0, 1e21)] : []),
  )

const array = (schema: Schema, schemas: Schemas, wrong: number): Any => {
  const { items = {}, minItems, maxItems } = schema
  const item = jsonValues(items, schemas, wrong)
  const short = fc.array(item, { maxLength: 3 })
  // Long arrays are rare and repeat one item: only their length matters.
  const bounds = [minItems, maxItems].filter((bound) => bound !== undefined)
  const long = bounds.map((bound) =>
    fc
      .tuple(item, fc.constantFrom(-1, 0, 1))
      .map(([each, more]): unknown[] => Array(Math.max(0, bound + more)).fill(each)),
  )
  const arrays = fc.oneof(
    { weight: 20, arbitrary: short },
    ...long.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
  return wrong > 0 ? arrays : arrays.filter(({ length }) => within(length, minItems, maxItems))
}

const object = (schema: Schema, schemas: Schemas, wrong: number): Any => {
  const properties = Object.entries(schema.properties ?? {})
  const fields = properties.map(([name, property]) => {
    const value = jsonValues(property, schemas, wrong)
    const required = schema.required?.includes(name)
    return fc
      .tuple(value, fc.integer({ min: 0, max: 99 }))
      .map(([each, luck]) => (luck < (required ? wrong : 50) ? [] : [[name, each] as const]))
  })
  const extra = fc
    .tuple(fc.constantFrom('extra', 'toString', 'constructor', '__proto__'), anything, fc.nat(9))
    .map(([name, value, luck]) => (luck === 0 ? [[name, value] as const] : []))
  return fc
    .tuple(...fields, extra)
    .map((entries): unknown => JSON.parse(JSON.stringify(Object.fromEntries(entries.flat()))))
}

const ofType = (type: string | undefined, schema: Schema, schemas: Schemas, wrong: number): Any => {
  switch (type) {
    case 'string':
      return string(schema, wrong)
    case 'integer':
    case 'number':
      return number(schema, type === 'integer', wrong)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return array(schema, schemas, wrong)
    case 'object':
      return object(schema, schemas, wrong)
    default:
      return anything
  }
}

/**
 * Generates JSON values for a schema: valid ones, and ones that break it in a few places.
 * @param wrong the percentage of values, at each place, of any other type. 0 generates valid values,
 * conditions (`if`) apart.
 */
export const jsonValues = (schema: Schema, schemas: Schemas, wrong = 3): Any => {
  if (schema.$ref !== undefined)
    return jsonValues(schemas[componentName(schema.$ref)] ?? {}, schemas, wrong)
  const alternatives = (): Any => {
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf)
      return fc.oneof(...schema.anyOf.map((each) => jsonValues(each, schemas, wrong)))
    return fc.oneof(...[schema.type].flat().map((type) => ofType(type, schema, schemas, wrong)))
  }
  if (wrong === 0) return alternatives()
  return fc.oneof(
    { weight: 100 - wrong, arbitrary: alternatives() },
    { weight: wrong, arbitrary: anything },
  )
}
