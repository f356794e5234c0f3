import fc from 'fast-check'
import { componentName, type Schema } from '../model/document.ts'
import type { Schemas } from './applicable-schemas.ts'

/**
 * Returns a value for a schema without examples. It may be invalid: keywords that no simple value
 * meets are ignored.
 * @param attempt from 1 on, other alternatives are taken; from 4 on, no examples; from 8 on, optional
 * properties, too.
 */
export const sample = (schema: Schema, schemas: Schemas, attempt = 0): unknown => {
  const choice = { branch: attempt % 4, examples: attempt < 4, optional: attempt >= 8 }
  return sampleOf(schema, schemas, choice, 0)
}

/** Which alternative is taken of several, and whether examples are, and optional properties. */
type Choice = { branch: number; examples: boolean; optional: boolean }

function sampleOf(given: Schema, schemas: Schemas, choice: Choice, depth: number): unknown {
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

/** Returns a schema with its references, its `allOf` and one of its alternatives merged into it. */
function merged(schema: Schema, schemas: Schemas, choice: Choice, depth = 0): Schema {
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

const bounds = [
  [Math.max, ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']],
  [Math.min, ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']],
] as const

/** Returns a schema that a value must match to match both, as far as one is easily written. */
function both(a: Schema, b: Schema): Schema {
  const merged: Schema = { ...a, ...b }
  for (const [narrower, names] of bounds)
    for (const name of names)
      if (a[name] !== undefined && b[name] !== undefined) merged[name] = narrower(a[name], b[name])
  if (a.type !== undefined && b.type !== undefined) {
    const first = [a.type].flat()
    merged.type = [b.type]
      .flat()
      .filter((type) => first.includes(type) || (type === 'integer' && first.includes('number')))
  }
  if (a.required && b.required) merged.required = [...new Set([...a.required, ...b.required])]
  if (a.enum && b.enum) merged.enum = a.enum.filter((value) => b.enum?.includes(value))
  if (a.properties && b.properties) {
    merged.properties = { ...a.properties, ...b.properties }
    for (const [name, other] of Object.entries(b.properties)) {
      const own = Object.hasOwn(a.properties, name) ? a.properties[name] : undefined
      if (own) merged.properties[name] = { allOf: [own, other] }
    }
  }
  return merged
}

/** Samples of patterns that were asked for before: the same ones occur again and again. */
const known = new Map<string, string[]>()

function stringSample({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) {
  const texts = pattern === undefined ? [] : (known.get(pattern) ?? matching(pattern))
  if (pattern !== undefined) known.set(pattern, texts)
  const fits = ({ length }: readonly string[]) => length >= minLength && length <= maxLength
  return texts.find((text) => fits([...text])) ?? texts[0] ?? 'x'.repeat(minLength)
}

function matching(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 20, seed: 1 })
  } catch {
    // fast-check does not know every syntax of patterns.
    return []
  }
}

function numberSample(schema: Schema): number {
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
