import { z } from 'zod'
import { maxDelay } from './choose-reply.ts'

const Milliseconds = z.int().min(0).max(maxDelay)

const Range = z
  .tuple([Milliseconds, Milliseconds])
  .refine(([least, most]) => least <= most, 'must have the smaller number first')

/** The names and values of headers (RFC 9110 §5.5, §5.6.2). */
const HeaderName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
const HeaderValue = z.string().regex(/^[\t -~\x80-\xff]*$/, 'must be a value of a header')

/** The format of a queued response, without the operation. */
export const queueRequest = strictObject({
  status: z.int().min(200).max(599).optional(),
  example: z.string().optional(),
  body: z.unknown().optional(),
  headers: z.record(HeaderName, HeaderValue).optional(),
  unchecked: z.boolean().default(false),
  match: strictObject({
    path: z.looseObject({}).optional(),
    query: z.looseObject({}).optional(),
    body: z.looseObject({}).optional(),
  }).optional(),
  drop: z.enum(['request', 'before', 'within', 'after']).optional(),
  latencyMilliseconds: z.union([Milliseconds, Range]).default(0),
  share: z.number().gt(0).max(1).optional(),
  calls: z.int().min(1).max(1_000_000).optional(),
})

/** Returns the schema of an object without other fields. Its error names the possible ones. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unrecognized key: ${issue.keys.map((key) => `"${key}"`).join(', ')}. Use one of ${Object.keys(shape).join(', ')}.`
        : undefined,
  })
}
