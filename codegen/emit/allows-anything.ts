import { componentName, type Schema } from '../model/document.ts'

/** Returns whether a schema allows every value. Such a property is checked by its presence. */
export const allowsAnything = (schema: Schema, schemas: Record<string, Schema>): boolean => {
  if (schema.$ref !== undefined)
    return allowsAnything(schemas[componentName(schema.$ref)] ?? {}, schemas)
  if (schema.anyOf) return schema.anyOf.some((each) => allowsAnything(each, schemas))
  return schema.type === undefined && !schema.enum && !('const' in schema)
}
