import { componentName, type Schema } from '../../packages/openapi-hono/model/document.ts'
import { code } from './markdown.ts'

/** A field of an object in words: Markdown on one line. */
export type Field = { path: string; value: string; required: boolean; meaning: string }

export type Schemas = Readonly<Record<string, Schema>>

/** Returns the fields of an object, those of objects in it included: `shipTo.email`, `products[].sku`. */
export const fieldsOf = (
  { properties = {}, required = [] }: Schema,
  schemas: Schemas = {},
  prefix = '',
): Field[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const field = {
      path,
      value: schemaWords(property, schemas),
      required: required.includes(name),
      meaning: described(property, schemas),
    }
    const inner = property.properties
      ? fieldsOf(property, schemas, `${path}.`)
      : fieldsOf(property.items ?? {}, schemas, `${path}[].`)
    return [field, ...inner]
  })

function described(property: Schema, schemas: Schemas): string {
  const { description, $ref, example } = property
  const target = $ref === undefined ? undefined : schemas[componentName($ref)]
  const shown = example ?? target?.example
  const words = (description ?? (target?.properties ? '' : (target?.description ?? ''))).trim()
  const condition = conditionOf(property)
  return [words, condition, shown === undefined ? '' : `Example: ${code(shown)}.`]
    .filter(Boolean)
    .join(' ')
}

/** Returns a sentence on the fields that a condition requires, or that must not be empty; undefined without a condition. */
export const conditionOf = ({ if: given, then }: Schema): string | undefined => {
  if (!given || !then) return undefined
  const when = Object.entries(given.properties ?? {}).map(([name, { const: value, not }]) => {
    const { enum: values = [] } = not ?? {}
    // A long list of codes reads better plain.
    const others = values.map(values.length > 9 ? String : code).join(', ')
    return others ? `${code(name)} is not one of ${others}` : `${code(name)} is ${code(value)}`
  })
  const rules = [
    ...(then.required ?? []).map((name) => `${code(name)} is required`),
    ...Object.entries(then.properties ?? {})
      .filter(([, { minLength }]) => minLength !== undefined)
      .map(([name]) => `${code(name)} must not be empty`),
  ]
  return `If ${when.join(' and ')}, ${rules.join(' and ')}.`
}

/** Describes a schema in words. A component with a section of its own is a link to it. */
export function schemaWords(given: Schema, schemas: Schemas = {}): string {
  const schema = inPlace(given, schemas)
  const { $ref, items, anyOf } = schema
  if ($ref !== undefined) return `[${componentName($ref)}](#schema-${componentName($ref)})`
  const known = {
    ...schema,
    ...(items ? { items: inPlace(items, schemas) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => inPlace(each, schemas)) } : {}),
  }
  return [typeWords(known), ...bounds(schema)].join(', ')
}

/** Replaces a reference to a component without a section by the component. */
function inPlace(schema: Schema, schemas: Schemas): Schema {
  const target = schema.$ref === undefined ? undefined : schemas[componentName(schema.$ref)]
  return target && !isDocumented(target) ? inPlace(target, schemas) : schema
}

/** Returns whether a component has a section of its own: it has fields, or alternatives with fields. */
export function isDocumented(schema: Schema): boolean {
  return schema.properties !== undefined || schema.anyOf !== undefined
}

function typeWords(schema: Schema): string {
  if ('const' in schema) return `always ${code(schema.const)}`
  if (schema.enum) return `one of ${schema.enum.map(code).join(', ')}`
  if (schema.anyOf) return schema.anyOf.map((each) => schemaWords(each)).join(' or ')
  const { pattern, items = {} } = schema
  return [schema.type ?? 'anything']
    .flat()
    .map((type) => {
      if (type === 'array') return `array of ${schemaWords(items)}`
      return (type === 'string' && pattern !== undefined && schema['x-pattern-words']) || type
    })
    .join(' or ')
}

function bounds(schema: Schema): string[] {
  const { exclusiveMinimum: above, exclusiveMaximum: below, format, pattern } = schema
  return [
    range(schema.minimum, schema.maximum),
    above === undefined ? undefined : `above ${number(above)}`,
    below === undefined ? undefined : `below ${number(below)}`,
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'entry'),
    format === undefined ? undefined : `format ${code(format)}`,
    // A pattern is no text for readers. The type has its words.
    pattern === undefined || schema['x-pattern-words'] ? undefined : `matches ${code(pattern)}`,
  ].filter((words) => words !== undefined)
}

function range(least: number | undefined, most: number | undefined, unit = '') {
  const [one, many] = unit === '' ? ['', ''] : [` ${unit}`, ` ${unit.replace(/y$/, 'ie')}s`]
  const counted = (value: number) => `${number(value)}${value === 1 ? one : many}`
  if (least === most) return least === undefined ? undefined : `exactly ${counted(least)}`
  if (least !== undefined && most !== undefined) return `${number(least)} to ${counted(most)}`
  if (least === 1 && unit !== '') return 'not empty'
  if (least !== undefined) return `at least ${counted(least)}`
  return most === undefined ? undefined : `at most ${counted(most)}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
