import { componentName, type Schema } from '../model/document.ts'
import { keywords } from './keyword-checks.ts'

/** Returns the messages that the document has for values that fail keywords, by keyword. */
export const messagesOf = (schema: Schema): Record<string, string> => ({
  ...schema['x-reasons'],
  ...schema['x-messages'],
})

/** Returns the message for a value that fails a keyword: from the document, else a standard one. */
export const failureMessage = (schema: Schema, keyword: string): string =>
  messagesOf(schema)[keyword] ?? keywords[keyword]?.message(schema[keyword]) ?? 'is not valid'

/** Returns every whole message (`x-messages`) of a schema, at any depth, `$ref`s followed. */
export const fixedMessages = (
  part: unknown,
  schemas: Readonly<Record<string, Schema>>,
  seen = new Set<unknown>(),
): string[] => {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'x-messages') return Object.values(Object(value)).map(String)
    const inner = key === '$ref' ? schemas[componentName(String(value))] : value
    return fixedMessages(inner, schemas, seen)
  })
}
