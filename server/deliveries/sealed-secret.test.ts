import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serverWithDispatcher } from '../../tests/kit/server/sending-server.ts'
import { sign } from '../domain/webhook-signature.ts'
import type { Delivery } from './attempt-delivery.ts'
import { SealError, sealFor } from './sealed-secret.ts'

const key = 'a key of some length'

test('a sealed secret opens only with the same key, and each sealing differs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      const seal = sealFor(key)
      expect(seal.open(seal.seal(secret))).toBe(secret)
      expect(seal.seal(secret)).not.toBe(seal.seal(secret))
      expect(() => sealFor(`${key}!`).open(seal.seal(secret))).toThrow(SealError)
      expect(() => sealFor().open(seal.seal(secret))).toThrow(/set WEBHOOK_SECRET_KEY/)
    }),
  )
})

test('a modified or truncated secret does not open', () => {
  const seal = sealFor(key)
  const sealed = seal.seal('whsec_x')
  const last = sealed.at(-3) === 'A' ? 'B' : 'A'
  expect(() => seal.open(`${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`)).toThrow(SealError)
  expect(() => seal.open('sealed:v1:')).toThrow(SealError)
})

test('a secret opens that is stored in plain text, or that an earlier version encrypted', () => {
  expect(sealFor(key).open('whsec_old')).toBe('whsec_old')
  expect(sealFor().open('whsec_old')).toBe('whsec_old')
  const stored = 'sealed:v1:8_M4YyT2qOTyR9Vhpy3_r5lgKu1DjODPe3DsIwcdIgeSza6xFQ'
  expect(sealFor(key).open(stored)).toBe('whsec_old')
})

test('secrets are encrypted in the database and plain in the API, and they sign deliveries', async () => {
  const seal = sealFor(key)
  const sent: Omit<Delivery, 'url'>[] = []
  const { server, subscribe, rotate, test } = await serverWithDispatcher(
    () => ({
      seal,
      send: async (_, sign) => {
        sent.push(await sign())
        return { status: 200, text: '' }
      },
    }),
    { parts: { seal } },
  )
  const created = await subscribe()
  const storedSecret = async () =>
    String((await server.database.query('select secret from webhooks'))[0]?.secret)
  const isSignedWith = async (secret: string) => {
    await test(created.id)
    const { headers, body } = sent.at(-1) ?? { headers: undefined, body: '' }
    expect(headers?.['X-Webhook-Signature']).toBe(
      sign(secret, headers?.['X-Webhook-Timestamp'] ?? '', body),
    )
  }
  expect(await storedSecret()).not.toContain(created.secret)
  await isSignedWith(created.secret)
  await server.put(`/v1/webhooks/${created.id}`, { events: ['order.shipped'] })
  await isSignedWith(created.secret)
  const rotated = await rotate(created.id)
  expect(rotated).toMatch(/^whsec_[\w-]{43}$/)
  expect(await storedSecret()).not.toContain(rotated)
  await isSignedWith(rotated)
})

test('with another key, nothing is signed. Only the log has the cause', async () => {
  const { server, subscribe, test } = await serverWithDispatcher(
    () => ({
      seal: sealFor('another key of some length'),
      send: async () => ({ status: 200, text: '' }),
    }),
    { parts: { seal: sealFor(key) } },
  )
  expect(await test((await subscribe()).id)).toEqual({
    success: false,
    statusCode: null,
    error: 'The signing secret cannot be read',
  })
  const causes = server.log.filter((line) => line.includes('is not the key that encrypted it'))
  expect(causes.map((line) => JSON.parse(line).msg)).toEqual(['A test delivery cannot be signed'])
  expect(server.log.join('')).not.toMatch(/sealed:v1|whsec_/)
})
