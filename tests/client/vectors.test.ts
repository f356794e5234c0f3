import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../client/webhooks/node.ts'
import { sign } from '../../server/events/dispatch/signature.ts'
import { examples, toleranceSeconds, vectors } from './vectors.ts'

/** Nothing of ours, and nothing of Node's. */
const signedByOpenssl = (secret: string, content: string): string => {
  const key = Buffer.from(secret).toString('hex')
  const digest = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`],
    { input: content, encoding: 'utf8' },
  )
  return `sha256=${digest.trim().split('= ')[1]}`
}

describe.each(vectors)('$name', (vector) => {
  const { secret, body, expected } = vector

  test('OpenSSL and the server sign it as the vector says', () => {
    expect(signedByOpenssl(secret, `${vector.timestamp}.${body}`)).toBe(expected)
    expect(sign(secret, vector.timestamp, body)).toBe(expected)
  })

  test(`verifyWebhook ${vector.accept ? 'accepts' : 'refuses'} it`, async () => {
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

test('there are vectors of both kinds, and the document’s example is the first', () => {
  expect(vectors.filter(({ accept }) => accept).length).toBeGreaterThan(4)
  expect(vectors.filter(({ accept }) => !accept).length).toBeGreaterThan(10)
  expect(vectors[0]).toMatchObject(examples)
})
