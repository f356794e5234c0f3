import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Message, Rejection } from '../../generated/schemas.ts'
import type { OperationProperties } from '../properties/operation-properties.ts'
import type { ApiResponse } from './api.ts'
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

/** Throws a `Violation` with the exchange unless the condition holds. */
export const must: (
  holds: boolean,
  message: string,
  shown?: { exchange: Exchange },
) => asserts holds = (holds, message, shown) => {
  if (!holds) throw new Violation(message, shown?.exchange)
}

/** The allowed difference between the clocks, including the length of a run, in milliseconds. */
const tolerance = 30 * 60_000

/** Returns whether a time, in milliseconds since the Unix epoch, is close to the current time. */
export const isRecent = (time: number): boolean => Math.abs(time - Date.now()) < tolerance

/** The response to an invalid body, with `errors` (§7 rule 1). */
export const ValidationError = Rejection.required({ errors: true })

/** Returns whether a response reports a validation error. */
export const isInvalid = (response: ApiResponse): boolean => {
  if (response.status !== 400) return false
  if (ValidationError.safeParse(response.body).success) return true
  const { message } = Message.parse(response.body)
  return /^[a-z][\w.[\]]*: /.test(message) || /is required/.test(message)
}

/** Throws unless a response reports exactly one invalid field. */
export const mustNameOnly = (
  response: ApiResponse,
  field: string,
  { body }: OperationProperties,
): void => {
  same(response.status, 400, 'the status', response)
  if (body?.invalid === 'errors') {
    const { errors, message } = z
      .object({ message: z.string(), errors: z.array(z.string()).default([]) })
      .parse(response.body)
    same(message, 'Invalid request body', 'the message', response)
    const fields = errors.map((error) => error.slice(0, error.indexOf(': ')))
    same(fields, [field], `the fields in errors ${JSON.stringify(errors)}`, response)
  } else {
    const { message } = Message.parse(response.body)
    must(
      message.startsWith(`${field}: `),
      `the message must begin with "${field}: ", not "${message}"`,
      response,
    )
    must(!message.includes('; '), `the message must name only ${field}: "${message}"`, response)
  }
}
