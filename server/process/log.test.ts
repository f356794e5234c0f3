import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { newContact, newOrder } from '../../tests/kit/request-bodies.ts'
import { serverWithDispatcher } from '../../tests/kit/server/sending-server.ts'
import type { TestRequest } from '../../tests/kit/server/test-server.ts'
import { createSend } from '../deliveries/egress.ts'
import { newKey } from '../domain/api-key.ts'
import { newSigningSecret } from '../domain/webhook-signature.ts'
import { smtpMailer } from '../email/mailer.ts'
import { StoreFault } from '../store/store.ts'
import { levelsOfErrors, loadPrettifier, masked } from './log.ts'

/** Requests that have a mark wherever they can, some of them valid. */
const requests = (mark: string, campaign: string): TestRequest[] => {
  const email = `${mark}@${mark}.example`
  const post = (path: string, json: unknown): TestRequest => ({ method: 'POST', path, json })
  return [
    post('/v1/contacts/create', newContact(campaign, { firstName: mark, email, tags: [mark] })),
    post('/v1/contacts/create', { ...newContact(mark), [mark]: mark, zip: [mark] }),
    post('/v1/invites/create', { campaignId: campaign, email, sendEmailNotification: true }),
    post('/v1/webhooks', { url: `https://hooks.invalid/${mark}`, events: ['order.created'] }),
    post('/v1/webhooks', { url: `http://${email}/${mark}`, events: [mark] }),
    post('/v1/orders/create', newOrder(campaign, 'T', 1, { notes: mark })),
    post('/v1/orders/cancel', { orderId: mark }),
    {
      method: 'POST',
      path: '/v1/orders/cancel',
      body: `{"${mark}`,
      headers: { 'content-type': 'application/json' },
    },
    { path: `/v1/orders/list?email=${email}&campaignId=${mark}` },
    { path: `/v1/orders/${mark}` },
    { path: `/v1/products/list?limit=${mark}` },
    { path: `/i/${mark}`, unchecked: true },
    { path: `/${mark}?${mark}`, unchecked: true },
    { path: '/v1/auth', key: mark },
    { path: '/v1/auth', headers: { cookie: mark, 'x-request-id': mark, 'x-forwarded-for': mark } },
  ]
}

test('the log has nothing that clients send, at any level', async () => {
  const { log, lines } = recordingLog('trace')
  const smtp = { url: 'smtp://127.0.0.1:1', from: 'x@y.example', service: { name: 'Merch' } }
  const send = createSend({ allowed: [], milliseconds: 100 })
  const { server, campaign, rotate } = await serverWithDispatcher(() => ({ log, send }), {
    parts: { log, mailer: smtpMailer({ ...smtp, log }) },
  })
  const mark = 'marked-as-a-secret'
  for (const request of requests(mark, campaign)) await server.request(request)
  const listed = await server.get('/v1/webhooks')
  const { webhooks } = z
    .object({ webhooks: z.array(z.looseObject({ id: z.string() })) })
    .parse(listed.body)
  const secret = await rotate(webhooks[0]?.id ?? '')
  // The results of deliveries are logged once a second.
  await expect.poll(() => lines.join('')).toContain('Deliveries failed')
  await server.store.close()
  for (const request of requests(mark, campaign)) await server.request(request)

  const told = lines.join('')
  for (const message of ['A request failed', 'Email could not be sent'])
    expect(told).toContain(message)
  for (const each of [mark, secret, server.key]) expect(told).not.toContain(each)
})

test('one fault of the database a second is an error, and others are details', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const levelOf = levelsOfErrors()
  const fault = new StoreFault('disk I/O error')
  expect([fault, fault, new Error('other')].map(levelOf)).toEqual(['error', 'debug', 'error'])
  vi.advanceTimersByTime(1000)
  expect(levelOf(fault)).toBe('error')
})

test('a line of 100,000 letters is masked at once, and has no control characters', () => {
  for (const part of ['a', '@', 'a@', 'a.', 'a@b.', 'mfk_', '/i/'])
    expect(masked(`${part.repeat(100_000)} zoe@example.com`)).toMatch(/ …@…$/)
  expect(masked('{"msg":"\u007f\u009b2J"}\n')).toBe('{"msg":"\\u007f\\u009b2J"}\n')
})

test('secrets in an error are masked and the line stays JSON', () => {
  const person = fc.emailAddress()
  const secret = fc.constantFrom(newKey(), newSigningSecret())
  fc.assert(
    fc.property(person, secret, fc.string(), (email, key, text) => {
      const lines: string[] = []
      const log = pino(
        { base: null, hooks: { streamWrite: masked } },
        { write: (line) => lines.push(line) },
      )
      log.error(
        { err: new Error(`550 <${email}> ${key}: ${text}`), email, key },
        `/i/${key} ${email}`,
      )
      const [line = ''] = lines
      expect(JSON.parse(line)).toMatchObject({ level: 50, err: { type: 'Error' } })
      expect(line).not.toContain(key)
      expect(line).not.toContain(email)
    }),
  )
})

test('a pretty line has the local time, level, message and fields, and no control characters', async () => {
  const prettify = await loadPrettifier()
  const pretty = (line: object) => stripVTControlCharacters(prettify(JSON.stringify(line)))
  expect(pretty({ level: 40, time: 0, files: ['a', 'b'], msg: 'message' })).toMatch(
    /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: message \{"files":\["a","b"\]\}\n$/,
  )
  const text = 'one\u001b]0;title\u0007\rtwo\u009b2J'
  const line = pretty({ level: 30, time: 0, msg: text, err: { stack: text } })
  expect(line.match(/(?!\n)\p{Cc}/gu)).toBeNull()
  expect(line).toContain('two')
})
