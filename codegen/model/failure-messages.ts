import { componentName, type Schema } from './document.ts'

const plural = (n: number, one: string) =>
  `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`
const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)

const standard: Record<string, (schema: Schema) => string> = {
  type: ({ type }) =>
    `must be ${article([type].flat().find((each) => each !== 'null') ?? 'value')}`,
  required: () => 'is required',
  enum: (schema) => `must be one of ${(schema.enum ?? []).join(', ')}`,
  const: (schema) => `must be ${JSON.stringify(schema.const)}`,
  anyOf: () => 'must match one of the alternatives',
  minimum: (schema) => `must be at least ${schema.minimum}`,
  maximum: (schema) => `must be at most ${schema.maximum}`,
  exclusiveMinimum: (schema) => `must be more than ${schema.exclusiveMinimum}`,
  exclusiveMaximum: (schema) => `must be less than ${schema.exclusiveMaximum}`,
  minLength: ({ minLength = 0 }) =>
    minLength === 1 ? 'must not be empty' : `must have at least ${plural(minLength, 'character')}`,
  maxLength: ({ maxLength = 0 }) => `must have at most ${plural(maxLength, 'character')}`,
  pattern: ({ pattern }) => `must match ${pattern}`,
  minItems: ({ minItems = 0 }) =>
    minItems === 1 ? 'must not be empty' : `must have at least ${plural(minItems, 'item')}`,
  maxItems: ({ maxItems = 0 }) => `must have at most ${plural(maxItems, 'item')}`,
}

/**
 * Returns the message for a value that fails a keyword: from the document (`x-messages`, then
 * `x-reasons`), else a standard one.
 */
export const failureMessage = (schema: Schema, keyword: string): string =>
  schema['x-messages']?.[keyword] ??
  schema['x-reasons']?.[keyword] ??
  standard[keyword]?.(schema) ??
  'is not valid'

/** Returns every whole message (`x-messages`) of a schema, at any depth, `$ref`s followed. */
export const fixedMessages = (part: unknown, schemas: Record<string, Schema>): string[] => {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'x-messages') return Object.values(value).map(String)
    return fixedMessages(key === '$ref' ? schemas[componentName(String(value))] : value, schemas)
  })
}
