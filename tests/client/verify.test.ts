import { createHmac } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { webhooks } from '../../generated/webhooks.ts'
import * as anywhere from '../../packages/client/webhooks/index.ts'
import * as node from '../../packages/client/webhooks/node.ts'
import { signedHeaders } from '../../server/deliveries/attempt-delivery.ts'
import { sign } from '../../server/domain/webhook-signature.ts'
import { opensslSignature } from '../kit/openssl-signature.ts'
import { examples, toleranceSeconds, vectors } from './vectors.ts'

const { verifySignature, verifyWebhook } = node
const secret = 'whsec_test'
const at = 1_795_166_431_000
const now = () => at
const event = { event: 'webhook.test', data: { message: 'Zoë', timestamp: 'now' } } as const
const body = JSON.stringify(event)

/** Returns the headers of a delivery that the server's code signs. */
const signed = (text = body, name: keyof typeof webhooks = 'webhook.test', time = at) =>
  signedHeaders(secret, name, text, time)

const rejection = (answer: Promise<unknown>): Promise<anywhere.VerificationFailure | undefined> =>
  answer.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof node.WebhookVerificationError) return error.reason
      throw error
    },
  )

/** Returns why a delivery is rejected; undefined if it is accepted. */
const check = (raw: anywhere.RawBody, headers: anywhere.WebhookHeaders) =>
  rejection(verifyWebhook(raw, headers, secret, { now }))

describe.each(vectors)('the vector $name', (vector) => {
  const { accept, body: text, expected, timestamp, receivedAt } = vector

  test('has the signature of OpenSSL and the server', () => {
    expect(opensslSignature(vector.secret, timestamp, Buffer.from(text))).toBe(expected)
    expect(sign(vector.secret, timestamp, text)).toBe(expected)
  })

  test(`is ${accept ? 'accepted' : 'rejected'}`, async () => {
    const headers = { 'X-Webhook-Signature': vector.signature, 'X-Webhook-Timestamp': timestamp }
    const options = { toleranceSeconds, now: () => receivedAt * 1000 }
    const isLate = Math.abs(receivedAt - Number(timestamp)) > toleranceSeconds
    const reason = isLate ? 'timestamp-out-of-tolerance' : 'signature-mismatch'
    expect(await rejection(verifyWebhook(text, headers, vector.secret, options))).toBe(
      accept ? undefined : reason,
    )
  })
})

test('There are vectors to accept and to reject, and the first is the example of the document', () => {
  expect(vectors.filter(({ accept }) => accept).length).toBeGreaterThan(4)
  expect(vectors.filter(({ accept }) => !accept).length).toBeGreaterThan(10)
  expect(vectors[0]).toMatchObject(examples)
})

describe('verifyWebhook accepts', () => {
  const bytes = new TextEncoder().encode(body)
  const headers = signed()
  const changed = (change: (name: string, value: string) => [string, string | string[]]) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => change(name, value)))

  test.each<[string, anywhere.RawBody]>([
    ['text', body],
    ['bytes', bytes],
    ['a Buffer', Buffer.from(body)],
    ['a view of a larger buffer', new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
    ['an ArrayBuffer', bytes.buffer],
    [
      'an ArrayBuffer of another realm',
      runInNewContext('Uint8Array.from(bytes).buffer', { bytes }),
    ],
  ])('a body as %s', async (_, raw) => {
    expect(await verifyWebhook(raw, headers, secret, { now })).toEqual(event)
  })

  test.each<[string, anywhere.WebhookHeaders]>([
    ['Headers', new Headers(headers)],
    ['a record', headers],
    ['a record in lower case', changed((name, value) => [name.toLowerCase(), value])],
    ['a record of arrays', changed((name, value) => [name, [value]])],
    ['pairs', Object.entries(headers)],
    ['a Map', new Map(Object.entries(headers))],
  ])('headers as %s', async (_, given) => {
    expect(await check(body, given)).toBeUndefined()
  })

  test('a delivery without the modules of Node', async () => {
    expect(await anywhere.verifyWebhook(body, headers, secret, { now })).toEqual(event)
    await anywhere.verifySignature(body, headers, secret, { now })
  })

  test('a delivery by the system clock if no clock is given', async () => {
    const present = signed(body, 'webhook.test', Date.now())
    expect(await rejection(verifyWebhook(body, present, secret))).toBeUndefined()
    expect(await rejection(verifyWebhook(body, headers, secret))).toBe('timestamp-out-of-tolerance')
  })
})

describe('verifyWebhook rejects', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(signed()).filter(([each]) => each !== name))
  const { 'X-Webhook-Signature': signature = '' } = signed()
  const notUtf8 = Buffer.from(body.replace('Zoë', '\xff'), 'latin1')
  const ofBytes = createHmac('sha256', secret)
    .update(`${at / 1000}.`)
    .update(notUtf8)
  const latin = { ...signed(), 'X-Webhook-Signature': `sha256=${ofBytes.digest('hex')}` }

  test.each<
    [string, anywhere.RawBody, anywhere.WebhookHeaders, anywhere.VerificationFailure | undefined]
  >([
    ['no signature', body, without('X-Webhook-Signature'), 'missing-header'],
    ['no timestamp', body, without('X-Webhook-Timestamp'), 'missing-header'],
    ['undefined', body, { ...signed(), 'X-Webhook-Timestamp': undefined }, 'missing-header'],
    [
      'two signatures',
      body,
      { ...signed(), 'X-Webhook-Signature': [signature, signature] },
      'signature-mismatch',
    ],
    [
      'two signatures in two cases',
      body,
      { ...signed(), 'x-webhook-signature': signature },
      'signature-mismatch',
    ],
    ['bytes that are not UTF-8', notUtf8, latin, 'malformed-payload'],
    ['another event in the header', body, signed(body, 'order.created'), 'event-mismatch'],
    ['(nothing: the event’s header may be missing)', body, without('X-Webhook-Event'), undefined],
    [
      'a timestamp that is not a number',
      body,
      signed(body, 'webhook.test', Number.NaN),
      'timestamp-out-of-tolerance',
    ],
  ])('%s', async (_, raw, headers, reason) => {
    expect(await check(raw, headers)).toBe(reason)
  })

  test.each(['', 'event', '"webhook.test"', 'null', '{"data":{}}', '{"event":"webhook.test"}'])(
    'the signed body %j',
    async (text) => {
      expect(await check(text, signed(text))).toBe('malformed-payload')
    },
  )

  test.each(['order.packed', 'toString', '__proto__'])('an unknown event: %s', async (name) => {
    const text = `{"event":"${name}","data":{}}`
    const headers = { ...signed(text), 'X-Webhook-Event': name }
    expect(await check(text, headers)).toBe('unknown-event')
    await verifySignature(text, headers, secret, { now })
  })

  test.each([
    [-301, 300, false],
    [-300, 300, true],
    [300, 300, true],
    [301, 300, false],
    [0, 0, true],
    [1, 0, false],
    [1e9, Number.POSITIVE_INFINITY, true],
  ])(
    'an age of %d seconds with a tolerance of %d, or accepts it: %s',
    async (age, tolerance, good) => {
      const given = { toleranceSeconds: tolerance, now: () => at + age * 1000 }
      const reason = await rejection(verifyWebhook(body, signed(), secret, given))
      expect(reason).toBe(good ? undefined : 'timestamp-out-of-tolerance')
    },
  )

  test.each([
    ['a secret without its prefix', signed(), secret.slice(6), 'with its prefix whsec_'],
    ['a time as text', signed(body, 'webhook.test', Number.NaN), secret, 'is not in Unix seconds'],
  ])('%s with a message that says what to do', async (_, headers, given, message) => {
    await expect(verifyWebhook(body, headers, given, { now })).rejects.toThrow(message)
  })

  test('no headers with a TypeError that names them', async () => {
    const verifying = Reflect.apply(verifyWebhook, undefined, [body, undefined, secret])
    await expect(verifying).rejects.toThrow(
      new TypeError('headers must be the headers of the request'),
    )
  })

  test.each<[string, unknown, unknown, number]>([
    ['a parsed body', event, secret, 300],
    ['no body', undefined, secret, 300],
    ['an empty secret', body, '', 300],
    ['no secret', body, undefined, 300],
    ['a secret with a line break', body, `${secret}\n`, 300],
    ['a tolerance that is not a number', body, secret, Number.NaN],
    ['a negative tolerance', body, secret, -1],
  ])('%s with a TypeError', async (_, raw, key, tolerance) => {
    const given = [raw, signed(), key, { toleranceSeconds: tolerance, now }]
    await expect(Reflect.apply(verifyWebhook, undefined, given)).rejects.toBeInstanceOf(TypeError)
  })
})

test('A delivery of the server is accepted, and rejected once any byte, timestamp or secret changes', async () => {
  // Any code point but halves of pairs. fast-check's own unit, 'binary', takes seconds to begin.
  const unit = fc
    .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((point) => String.fromCodePoint(point))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(webhooks).map(({ name }) => name)),
      fc.dictionary(fc.string({ unit }), fc.jsonValue()),
      fc.string({ unit, minLength: 1 }).filter((key) => key.trim() === key),
      fc.integer({ min: 0, max: 4e9 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (name, data, key, seconds, place, difference) => {
        const text = JSON.stringify({ event: name, data })
        const headers = signedHeaders(key, name, text, seconds * 1000)
        const given = { now: () => seconds * 1000 }
        expect(await verifyWebhook(text, headers, key, given)).toEqual(JSON.parse(text))

        const bytes = new TextEncoder().encode(text)
        const index = place % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ difference
        const other = { ...headers, 'X-Webhook-Timestamp': String(seconds + 1) }
        const rejected = await Promise.all([
          rejection(verifyWebhook(bytes, headers, key, given)),
          rejection(verifyWebhook(text, other, key, given)),
          rejection(verifyWebhook(text, headers, `${key}x`, given)),
        ])
        expect(new Set(rejected)).toEqual(new Set(['signature-mismatch']))
      },
    ),
  )
})

test('The name of the event narrows the type of its data', async () => {
  const verified = await verifyWebhook(body, signed(), secret, { now })
  expectTypeOf(verified.event).toEqualTypeOf<keyof typeof webhooks>()
  if (verified.event === 'order.shipped')
    expectTypeOf(verified.data).toEqualTypeOf<components['schemas']['OrderEventData']>()
  expectTypeOf<typeof anywhere.verifyWebhook>().toEqualTypeOf<typeof verifyWebhook>()
  expect(verified.event).toBe('webhook.test')
})
