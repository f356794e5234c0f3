import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { type Certificate, makeCertificate } from '../../../testkit/tls.ts'
import { sendingServer } from '../../testing/sending-server.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const event = webhookExamples['invite.viewed']

test.each([
  ['a change of its URL', 'PUT', { url: 'https://hooks.example.com/moved' }],
  ['its deactivation', 'PUT', { active: false }],
  ['a change of its events', 'PUT', { events: ['order.shipped'] }],
  ['its deletion', 'DELETE', undefined],
])(
  'after the response to %s, the former URL of a subscription receives nothing',
  async (_, method, json) => {
    const { server, subscribe, publish, dispatcher } = await sendingServer({
      certificate,
      limits: { perSubscription: 6 },
      // Responses of PostgreSQL that take a while, as over a slow network.
      readAs: (store) => ({
        first: async <Row>(statement: Sql) => {
          const row = await store.first<Row>(statement)
          await wait(50)
          return row
        },
      }),
    })
    let hasChanged = false
    let late = 0
    const { port, received } = await startReceiver(certificate, (response, { path }) => {
      if (hasChanged && path === '/former') late++
      response.end()
    })
    const { id } = await subscribe(port, '/former', [event.event])
    for (let i = 0; i < 40; i++) publish(event)
    await expect.poll(() => received.length, { interval: 1 }).toBeGreaterThan(12)
    const { status } = await server.request({ method, path: `/v1/webhooks/${id}`, json })
    hasChanged = true
    const early = received.length
    await dispatcher.settled()
    expect([status, late]).toEqual([200, 0])
    expect(early).toBeLessThan(40)
  },
)
