import { z } from 'zod'
import { Message, Refusal } from '../../generated/schemas.ts'
import type { OperationProperties } from '../properties/operation-properties.ts'
import type { ApiResponse } from './api.ts'
import { same } from './assertions.ts'
import { must } from './law-context.ts'

/** The response to an invalid body, with `errors` (§7 rule 1). */
export const ValidationError = Refusal.required({ errors: true })

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
