import { isDeepStrictEqual } from 'node:util'
import { type Exchange, Violation } from './violation.ts'

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)

/** Fails, with the exchange that shows it, unless two values are the same. */
export const same = (
  actual: unknown,
  expected: unknown,
  what: string,
  answer?: { exchange: Exchange },
): void => {
  if (!isDeepStrictEqual(actual, expected))
    throw new Violation(
      `${what} must be ${shown(expected)}, not ${shown(actual)}`,
      answer?.exchange,
    )
}

/** Fails unless an answer has a status and a body. */
export const answered = (
  answer: { status: number; body: unknown; exchange: Exchange },
  status: number,
  body: unknown,
): void => {
  same(answer.status, status, 'the status', answer)
  same(answer.body, body, 'the body', answer)
}
