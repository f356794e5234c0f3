import { expect, test } from 'vitest'
import { opensslSignature } from '../../../testkit/openssl-signature.ts'
import { sign } from './signature.ts'

test.each([
  ['whsec_a', '1790000000', '{"event":"webhook.test","data":{}}'],
  ['whsec_ü', '0', ''],
  ['x'.repeat(200), '1790000001', '{"name":"Zoë 😀"}'],
])('secret %s at %s has the same signature as from OpenSSL', (secret, timestamp, body) => {
  expect(sign(secret, timestamp, body)).toBe(opensslSignature(secret, timestamp, Buffer.from(body)))
})
