import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as anywhere from '../../client/webhooks/index.ts'
import { verifySignature, verifyWebhook } from '../../client/webhooks/node.ts'
import type { RawBody, VerificationFailure } from '../../client/webhooks/verify.ts'
import type { components } from '../../generated/types.ts'
import { webhooks } from '../../generated/webhooks.ts'
import { makeDelivery } from '../../server/events/dispatch/delivery.ts'

const secret = 'whsec_test'
const at = 1_795_166_431_000
const now = () => at
const event = { event: 'webhook.test', data: { message: 'Zoë', timestamp: 'now' } } as const
const body = JSON.stringify(event)

/** Returns the headers of a delivery that the server's code signs. */
const signed = (text = body, name: keyof typeof webhooks = 'webhook.test', time = at) =>
  makeDelivery({ url: '', secret }, name, text, time).headers

const rejection = async (answer: Promise<unknown>): Promise<VerificationFailure | undefined> =>
  answer.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof anywhere.WebhookVerificationError) return error.reason
      throw error
    },
  )

describe('verifyWebhook accepts', () => {
  const bytes = new TextEncoder().encode(body)
  const padded = new Uint8Array([0, ...bytes, 0])
  const headers = signed()

  test.each<[string, RawBody]>([
    ['text', body],
    ['bytes', bytes],
    ['a Buffer', Buffer.from(body)],
    ['a view of a larger buffer', padded.subarray(1, -1)],
    ['an ArrayBuffer', bytes.buffer],
  ])('a body as %s', async (_, raw) => {
    expect(await verifyWebhook(raw, headers, secret, { now })).toEqual(event)
  })

  test.each<[string, anywhere.WebhookHeaders]>([
    ['Headers', new Headers(headers)],
    ['a record', headers],
    [
      'a record in lower case',
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    ],
    [
      'a record of arrays',
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    ['pairs', Object.entries(headers)],
    ['a Map', new Map(Object.entries(headers))],
  ])('headers as %s', async (_, given) => {
    expect(await verifyWebhook(body, given, secret, { now })).toEqual(event)
  })

  test('a delivery without the modules of Node', async () => {
    expect(await anywhere.verifyWebhook(body, headers, secret, { now })).toEqual(event)
    await anywhere.verifySignature(body, headers, secret, { now })
  })

  test('a delivery by the system clock if no clock is given', async () => {
    expect(await verifyWebhook(body, signed(body, 'webhook.test', Date.now()), secret)).toEqual(
      event,
    )
    expect(await rejection(verifyWebhook(body, headers, secret))).toBe('timestamp-out-of-tolerance')
  })
})

describe('verifyWebhook rejects', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(signed()).filter(([each]) => each !== name))
  const check = (raw: string, headers: anywhere.WebhookHeaders) =>
    rejection(verifyWebhook(raw, headers, secret, { now }))

  test.each(['X-Webhook-Signature', 'X-Webhook-Timestamp'])('a missing %s', async (name) => {
    expect(await check(body, without(name))).toBe('missing-header')
    expect(await check(body, { ...signed(), [name]: undefined })).toBe('missing-header')
  })

  test('a header that occurs twice', async () => {
    const { 'X-Webhook-Signature': signature } = signed()
    const twice = {
      ...without('X-Webhook-Signature'),
      'X-Webhook-Signature': [signature, signature],
    }
    expect(await check(body, twice)).toBe('signature-mismatch')
    expect(await check(body, { ...signed(), 'x-webhook-signature': signature })).toBe(
      'signature-mismatch',
    )
  })

  test.each([
    ['an empty body', ''],
    ['a body that is not JSON', 'event'],
    ['a string', '"webhook.test"'],
    ['null', 'null'],
    ['a body without event', '{"data":{}}'],
    ['a body without data', '{"event":"webhook.test"}'],
    ['null as data', '{"event":"webhook.test","data":null}'],
  ])('%s with a valid signature', async (_, text) => {
    expect(await check(text, signed(text))).toBe('malformed-payload')
  })

  test('bytes that are not UTF-8, with a valid signature', async () => {
    const raw = Buffer.from(body.replace('Zoë', '\xff'), 'latin1')
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const content = Buffer.concat([Buffer.from(`${at / 1000}.`), raw])
    const digest = Buffer.from(await crypto.subtle.sign('HMAC', key, content)).toString('hex')
    const headers = {
      'X-Webhook-Timestamp': String(at / 1000),
      'X-Webhook-Signature': `sha256=${digest}`,
    }
    expect(await rejection(verifyWebhook(raw, headers, secret, { now }))).toBe('malformed-payload')
  })

  test('an X-Webhook-Event header that differs from the body', async () => {
    expect(await check(body, signed(body, 'order.created'))).toBe('event-mismatch')
    expect(await check(body, without('X-Webhook-Event'))).toBeUndefined()
  })

  test.each(['order.packed', 'toString', '__proto__'])('an unknown event: %s', async (name) => {
    const text = `{"event":"${name}","data":{}}`
    const headers = { ...signed(text), 'X-Webhook-Event': name }
    expect(await check(text, headers)).toBe('unknown-event')
    await verifySignature(text, headers, secret, { now })
  })

  test('a timestamp that is not a number, with a valid signature', async () => {
    const headers = makeDelivery({ url: '', secret }, 'webhook.test', body, Number.NaN).headers
    expect(headers['X-Webhook-Timestamp']).toBe('NaN')
    expect(await check(body, headers)).toBe('timestamp-out-of-tolerance')
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
    async (age, toleranceSeconds, good) => {
      const options = { toleranceSeconds, now: () => at + age * 1000 }
      const reason = await rejection(verifyWebhook(body, signed(), secret, options))
      expect(reason).toBe(good ? undefined : 'timestamp-out-of-tolerance')
    },
  )
})

test('Messages say what is wrong and how to fix it', async () => {
  const message = (raw: string, headers: anywhere.WebhookHeaders, time = at) =>
    verifyWebhook(raw, headers, secret, { now: () => time }).catch(String)
  expect(await message(`${body} `, signed())).toContain('Pass the raw body, not re-serialized JSON')
  expect(await message(body, {})).toContain('X-Webhook-Signature is missing')
  expect(await message(body, signed(), at + 400_000)).toContain('The timestamp is 400 seconds ago')
  expect(await message(body, signed(), at - 400_000)).toContain('400 seconds in the future')
})

test('Invalid arguments throw a TypeError', async () => {
  const wrong = (raw: unknown, key: unknown, toleranceSeconds: number) =>
    expect(
      Reflect.apply(verifyWebhook, undefined, [raw, signed(), key, { toleranceSeconds, now }]),
    ).rejects.toBeInstanceOf(TypeError)
  await wrong(event, secret, 300)
  await wrong(undefined, secret, 300)
  await wrong(body, '', 300)
  await wrong(body, undefined, 300)
  await wrong(body, secret, Number.NaN)
  await wrong(body, secret, -1)
})

test('A delivery of the server is accepted, and rejected once any byte, timestamp or secret changes', async () => {
  const texts = fc.string({ unit: 'binary' })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(webhooks).map(({ name }) => name)),
      fc.dictionary(texts, fc.jsonValue()),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.integer({ min: 0, max: 4e9 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (name, data, key, seconds, place, difference) => {
        const text = JSON.stringify({ event: name, data })
        const { headers } = makeDelivery({ url: '', secret: key }, name, text, seconds * 1000)
        const options = { now: () => seconds * 1000 }
        expect(await verifyWebhook(text, headers, key, options)).toEqual(JSON.parse(text))

        const bytes = new TextEncoder().encode(text)
        const index = place % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ difference
        const other = { ...headers, 'X-Webhook-Timestamp': String(seconds + 1) }
        const refused = await Promise.all([
          rejection(verifyWebhook(bytes, headers, key, options)),
          rejection(verifyWebhook(text, other, key, options)),
          rejection(verifyWebhook(text, headers, `${key}x`, options)),
        ])
        expect(new Set(refused)).toEqual(new Set(['signature-mismatch']))
      },
    ),
  )
})

test('The name of the event narrows the type of its data', async () => {
  const verified = await verifyWebhook(body, signed(), secret, { now })
  expectTypeOf(verified.event).toEqualTypeOf<keyof typeof webhooks>()
  if (verified.event === 'order.shipped')
    expectTypeOf(verified.data).toEqualTypeOf<components['schemas']['OrderEventData']>()
  if (verified.event === 'invite.cart_updated')
    expectTypeOf(verified.data.eventDetails.cartItems).toEqualTypeOf<
      components['schemas']['OrderLine'][]
    >()
  expectTypeOf<Parameters<typeof anywhere.verifyWebhook>>().toEqualTypeOf<
    Parameters<typeof verifyWebhook>
  >()
  expect(verified.event).toBe('webhook.test')
})
