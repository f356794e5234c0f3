const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the part of a message before the reason, without array indexes. */
const headOf = (message: string): string => (message.split(': ')[0] ?? '').replaceAll(/\d+/g, '')

/** Returns whether errors are about the whole body, not about its fields. */
const aboutBody = (errors: unknown): boolean =>
  Array.isArray(errors) && errors.every((error) => String(error).startsWith('body: '))

const isMessage = (value: unknown): value is { message: string; errors?: unknown } =>
  isRecord(value) && typeof value.message === 'string'

const sameMessage = (
  example: { message: string; errors?: unknown },
  actual: { message: string; errors?: unknown },
  ownWords: boolean,
): boolean =>
  (ownWords || headOf(example.message) === headOf(actual.message)) &&
  'errors' in example === 'errors' in actual &&
  aboutBody(example.errors) === aboutBody(actual.errors)

/**
 * Returns whether a response matches an example: the same message, or the same fields with the same
 * nulls, booleans and empty lists.
 * @param ownWords whether messages can differ from the example's
 */
export const matchesExample = (example: unknown, actual: unknown, ownWords = false): boolean => {
  if (isMessage(example)) return isMessage(actual) && sameMessage(example, actual, ownWords)
  if (Array.isArray(example))
    return Array.isArray(actual) && (example.length === 0) === (actual.length === 0)
  if (isRecord(example))
    return (
      isRecord(actual) &&
      Object.keys(example).every((key) => matchesExample(example[key], actual[key], ownWords))
    )
  if (typeof example === 'boolean' || example === null) return example === actual
  return typeof example === typeof actual
}
