import { componentName, type Schema } from '../model/document.ts'

export type Schemas = Readonly<Record<string, Schema>>

/**
 * Returns the schemas that may apply to one value: a schema, its reference's target, its alternatives, and those that
 * depend on the value.
 */
export const applicable = (schema: Schema, schemas: Schemas, depth = 0): Schema[] => {
  if (depth > 10) return []
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema
  const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  const conditional = [own.then ?? [], own.else ?? [], Object.values(own.dependentSchemas ?? {})]
  const others = [...target, ...allOf, ...anyOf, ...oneOf, ...conditional.flat()]
  return [own, ...others.flatMap((each) => applicable(each, schemas, depth + 1))]
}
