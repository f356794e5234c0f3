import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { sign } from './signature.ts'

test.each([
  ['whsec_a', '1790000000', '{"event":"webhook.test","data":{}}'],
  ['whsec_ü', '0', ''],
  ['x'.repeat(200), '1790000001', '{"name":"Zoë 😀"}'],
])('secret %s at %s is signed as OpenSSL signs it', (secret, timestamp, body) => {
  const key = Buffer.from(secret).toString('hex')
  const digest = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`],
    {
      input: `${timestamp}.${body}`,
      encoding: 'utf8',
    },
  )
  expect(sign(secret, timestamp, body)).toBe(`sha256=${digest.trim().split('= ')[1]}`)
})
