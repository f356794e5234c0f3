import { componentName, type Schema } from '../model/document.ts'

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
export const withoutEdgeParts = (schema: Schema, schemas: Record<string, Schema>): Schema => {
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

/** Returns the type of a schema. `S` is openapi-typescript's `components['schemas']`. */
export const typeExpression = (schema: Schema): string => {
  if (schema.$ref !== undefined) return `S[${JSON.stringify(componentName(schema.$ref))}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeExpression).join(' | ')
  const named = [schema.type].flat()
  return named.map((type) => ofType(type, schema)).join(' | ')
}

const ofType = (type: string | undefined, schema: Schema): string => {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${typeExpression(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const objectType = ({ properties, required, additionalProperties }: Schema) => {
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, property]) =>
        `${JSON.stringify(name)}${required?.includes(name) ? '' : '?'}: ${typeExpression(property)}`,
    )
    return `{ ${fields.join('; ')} }`
  }
  const values =
    typeof additionalProperties === 'object' ? typeExpression(additionalProperties) : 'unknown'
  return `{ [name: string]: ${values} }`
}
