import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { webhooks } from '../../generated/webhooks.ts'
import { startReceiver } from '../testing/receiver.ts'
import { startMock } from '../testing/start-mock.ts'

const signed = (secret: string, timestamp: unknown, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

test.each([true, false])(
  'every event can be sent with a valid signature (stateful: %s)',
  async (stateful) => {
    const { turn } = await startMock({ stateful })
    const { url, received } = await startReceiver()
    const registered = await turn('receivers', { url, secret: 'whsec_mine' })
    expect([registered.status, registered.body]).toEqual([201, { url, secret: 'whsec_mine' }])

    for (const event of Object.keys(webhooks)) {
      const { status, body } = await turn(`events/${event}`)
      expect([status, body]).toMatchObject([200, [{ url, status: 204, error: null }]])
    }
    expect(received.map(({ headers }) => headers['x-webhook-event'])).toEqual(Object.keys(webhooks))
    for (const { headers, body } of received) {
      const timestamp = headers['x-webhook-timestamp']
      expect(timestamp).toMatch(/^\d{10}$/)
      expect(headers['x-webhook-signature']).toBe(signed('whsec_mine', timestamp, body))
      expect(headers['content-type']).toBe('application/json')
      expect(JSON.parse(body)).toMatchObject({ event: headers['x-webhook-event'], data: {} })
    }
  },
)

test('a receiver without a secret gets one, and a new one when registered again', async () => {
  const { look, turn } = await startMock({ stateful: false })
  const url = 'http://localhost:9/hooks'
  const { body } = await turn('receivers', { url })
  expect(body).toEqual({ url, secret: expect.stringMatching(/^whsec_/) })
  await turn('receivers', { url, secret: 'mine' })
  expect((await look('receivers')).body).toEqual([{ url, secret: 'mine' }])
  expect((await look('state')).body).toMatchObject({ receivers: [url] })
})

test('the result of every delivery is logged until the mock is reset', async () => {
  const { look, turn } = await startMock({ stateful: false })
  const { url, received } = await startReceiver(302)
  await turn('receivers', { url })
  await turn('receivers', { url: 'http://localhost:9/nobody' })
  await turn('events/invite.viewed')
  expect((await look('deliveries')).body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ url, status: 302, error: null }),
      expect.objectContaining({ status: null, error: expect.stringMatching(/./) }),
    ]),
  )
  expect(received).toHaveLength(1)
  await turn('reset')
  expect((await look('deliveries')).body).toEqual([])
  expect((await look('receivers')).body).toEqual([])
})

test('simulated subscribers return the given status code or are unreachable', async () => {
  const { call, turn } = await startMock()
  const subscription = await call('/webhooks', {
    method: 'POST',
    json: { url: 'https://example.com/hook', events: ['order.shipped'] },
  })
  const { id } = z.object({ id: z.string() }).parse(subscription.body)
  const tested = async () => (await call(`/webhooks/${id}/test`, { method: 'POST' })).body
  expect(await tested()).toMatchObject({ success: true, statusCode: 200 })
  expect((await turn('subscribers', { status: 503 })).body).toEqual({ status: 503 })
  expect(await tested()).toMatchObject({ success: false, statusCode: 503 })
  expect((await turn('subscribers', { status: null })).body).toEqual({ status: null })
  expect(await tested()).toMatchObject({ success: false, statusCode: null })
})

test.each([
  ['events/order.eaten', {}, /Unknown event order\.eaten\. Use one of order\.created, /],
  ['events/order.shipped', {}, /No receiver is registered\. POST .* to \/__mock\/receivers first/],
  ['receivers', {}, /→ at url/],
  ['receivers', { url: 'ftp://localhost/' }, /must be an http or https URL/],
  ['receivers', { url: 'http://localhost/', secret: '' }, /→ at secret/],
  ['subscribers', { status: 99 }, />=100\s+→ at status/],
])('%s with %j is a 400 that says what to do', async (path, body, message) => {
  const { turn } = await startMock({ stateful: false })
  const answer = await turn(path, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ message: expect.stringMatching(message) })
})
