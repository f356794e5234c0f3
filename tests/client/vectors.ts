import { z } from 'zod'
import { document } from '../../contract-tests/support/contract.ts'
import { sign } from '../../server/domain/webhook-signature.ts'

const Vector = z.object({
  name: z.string(),
  accept: z.boolean(),
  secret: z.string(),
  timestamp: z.string(),
  body: z.string(),
  signature: z.string(),
  expected: z.string(),
  receivedAt: z.number(),
})

export type Vector = z.output<typeof Vector>

const Signature = z.object({
  example: z.string(),
  'x-signature-vectors': z.object({ toleranceSeconds: z.number(), vectors: z.array(Vector) }),
})

const { parameters } = document.components ?? {}
const { example: signature, ...published } = Signature.parse(parameters?.['X-Webhook-Signature'])

export const { vectors, toleranceSeconds } = published['x-signature-vectors']

export const examples = {
  signature,
  timestamp: z.object({ example: z.string() }).parse(parameters?.['X-Webhook-Timestamp']).example,
}

/** The encodings of a signature in the vectors, valid and invalid. */
const encodings: ((right: string) => string)[] = [
  (right) => right,
  (right) => `sha256=${right.slice(7).toUpperCase()}`,
  (right) => right.slice(7),
  (right) => right.slice(0, 39),
  (right) => `sha256=${Buffer.from(right.slice(7), 'hex').toString('base64')}`,
]

/**
 * Shifts a vector to the present, for a subscriber whose clock cannot be set.
 * Keeps its age and its error.
 * @param now Unix seconds.
 */
export const atPresent = (vector: Vector, secret: string, now: number): Vector => {
  const timestamp = String(now - (vector.receivedAt - Number(vector.timestamp)))
  const expected = sign(secret, timestamp, vector.body)
  const encode = encodings.find((each) => each(vector.expected) === vector.signature)
  const signature = encode ? encode(expected) : vector.signature
  return { ...vector, secret, timestamp, expected, signature, receivedAt: now }
}
