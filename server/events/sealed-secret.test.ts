import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/test-server.ts'
import { type Delivery, sign } from './delivery.ts'
import { createDispatcher } from './dispatcher.ts'
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

test('a secret stored in plain text opens unchanged', () => {
  expect(sealFor(key).open('whsec_old')).toBe('whsec_old')
  expect(sealFor().open('whsec_old')).toBe('whsec_old')
})

test('a secret that an earlier version encrypted opens', () => {
  const stored = 'sealed:v1:8_M4YyT2qOTyR9Vhpy3_r5lgKu1DjODPe3DsIwcdIgeSza6xFQ'
  expect(sealFor(key).open(stored)).toBe('whsec_old')
})

test('secrets are encrypted in the database and plain in the API, and they sign deliveries', async () => {
  const seal = sealFor(key)
  const sent: Delivery[] = []
  const server = await testServer({
    demo: false,
    parts: { seal },
    deliverer: (parts) =>
      createDispatcher({
        ...parts,
        seal,
        send: async (url, sign) => sent.push({ url, ...(await sign()) }) && 200,
      }),
  })
  const WithSecret = z.looseObject({ id: z.string(), secret: z.string() })
  const wanted = { url: 'https://hooks.example.com/', events: ['order.created'] }
  const created = WithSecret.parse((await server.post('/v1/webhooks', wanted)).body)
  const storedSecret = async () =>
    String((await server.database.query('select secret from webhooks'))[0]?.secret)
  const isSignedWith = async (secret: string) => {
    await server.post(`/v1/webhooks/${created.id}/test`)
    const { headers, body } = sent.at(-1) ?? { headers: undefined, body: '' }
    expect(headers?.['X-Webhook-Signature']).toBe(
      sign(secret, headers?.['X-Webhook-Timestamp'] ?? '', body),
    )
  }
  expect(await storedSecret()).not.toContain(created.secret)
  await isSignedWith(created.secret)
  await server.put(`/v1/webhooks/${created.id}`, { events: ['order.shipped'] })
  await isSignedWith(created.secret)
  const rotated = WithSecret.parse(
    (await server.post(`/v1/webhooks/${created.id}/rotate-secret`)).body,
  )
  expect(rotated.secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(await storedSecret()).not.toContain(rotated.secret)
  await isSignedWith(rotated.secret)
})

test('with another key, nothing is signed. Only the log has the cause', async () => {
  const server = await testServer({
    demo: false,
    parts: { seal: sealFor(key) },
    deliverer: (parts) =>
      createDispatcher({
        ...parts,
        seal: sealFor('another key of some length'),
        send: async () => 200,
      }),
  })
  const response = await server.post('/v1/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['order.created'],
  })
  const { id } = z.looseObject({ id: z.string() }).parse(response.body)
  expect((await server.post(`/v1/webhooks/${id}/test`)).body).toEqual({
    success: false,
    statusCode: null,
    error: 'The signing secret cannot be read',
  })
  const causes = server.log.filter((line) => line.includes('is not the key that encrypted it'))
  expect(causes.map((line) => JSON.parse(line).msg)).toEqual(['A test delivery cannot be signed'])
  expect(server.log.join('')).not.toMatch(/sealed:v1|whsec_/)
})
