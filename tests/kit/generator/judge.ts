import {
  registerSchema,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

setShouldValidateSchema(false)

type Judge = (value: unknown) => boolean | undefined

/**
 * Asks @hyperjump/json-schema, a validator without silent errors on the official tests, whether schemas
 * accept a value.
 * @param documents documents by URI, which may refer to each other.
 * @param uris the schemas to ask.
 * @returns for each a function that returns undefined where Hyperjump has no verdict.
 */
export const judgeOf = async (
  documents: Readonly<Record<string, object | boolean>>,
  uris: readonly string[],
): Promise<Judge[]> => {
  const texts = Object.entries(documents)
  for (const [id, schema] of texts) registerSchema(JSON.parse(JSON.stringify(schema)), id, dialect)
  try {
    const judges: Judge[] = []
    for (const uri of uris) {
      const judge = await validate(uri).catch((error: unknown) => {
        // Hyperjump reads patterns with the flag `u` alone.
        if (error instanceof SyntaxError) return undefined
        throw error
      })
      judges.push((value) => {
        try {
          return judge?.(JSON.parse(JSON.stringify(value))).valid
        } catch (error) {
          if (error instanceof RangeError) return undefined
          throw error
        }
      })
    }
    return judges
  } finally {
    for (const [id] of texts) unregisterSchema(id)
  }
}
