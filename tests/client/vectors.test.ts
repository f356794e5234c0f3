import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../client/webhooks/node.ts'
import { sign } from '../../server/events/dispatch/signature.ts'
import { opensslSignature } from '../../testkit/openssl-signature.ts'
import { examples, toleranceSeconds, vectors } from './vectors.ts'

describe.each(vectors)('$name', (vector) => {
  const { secret, body, expected } = vector

  test('OpenSSL and the server compute the expected signature', () => {
    expect(opensslSignature(secret, vector.timestamp, Buffer.from(body))).toBe(expected)
    expect(sign(secret, vector.timestamp, body)).toBe(expected)
  })

  test(`verifyWebhook ${vector.accept ? 'accepts' : 'rejects'} it`, async () => {
    const headers = {
      'X-Webhook-Signature': vector.signature,
      'X-Webhook-Timestamp': vector.timestamp,
    }
    const answer = verifyWebhook(body, headers, secret, {
      toleranceSeconds,
      now: () => vector.receivedAt * 1000,
    })
    const isLate = Math.abs(vector.receivedAt - Number(vector.timestamp)) > toleranceSeconds
    if (vector.accept) expect(await answer).toEqual(JSON.parse(body))
    else
      await expect(answer).rejects.toMatchObject({
        reason: isLate ? 'timestamp-out-of-tolerance' : 'signature-mismatch',
      })
  })
})

test('There are vectors to accept and to reject, and the first is the example of the document', () => {
  expect(vectors.filter(({ accept }) => accept).length).toBeGreaterThan(4)
  expect(vectors.filter(({ accept }) => !accept).length).toBeGreaterThan(10)
  expect(vectors[0]).toMatchObject(examples)
})
