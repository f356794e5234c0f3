import { componentName, type Schema } from '../model/document.ts'
import { own } from '../runtime/check.ts'
import { type Schemas, structures } from './walk-schemas.ts'

export type Place = {
  name: string
  /** The component schema that has the property. */
  parent: string
  index: number
  depth: number
}

/** Chooses where a schema allows several values. */
export type Choices = {
  /** Returns the index of one of several alternatives. */
  branch: (count: number) => number
  /** Whether a value is the schema's example, if it has one. */
  example: boolean
  inObject?: () => Choices
  /** Returns the choices for an item of an array. */
  ofItem: (index: number, unique: boolean) => Choices
  /** Whether a value that can be null is null. */
  isNull: boolean
  hasOptional: (place: Place) => boolean
  length: (schema: Schema, place: Place) => number
  boolean: () => boolean
  number: (schema: Schema) => number
  text: (schema: Schema, place: Place) => string
}

const root: Place = { name: '', parent: '', index: 0, depth: 0 }

/** Returns a value for a schema. It may be invalid: keywords that no simple value meets are ignored. */
export const chooseValue = (
  given: Schema,
  schemas: Schemas,
  choices: Choices,
  place: Place = root,
): unknown => {
  if (place.depth > 8) return null
  const schema = merged(given, schemas, choices)
  const parent = given.$ref === undefined ? place.parent : componentName(given.$ref)
  if ('const' in schema) return schema.const
  if (choices.example && schema.example !== undefined) return schema.example
  if (choices.example && Array.isArray(schema.examples) && schema.examples.length > 0)
    return schema.examples[0]
  const types = [schema.type ?? structures(schema)].flat()
  const isObject = types.includes('object') || (types.length === 0 && schema.required)
  const canBeNull = types.includes('null') && !schema.enum
  if ((canBeNull && choices.isNull) || (types.length === 0 && !isObject && !schema.enum))
    return null
  if (schema.enum) return schema.enum[choices.branch(schema.enum.length)]
  if (isObject) return chooseObject(schema, schemas, choices, { ...place, parent })
  if (types.includes('array')) return chooseArray(schema, schemas, choices, { ...place, parent })
  if (types.includes('boolean')) return choices.boolean()
  if (types.includes('string')) return choices.text(schema, place)
  return choices.number(schema)
}

function chooseObject(schema: Schema, schemas: Schemas, choices: Choices, place: Place) {
  const { properties = {}, required = [], minProperties = 0, additionalProperties } = schema
  const names = new Set(required)
  for (const name of Object.keys(properties))
    if (names.size < minProperties || choices.hasOptional(place)) names.add(name)
  for (let i = 1; names.size < minProperties; i++) names.add(`name${i}`)
  const dependent = new Map(Object.entries(schema.dependentRequired ?? {}))
  // Names that this adds are visited, too.
  for (const name of names) for (const other of dependent.get(name) ?? []) names.add(other)
  const others = typeof additionalProperties === 'object' ? additionalProperties : {}
  const inner = choices.inObject?.() ?? choices
  const depth = place.depth + 1
  const declared = Object.keys(properties).filter((name) => names.has(name))
  return Object.fromEntries(
    [...new Set([...declared, ...names])].map((name) => {
      const at = { ...place, name, depth }
      return [name, chooseValue(own(properties, name) ?? others, schemas, inner, at)]
    }),
  )
}

function chooseArray(schema: Schema, schemas: Schemas, choices: Choices, place: Place) {
  const { prefixItems = [], uniqueItems = false, contains, minContains = 1 } = schema
  const items: Schema = schema.items ?? {}
  const required = contains ? prefixItems.length + minContains : 0
  const length = Math.max(choices.length(schema, place), required)
  return Array.from({ length }, (_, index) => {
    const found: Schema = { allOf: [items, contains ?? {}] }
    const other = index < required ? found : items
    const ofItem = choices.ofItem(index, uniqueItems)
    const at = { ...place, index, depth: place.depth + 1 }
    return chooseValue(prefixItems[index] ?? other, schemas, ofItem, at)
  })
}

/** Returns a schema with its references, its `allOf` and one of its alternatives merged into it. */
function merged(schema: Schema, schemas: Schemas, choices: Choices, depth = 0): Schema {
  if (depth > 12) return {}
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: _, then: __, else: ___, ...rest } = schema
  const parts: Schema[] = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  parts.push(...allOf)
  for (const alternatives of [anyOf, oneOf])
    if (alternatives.length > 0) parts.push(alternatives[choices.branch(alternatives.length)] ?? {})
  const isAlone = parts.length === 1 && Object.keys(rest).length === 0
  return parts.reduce<Schema>((all, part) => {
    const inner = merged(part, schemas, choices, depth + 1)
    // An own example is of the whole; one of a part may be of the part alone.
    if (!isAlone) delete inner.example
    return both(inner, all)
  }, rest)
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
      const first = own(a.properties, name)
      if (first) merged.properties[name] = { allOf: [first, other] }
    }
  }
  return merged
}
