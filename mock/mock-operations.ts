import type { Operations } from '../generated/operations.ts'
import type { Call } from '../server/http/api/env.ts'
import { type Instead, inPlaceOf } from './browser/in-place-of.ts'
import { errands } from './wishes.ts'

const bodyOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined

/** Stands in front of operations: each call is noted, and answered by something else if that wants to. */
export const standIn = (operations: Operations<Call>, instead: Instead): Operations<Call> =>
  inPlaceOf(operations, (operationId, input, call, itself) => {
    const errand = errands.getStore()
    if (errand) {
      errand.reached = operationId
      errand.body = bodyOf(input)
    }
    return instead(operationId, input, call, itself)
  })
