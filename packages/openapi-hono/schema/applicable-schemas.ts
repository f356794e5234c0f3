import { componentName, type Schema } from '../model/document.ts'

export type Schemas = Readonly<Record<string, Schema>>

/** Returns the schemas that may apply to one value: a schema, its reference's target, and its alternatives. */
export const applicable = (schema: Schema, schemas: Schemas, depth = 0): Schema[] => {
  if (depth > 10) return []
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema
  const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  const others = [...target, ...allOf, ...anyOf, ...oneOf]
  return [own, ...others.flatMap((each) => applicable(each, schemas, depth + 1))]
}
