import { componentName, type Schema } from '../model/document.ts'
import { keywords } from '../schema/keywords.ts'

const isEdges = (schema: Schema): boolean => schema['x-answered-by'] === 'edge'

/** Returns an object schema without the fields that only the edge sends. */
const withoutEdgeFields = (object: Schema): Schema => {
  const { properties = {}, required = [] } = object
  const own = Object.entries(properties).filter(([, property]) => !isEdges(property))
  if (own.length === Object.keys(properties).length) return object
  const names = new Set(own.map(([name]) => name))
  return {
    ...object,
    properties: Object.fromEntries(own),
    required: required.filter((name) => names.has(name)),
  }
}

/**
 * Returns a schema without alternatives and fields that only the edge sends, so that no operation may
 * return them. A changed target replaces its `$ref`.
 */
export const withoutEdgeParts = (
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
): Schema => {
  const target = schema.$ref === undefined ? schema : schemas[componentName(schema.$ref)]
  if (target?.properties) {
    const own = withoutEdgeFields(target)
    return own === target ? schema : own
  }
  if (!target?.anyOf) return schema
  const isEdge = ({ $ref }: Schema) =>
    $ref !== undefined && isEdges(schemas[componentName($ref)] ?? {})
  const remaining = target.anyOf.filter((each) => !isEdge(each))
  if (remaining.length === target.anyOf.length) return schema
  const [only] = remaining
  return only && remaining.length === 1 ? only : { anyOf: remaining }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Keywords that change no type. */
const untyped = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum']
untyped.push('exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems')

/** Returns several types as one, or undefined if one of them has no expression. */
const union = (types: readonly (string | undefined)[]): string | undefined =>
  types.includes(undefined) || types.length === 0 ? undefined : [...new Set(types)].join(' | ')

/**
 * Returns the type of a schema, where a short expression has it: a component, a scalar, an array or a
 * plain object. `S` is openapi-typescript's `components['schemas']`.
 */
export const typeExpression = (schema: Schema): string | undefined => {
  const names = Object.keys(schema).filter((name) => name in keywords && !untyped.includes(name))
  const isOnly = (...allowed: string[]) => names.every((name) => allowed.includes(name))
  if (schema.$ref !== undefined)
    return isOnly('$ref') && /^#\/components\/schemas\/[^/]+$/.test(schema.$ref)
      ? `S[${JSON.stringify(componentName(schema.$ref))}]`
      : undefined
  if ('const' in schema || schema.enum) {
    const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
    return isOnly('type', 'enum', 'const') && values.every(isScalar)
      ? union(values.map((each) => JSON.stringify(each)))
      : undefined
  }
  if (schema.anyOf) return isOnly('anyOf') ? union(schema.anyOf.map(typeExpression)) : undefined
  if (!isOnly('type', 'items', 'properties', 'required', 'additionalProperties')) return undefined
  return union([schema.type].flat().map((type) => ofType(type, schema)))
}

const ofType = (type: string | undefined, schema: Schema): string | undefined => {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeExpression(schema.items ?? {})
      return item && `(${item})[]`
    }
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const objectType = ({
  properties,
  required = [],
  additionalProperties,
}: Schema): string | undefined => {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? typeExpression(additionalProperties) : 'unknown'
    return additionalProperties === false || required.length > 0 || values === undefined
      ? undefined
      : `{ [name: string]: ${values} }`
  }
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  if (isOpen || required.some((name) => !Object.hasOwn(properties, name))) return undefined
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = typeExpression(property)
    return type && `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${type}`
  })
  return fields.includes(undefined) ? undefined : `{ ${fields.join('; ')} }`
}
