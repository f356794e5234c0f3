import { z } from 'zod'
import { readGenerated } from './generated-document.ts'
import { declaredReplies, InvalidRequest, ResponseQueue } from './responses/choose-reply.ts'
import { operationGroups } from './responses/operations.ts'
import { queueRequest, strictObject } from './responses/queue-request.ts'
import type { MockOptions } from './types.ts'

const queuedCall = strictObject({
  operation: z.enum([...operationGroups, 'any']),
  ...queueRequest.shape,
})

const format = strictObject({
  stateful: z.boolean().optional(),
  scenario: z.string().optional(),
  setUp: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  responses: z.array(queuedCall).optional(),
  limit: z.int().min(1).optional(),
  windowSeconds: z.int().min(1).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  seed: z.string().optional(),
  time: z.coerce
    .date('must be a time from 2000 to 2099, such as 2027-01-31T09:00:00Z')
    .min(new Date('2000-01-01'))
    .max(new Date('2100-01-01'))
    .optional(),
  locale: z.string().optional(),
  onLine: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
})

/**
 * Checks the options of a mock, also those of callers without types.
 * @throws {InvalidRequest} with the place of each error, such as `responses[1].example`.
 */
export const checkOptions = (options: MockOptions): void => {
  const { error } = format.safeParse(options)
  if (error) throw new InvalidRequest(`The options of the mock: ${z.prettifyError(error)}`)
  const declared = declaredReplies(readGenerated())
  const queue = new ResponseQueue(() => declared, '')
  for (const [i, { operation, ...response }] of (options.responses ?? []).entries())
    try {
      queue.add(operation, response)
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      throw new InvalidRequest(`responses[${i}]: ${error.message}`)
    }
}
