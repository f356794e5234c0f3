import fc from 'fast-check'
import { componentName, type Schema } from '../model/document.ts'

type Schemas = Readonly<Record<string, Schema>>

/** Which alternative is taken of several, and whether examples are, and optional properties. */
type Choice = { branch: number; examples: boolean; optional?: boolean }

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

/** Returns a schema that a value must match to match both, as far as one is easily written. */
const both = (a: Schema, b: Schema): Schema => {
  const merged: Schema = { ...a, ...b }
  for (const name of lower)
    if (a[name] !== undefined && b[name] !== undefined) merged[name] = Math.max(a[name], b[name])
  for (const name of upper)
    if (a[name] !== undefined && b[name] !== undefined) merged[name] = Math.min(a[name], b[name])
  if (a.type !== undefined && b.type !== undefined) {
    const [first, second] = [[a.type].flat(), [b.type].flat()]
    merged.type = second.filter(
      (type) => first.includes(type) || (type === 'integer' && first.includes('number')),
    )
  }
  if (a.required && b.required) merged.required = [...new Set([...a.required, ...b.required])]
  if (a.enum && b.enum) merged.enum = a.enum.filter((value) => b.enum?.includes(value))
  if (a.properties && b.properties) {
    const properties = { ...a.properties, ...b.properties }
    for (const [name, own] of Object.entries(a.properties)) {
      const other = Object.hasOwn(b.properties, name) ? b.properties[name] : undefined
      if (other) properties[name] = { allOf: [own, other] }
    }
    merged.properties = properties
  }
  return merged
}

/** Returns a schema with its references, its `allOf` and one of its alternatives merged into it. */
const merged = (schema: Schema, schemas: Schemas, choice: Choice, depth = 0): Schema => {
  if (depth > 12) return {}
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: _, then: __, else: ___, ...own } = schema
  const parts: Schema[] = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  parts.push(...allOf)
  for (const alternatives of [anyOf, oneOf])
    if (alternatives.length > 0) parts.push(alternatives[choice.branch % alternatives.length] ?? {})
  const isAlone = parts.length === 1 && Object.keys(own).length === 0
  return parts.reduce<Schema>((all, part) => {
    const inner = merged(part, schemas, choice, depth + 1)
    // An own example is of the whole; one of a part may be of the part alone.
    if (!isAlone) delete inner.example
    return both(inner, all)
  }, own)
}

const numberSample = (schema: Schema): number => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: step = 1 } = schema
  const [least, most] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum]
  if (least !== undefined) {
    const first = Math.ceil(least / step) * step
    const value = exclusiveMinimum !== undefined && first <= exclusiveMinimum ? first + step : first
    const isWhole = [schema.type].flat().includes('integer')
    return isWhole || most === undefined || value < most ? value : (least + most) / 2
  }
  if (maximum !== undefined) return Math.min(0, Math.floor(maximum / step) * step)
  if (exclusiveMaximum === undefined) return 0
  return Math.min(0, Math.ceil(exclusiveMaximum / step) * step - step)
}

/** Samples of patterns that were asked for before: the same ones occur again and again. */
const known = new Map<string, string[]>()

const matching = (pattern: string): string[] => {
  const before = known.get(pattern)
  if (before) return before
  let texts: string[] = []
  try {
    texts = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 20, seed: 1 })
  } catch {
    // fast-check does not know every syntax of patterns.
  }
  known.set(pattern, texts)
  return texts
}

const stringSample = ({ pattern, minLength = 0, maxLength }: Schema): string => {
  if (pattern === undefined) return 'x'.repeat(minLength)
  const texts = matching(pattern)
  const fits = (text: string) => {
    const { length } = [...text]
    return length >= minLength && length <= (maxLength ?? Number.POSITIVE_INFINITY)
  }
  return texts.find(fits) ?? texts[0] ?? 'x'.repeat(minLength)
}

const sampleOf = (given: Schema, schemas: Schemas, choice: Choice, depth: number): unknown => {
  if (depth > 8) return null
  const schema = merged(given, schemas, choice)
  const inner = (each: Schema, branch = choice.branch) =>
    sampleOf(each, schemas, { ...choice, branch }, depth + 1)
  if ('const' in schema) return schema.const
  if (choice.examples && schema.example !== undefined) return schema.example
  if (choice.examples && Array.isArray(schema.examples) && schema.examples.length > 0)
    return schema.examples[0]
  if (schema.enum) return schema.enum[choice.branch % schema.enum.length]
  const types = [schema.type ?? []].flat()
  const isObject =
    types.includes('object') || (types.length === 0 && (schema.properties || schema.required))
  if (types.includes('null') || (types.length === 0 && !isObject)) return null
  if (isObject) {
    const { properties = {}, required = [], minProperties = 0 } = schema
    const names = new Set(required)
    for (const name of Object.keys(properties))
      if (names.size < minProperties || (choice.optional && depth < 4)) names.add(name)
    for (let i = 1; names.size < minProperties; i++) names.add(`name${i}`)
    const others =
      typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return Object.fromEntries(
      [...Object.keys(properties).filter((name) => names.has(name)), ...names].map((name) => [
        name,
        inner((Object.hasOwn(properties, name) ? properties[name] : undefined) ?? others),
      ]),
    )
  }
  if (types.includes('array')) {
    const { prefixItems = [], items = {}, minItems = 0, uniqueItems } = schema
    const length = choice.optional && depth < 4 ? Math.max(minItems, 1) : minItems
    return Array.from({ length }, (_, i) =>
      inner(prefixItems[i] ?? items, uniqueItems ? i : choice.branch),
    )
  }
  if (types.includes('boolean')) return false
  if (types.includes('string')) return stringSample(schema)
  return numberSample(schema)
}

/**
 * Returns a value for a schema without examples. It may be invalid: keywords that no simple value
 * meets are ignored.
 * @param attempt from the second on, other alternatives are taken, and then no examples.
 */
export const sample = (schema: Schema, schemas: Schemas, attempt = 0): unknown =>
  sampleOf(schema, schemas, { branch: attempt % 4, examples: attempt < 4 }, 0)

/** Returns a value for a schema with its optional properties. */
export const fullSample = (schema: Schema, schemas: Schemas, attempt = 0): unknown =>
  sampleOf(schema, schemas, { branch: attempt % 4, examples: false, optional: true }, 0)

/**
 * Returns a value without undeclared properties, where a plain object declares them.
 * @param mark leaves out the properties that are `readOnly` or `writeOnly`.
 */
export const declaredOf = (
  value: unknown,
  schema: Schema,
  schemas: Schemas,
  mark?: 'readOnly' | 'writeOnly',
): unknown => {
  const parts = together(schema, schemas)
  if (Array.isArray(value)) {
    const anyOf = parts.flatMap(({ items }) => items ?? [])
    return value.map((each) => declaredOf(each, anyOf.length > 0 ? { anyOf } : {}, schemas, mark))
  }
  if (typeof value !== 'object' || value === null) return value
  const isClosed = parts.some((part) => part.properties) && parts.every(isPlain)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const properties = parts.flatMap((part) =>
        part.properties && Object.hasOwn(part.properties, name)
          ? (part.properties[name] ?? [])
          : [],
      )
      const isMarked =
        mark !== undefined &&
        properties.some((property) => together(property, schemas).some((part) => part[mark]))
      if (isMarked || (isClosed && properties.length === 0)) return []
      const [property = {}, ...rest] = properties
      const all = rest.length > 0 ? { anyOf: properties } : property
      return [[name, declaredOf(each, all, schemas, mark)]]
    }),
  )
}

const isPlain = ({ additionalProperties = false, patternProperties }: Schema): boolean =>
  additionalProperties === false && patternProperties === undefined

/** Returns the schemas that may apply to one value: a schema, what it refers to, and its alternatives. */
const together = (schema: Schema, schemas: Schemas, depth = 0): Schema[] => {
  if (depth > 8) return []
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema
  const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  return [
    ...($ref === undefined ? [own] : []),
    ...[...target, ...allOf, ...anyOf, ...oneOf].flatMap((each) =>
      together(each, schemas, depth + 1),
    ),
  ]
}
