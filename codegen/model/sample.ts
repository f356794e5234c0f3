import { allowsAnything } from './allows-anything.ts'
import { componentName, type Schema } from './document.ts'

/**
 * Returns a value for a schema without examples. It may be invalid: keywords that no simple value
 * meets are ignored.
 */
export const sample = (schema: Schema, schemas: Record<string, Schema>): unknown => {
  if (schema.$ref !== undefined) return sample(schemas[componentName(schema.$ref)] ?? {}, schemas)
  if ('const' in schema) return schema.const
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum[0]
  if (allowsAnything(schema, schemas)) return null
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, schemas)
  const type = [schema.type].flat()
  if (type.includes('null')) return null
  if (type.includes('object'))
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, property]) => [name, sample(property, schemas)]),
    )
  if (type.includes('array'))
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, schemas))
  if (type.includes('boolean')) return false
  if (type.includes('string')) return 'x'.repeat(schema.minLength ?? 0)
  return numberSample(schema)
}

const numberSample = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): number => {
  if (minimum !== undefined) return Math.ceil(minimum)
  if (exclusiveMinimum !== undefined) return Math.floor(exclusiveMinimum) + 1
  const most = maximum ?? (exclusiveMaximum === undefined ? 0 : Math.ceil(exclusiveMaximum) - 1)
  return Math.min(0, Math.floor(most))
}

/** Returns a value without undeclared properties. */
export const declaredOf = (
  value: unknown,
  schema: Schema,
  schemas: Record<string, Schema>,
): unknown => {
  if (schema.$ref !== undefined)
    return declaredOf(value, schemas[componentName(schema.$ref)] ?? {}, schemas)
  if (Array.isArray(value))
    return value.map((each) => declaredOf(each, schema.items ?? {}, schemas))
  const { properties } = schema
  if (typeof value !== 'object' || value === null || !properties) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      properties[name] ? [[name, declaredOf(each, properties[name], schemas)]] : [],
    ),
  )
}
