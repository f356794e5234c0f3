import type { Wish } from '../wish.ts'

/** An answer as the document has it; its rate-limit headers are the edge's business. */
export type EngineAnswer = { status: number; contentType: string; body: unknown }

/** A wish that the document cannot fulfil; the message says which it can. */
export class ImpossibleWish extends Error {
  override name = 'ImpossibleWish'
}

/** The answers that a document has for an operation: the names of its examples, by status. */
export type PossibleAnswers = ReadonlyMap<number, readonly string[]>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The status that an example belongs to, of success first; without one, that of success. */
const statusOf = (answers: PossibleAnswers, example: string | undefined): number => {
  const statuses = [...answers.keys()].toSorted(
    (a, b) => Number(isSuccess(b)) - Number(isSuccess(a)),
  )
  const found = statuses.find(
    (each) => example === undefined || answers.get(each)?.includes(example),
  )
  if (found !== undefined) return found
  const all = [...answers.values()].flat()
  throw new ImpossibleWish(`Prefer: example must be one of ${all.join(', ')}, not ${example}`)
}

/**
 * The status of the answer that a wish asks for; without one, that of success.
 * @throws {ImpossibleWish} where there is no such answer.
 */
export const wishedStatus = (possible: PossibleAnswers, { code, example }: Wish): number => {
  const status = code ?? statusOf(possible, example)
  const examples = possible.get(status)
  if (!examples)
    throw new ImpossibleWish(
      `Prefer: code must be one of ${[...possible.keys()].join(', ')}, not ${status}`,
    )
  if (example !== undefined && !examples.includes(example))
    throw new ImpossibleWish(
      `Prefer: example of ${status} must be one of ${examples.join(', ')}, not ${example}`,
    )
  return status
}
