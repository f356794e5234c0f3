import { isDeepStrictEqual } from 'node:util'
import { Message } from '../../generated/schemas.ts'
import { type Exchange, Violation } from './violation.ts'

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)

/** Throws a `Violation` with the exchange unless two values are equal. */
export const same = (
  actual: unknown,
  expected: unknown,
  what: string,
  response?: { exchange: Exchange },
): void => {
  if (!isDeepStrictEqual(actual, expected))
    throw new Violation(
      `${what} must be ${shown(expected)}, not ${shown(actual)}`,
      response?.exchange,
    )
}

/** Throws unless a response has this status code and body. */
export const mustReturn = (
  response: { status: number; body: unknown; exchange: Exchange },
  status: number,
  body: unknown,
): void => {
  same(response.status, status, 'the status', response)
  same(response.body, body, 'the body', response)
}

/** Throws unless a response is a 400 without `errors` (§7 rule 2). */
export const mustReject = (
  response: { status: number; body: unknown; exchange: Exchange },
  what: string,
): void => {
  same(response.status, 400, `the status of ${what}`, response)
  const isPlain = Message.safeParse(response.body).success
  if (!isPlain) throw new Violation(`${what} must be { message } alone`, response.exchange)
}
