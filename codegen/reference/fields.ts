import { componentName, type Schema } from '../model/document.ts'
import { code, schemaWords } from './schema-words.ts'
import { table } from './table.ts'

type Schemas = Record<string, Schema>

/** Returns the description of a field, or else of its component. */
const described = (schema: Schema, schemas: Schemas): string => {
  const { description, $ref, example } = schema
  const target = $ref === undefined ? undefined : schemas[componentName($ref)]
  const shown = example ?? target?.example
  const words = (description ?? (target?.properties ? '' : (target?.description ?? ''))).trim()
  return [words, shown === undefined ? '' : `Example: ${code(shown)}.`].join(' ').trim()
}

/** Returns the fields of an inline object. */
const nested = (name: string, schema: Schema, schemas: Schemas): string[][] => {
  if (schema.properties) return rows(schema, schemas, `${name}.`)
  return schema.items?.properties ? rows(schema.items, schemas, `${name}[].`) : []
}

const rows = (
  { properties = {}, required = [] }: Schema,
  schemas: Schemas,
  prefix = '',
): string[][] =>
  Object.entries(properties).flatMap(([name, property]) => [
    [
      `\`${prefix}${name}\``,
      schemaWords(property, schemas),
      required.includes(name) ? 'yes' : 'no',
      described(property, schemas),
    ],
    ...nested(`${prefix}${name}`, property, schemas),
  ])

/** Describes the fields that a condition requires. */
const condition = ({ if: given, then }: Schema): string[] => {
  if (!given || !then) return []
  const when = Object.entries(given.properties ?? {}).map(
    ([name, property]) => `${code(name)} is ${code(property.const)}`,
  )
  return [
    '',
    `If ${when.join(' and ')}, ${(then.required ?? []).map(code).join(', ')} is required.`,
  ]
}

/** Returns the fields of an object as a table, and a note if further fields are allowed. */
export const fieldsTable = (schema: Schema, schemas: Schemas): string[] => [
  ...table(['field', 'value', 'always', 'meaning'], rows(schema, schemas)),
  ...condition(schema),
]
