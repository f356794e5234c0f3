import {
  registerSchema,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

setShouldValidateSchema(false)

/**
 * Asks @hyperjump/json-schema, a validator without silent errors on the official tests, whether a
 * schema accepts a value.
 * @param schemas schemas by URI, which may refer to each other.
 * @param uri the schema to ask.
 * @returns a function that returns undefined where Hyperjump runs out of stack.
 */
export const judgeOf = async (
  schemas: Readonly<Record<string, object | boolean>>,
  uri: string,
): Promise<(value: unknown) => boolean | undefined> => {
  const texts = Object.entries(schemas)
  for (const [id, schema] of texts) registerSchema(JSON.parse(JSON.stringify(schema)), id, dialect)
  try {
    const judge = await validate(uri)
    return (value) => {
      try {
        return judge(JSON.parse(JSON.stringify(value))).valid
      } catch (error) {
        if (error instanceof RangeError) return undefined
        throw error
      }
    }
  } finally {
    for (const [id] of texts) unregisterSchema(id)
  }
}
