import type { Preference } from '../preference.ts'

/** A reply of the document, without the rate-limit headers. */
export type MockReply = { status: number; contentType: string; body: unknown }

/** Thrown when the document has no such reply. The message names the replies that it has. */
export class UnavailableReplyError extends Error {
  override name = 'UnavailableReplyError'
}

/** The names of an operation's examples, by status code. */
export type PossibleReplies = ReadonlyMap<number, readonly string[]>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Returns the status code of an example, success first; without an example, the success status code. */
const statusOf = (answers: PossibleReplies, example: string | undefined): number => {
  const statuses = [...answers.keys()].toSorted(
    (a, b) => Number(isSuccess(b)) - Number(isSuccess(a)),
  )
  const found = statuses.find(
    (each) => example === undefined || answers.get(each)?.includes(example),
  )
  if (found !== undefined) return found
  const all = [...answers.values()].flat()
  throw new UnavailableReplyError(
    `Prefer: example must be one of ${all.join(', ')}, not ${example}`,
  )
}

/**
 * Returns the preferred status code, or the success status code.
 * @throws {UnavailableReplyError} if the document has no such reply.
 */
export const preferredStatus = (
  possible: PossibleReplies,
  { code, example }: Preference,
): number => {
  const status = code ?? statusOf(possible, example)
  const examples = possible.get(status)
  if (!examples)
    throw new UnavailableReplyError(
      `Prefer: code must be one of ${[...possible.keys()].join(', ')}, not ${status}`,
    )
  if (example !== undefined && !examples.includes(example))
    throw new UnavailableReplyError(
      `Prefer: example of ${status} must be one of ${examples.join(', ')}, not ${example}`,
    )
  return status
}
