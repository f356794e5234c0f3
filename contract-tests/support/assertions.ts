import { isDeepStrictEqual } from 'node:util'
import { Message } from '../../generated/schemas.ts'
import { type Exchange, Violation } from './violation.ts'

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)

/** Throws a `Violation` with the exchange unless two values are equal. */
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

/** Throws unless a response has this status code and body. */
export const answered = (
  answer: { status: number; body: unknown; exchange: Exchange },
  status: number,
  body: unknown,
): void => {
  same(answer.status, status, 'the status', answer)
  same(answer.body, body, 'the body', answer)
}

/** Throws unless a response is a 400 without `errors` (§7 rule 2). */
export const refused = (
  answer: { status: number; body: unknown; exchange: Exchange },
  what: string,
): void => {
  same(answer.status, 400, `the status of ${what}`, answer)
  const isPlain = Message.safeParse(answer.body).success
  if (!isPlain) throw new Violation(`${what} must be { message } alone`, answer.exchange)
}
