import { componentName, type Schema } from '../model/document.ts'
import { failureMessage } from '../model/failure-messages.ts'
import { key, referred } from '../model/names.ts'
import { allowsAnything } from './allows-anything.ts'
import { integerBounds } from './integer-bounds.ts'
import { regularExpression } from './regular-expression.ts'

const text = (value: string) => JSON.stringify(value)
/** The messages for a value of the wrong type and, unless it is the default one, for a missing value. */
const reasons = (schema: Schema) => {
  const words = {
    missing: failureMessage(schema, 'required'),
    invalid: failureMessage(schema, 'type'),
  }
  return words.missing === 'is required'
    ? text(words.invalid)
    : `${text(words.invalid)}, ${text(words.missing)}`
}
const wrong = (schema: Schema) => `check.messages(${reasons(schema)})`

/** Returns `.method(bound, message)` for each keyword that the schema has. */
const checks = (schema: Schema, methods: Partial<Record<keyof Schema, string>>) =>
  Object.entries(methods)
    .filter(([keyword]) => keyword in schema)
    .map(([keyword, method]) => {
      const bound = Object.entries(schema).find(([name]) => name === keyword)?.[1]
      return `${method.replace('%', String(bound))}${text(failureMessage(schema, keyword))})`
    })
    .join('')

const numberChecks = {
  minimum: '.min(%, ',
  maximum: '.max(%, ',
  exclusiveMinimum: '.gt(%, ',
  exclusiveMaximum: '.lt(%, ',
} as const

/**
 * zod's integers are safe integers. Within bounds that are safe they agree with JSON Schema, if a
 * larger integer gets the message of the bound.
 */
const integer = (schema: Schema) => {
  const { minimum: least = Number.NaN, maximum: most = Number.NaN } = integerBounds(schema)
  const words = reasons(schema)
  if (!(least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER))
    return `check.integer(${words})${checks(schema, numberChecks)}`
  const below = failureMessage(schema, 'minimum' in schema ? 'minimum' : 'exclusiveMinimum')
  const above = failureMessage(schema, 'maximum' in schema ? 'maximum' : 'exclusiveMaximum')
  return `check.safeInteger([${least}, ${text(below)}], [${most}, ${text(above)}], ${words})`
}

const literal = (schema: Schema, values: unknown[], keyword: string) => {
  const error = `check.messages(${text(failureMessage(schema, keyword))}, ${text(failureMessage(schema, 'required'))})`
  return `z.literal(${JSON.stringify(values.length === 1 ? values[0] : values)}, ${error})`
}

const stringExpression = (schema: Schema) => {
  const pattern =
    schema.pattern === undefined
      ? ''
      : `.regex(${regularExpression(schema.pattern)}, ${text(failureMessage(schema, 'pattern'))})`
  const lengths = (['minLength', 'maxLength'] as const)
    .filter((keyword) => schema[keyword] !== undefined)
    .map(
      (keyword) =>
        `.refine(...check.${keyword}(${schema[keyword]}, ${text(failureMessage(schema, keyword))}))`,
    )
  return `z.string(${wrong(schema)})${lengths.join('')}${pattern}`
}

/**
 * Returns the properties of an object schema. A required property without a schema may have any
 * value except undefined.
 */
const shape = (schema: Schema, scope: Scope) => {
  const properties = schema.properties ?? {}
  const names = new Set([...Object.keys(properties), ...(schema.required ?? [])])
  const entries = [...names].map((name) => {
    const property = properties[name] ?? {}
    const required = schema.required?.includes(name)
    const expression =
      required && allowsAnything(property, scope.schemas)
        ? `check.present(${text(failureMessage(property, 'required'))})`
        : zodExpression(property, scope)
    return `${key(name)}: ${expression}${required ? '' : '.exactOptional()'}`
  })
  return `{ ${entries.join(', ')} }`
}

const objectExpression = (schema: Schema, scope: Scope) => {
  if (!schema.properties) {
    const values =
      typeof schema.additionalProperties === 'object'
        ? zodExpression(schema.additionalProperties, scope)
        : 'z.unknown()'
    return `z.record(z.string(), ${values}, ${wrong(schema)})`
  }
  const kind = schema.additionalProperties === false ? 'strictObject' : 'object'
  const object = `z.${kind}(${shape(schema, scope)}, ${wrong(schema)})`
  return schema.if && schema.then
    ? `${object}.superRefine(check.ifThen(z.looseObject(${shape(schema.if, scope)}), z.looseObject(${shape(schema.then, scope)})))`
    : object
}

const ofType = (type: string | undefined, schema: Schema, scope: Scope): string => {
  switch (type) {
    case 'string':
      return stringExpression(schema)
    case 'integer':
      return integer(schema)
    case 'number':
      return `z.number(${wrong(schema)})${checks(schema, numberChecks)}`
    case 'boolean':
      return `z.boolean(${wrong(schema)})`
    case 'null':
      return `z.null(${wrong(schema)})`
    case 'array': {
      const bounds = checks(schema, { minItems: '.min(%, ', maxItems: '.max(%, ' })
      return `z.array(${zodExpression(schema.items ?? {}, scope)}, ${wrong(schema)})${bounds}`
    }
    case 'object':
      return objectExpression(schema, scope)
    default:
      return 'z.unknown()'
  }
}

/** The component schemas that `$ref`s name, and the prefix of their identifiers. */
export type Scope = { schemas: Record<string, Schema>; prefix: string }

/**
 * Returns a zod expression that accepts the same JSON values as a JSON Schema. It uses the functions
 * of `runtime/schema-checks.ts`.
 */
export const zodExpression = (schema: Schema, scope: Scope): string => {
  if (schema.$ref !== undefined) {
    const target = scope.schemas[componentName(schema.$ref)]
    return schema['x-messages'] && target
      ? zodExpression({ ...target, 'x-messages': schema['x-messages'] }, scope)
      : `${scope.prefix}${referred(schema.$ref)}`
  }
  if ('const' in schema) return literal(schema, [schema.const], 'const')
  if (schema.enum) return literal(schema, schema.enum, 'enum')
  if (schema.anyOf) {
    const alternatives = schema.anyOf.map((each) => zodExpression(each, scope))
    return `z.union([${alternatives.join(', ')}], ${text(failureMessage(schema, 'anyOf'))})`
  }
  const named = [schema.type].flat()
  const base = ofType(named.find((type) => type !== 'null') ?? named[0], schema, scope)
  return named.includes('null') && named.length > 1 ? `z.nullable(${base})` : base
}
