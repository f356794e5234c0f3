const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a message is about: the words before the reason, without the numbers of a place. */
const headOf = (message: string): string => (message.split(': ')[0] ?? '').replaceAll(/\d+/g, '')

/** Whether errors are about the body as a whole, or about fields of it. */
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
 * Whether an answer is of the kind that an example shows: the same message, or the same fields with
 * the same ones null, the same truth and the same lists empty.
 * @param ownWords whether messages may be worded otherwise than the example's.
 */
export const isLike = (example: unknown, actual: unknown, ownWords = false): boolean => {
  if (isMessage(example)) return isMessage(actual) && sameMessage(example, actual, ownWords)
  if (Array.isArray(example))
    return Array.isArray(actual) && (example.length === 0) === (actual.length === 0)
  if (isRecord(example))
    return (
      isRecord(actual) &&
      Object.keys(example).every((key) => isLike(example[key], actual[key], ownWords))
    )
  if (typeof example === 'boolean' || example === null) return example === actual
  return typeof example === typeof actual
}
