import { componentName, type Schema } from '../model/document.ts'

/** Formats a number with thousands separators. */
const number = (value: number): string => value.toLocaleString('en-US')

/** Describes a range of numbers or counts. */
const range = (
  least: number | undefined,
  most: number | undefined,
  [one, many]: readonly [string, string] = ['', ''],
): string | undefined => {
  const counted = (value: number) => `${number(value)}${value === 1 ? one : many}`
  if (least === most) return least === undefined ? undefined : `exactly ${counted(least)}`
  if (least !== undefined && most !== undefined) return `${number(least)} to ${counted(most)}`
  if (least === 1 && one !== '') return 'not empty'
  if (least !== undefined) return `at least ${counted(least)}`
  return most === undefined ? undefined : `at most ${counted(most)}`
}

const openRange = ({ exclusiveMinimum: above, exclusiveMaximum: below }: Schema) =>
  [
    above === undefined ? [] : [`above ${number(above)}`],
    below === undefined ? [] : [`below ${number(below)}`],
  ].flat()

/** Returns a value as inline code, backticks included. */
export const code = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

const bounds = (schema: Schema): string[] => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format } = schema
  const pattern = schema.title === undefined ? schema.pattern : undefined
  return [
    range(minimum, maximum),
    ...openRange(schema),
    range(minLength, maxLength, [' character', ' characters']),
    range(minItems, maxItems, [' entry', ' entries']),
    format === undefined ? undefined : `format ${code(format)}`,
    pattern === undefined ? undefined : `matches ${code(pattern)}`,
  ].filter((words) => words !== undefined)
}

/** A pattern is no text for readers: the title says in words what it allows. */
const named = (type: string, { pattern, title }: Schema): string =>
  type === 'string' && pattern !== undefined && title !== undefined ? title : type

const typeWords = (schema: Schema): string => {
  if ('const' in schema) return `always ${code(schema.const)}`
  if (schema.enum) return `one of ${schema.enum.map(code).join(', ')}`
  if (schema.anyOf) return schema.anyOf.map((each) => schemaWords(each)).join(' or ')
  const types = [schema.type ?? 'anything'].flat().map((type) => named(type, schema))
  if (!types.includes('array')) return types.join(' or ')
  return types
    .map((type) => (type === 'array' ? `array of ${schemaWords(schema.items ?? {})}` : type))
    .join(' or ')
}

/** Returns whether a component has a section of its own: it has fields, or alternatives with fields. */
export const isDocumented = (schema: Schema | undefined): boolean =>
  schema?.properties !== undefined || schema?.anyOf !== undefined

/** Describes a schema in words. A component with a section of its own is a link to it. */
export const schemaWords = (schema: Schema, schemas: Record<string, Schema> = {}): string => {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref)
    const target = schemas[name]
    return target && !isDocumented(target)
      ? schemaWords(target, schemas)
      : `[${name}](#schema-${name})`
  }
  const { items, anyOf } = schema
  const known = {
    ...schema,
    ...(items ? { items: inPlace(items, schemas) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => inPlace(each, schemas)) } : {}),
  }
  return [typeWords(known), ...bounds(schema)].join(', ')
}

/** Replaces a reference to a component without a section by the component. */
const inPlace = (schema: Schema, schemas: Record<string, Schema>): Schema => {
  if (schema.$ref === undefined) return schema
  const target = schemas[componentName(schema.$ref)]
  return target && !isDocumented(target) ? inPlace(target, schemas) : schema
}
