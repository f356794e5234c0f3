import { beforeAll, expect, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import type { WebhookName } from '../../../generated/webhooks.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { type Certificate, makeCertificate } from '../../../testkit/tls.ts'
import { resolveAllTo } from '../../testing/resolve-all-to.ts'
import { sendingServer } from '../../testing/sending-server.ts'
import { createSend } from '../egress/egress.ts'
import { readNetworks } from '../egress/public-address.ts'
import { noSeal } from './sealed-secret.ts'
import { createSendNow } from './send-now.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

test('returns the outcome of each delivery to subscriptions', async () => {
  const { server, subscribe } = await sendingServer({ certificate })
  const { port, received } = await startReceiver(certificate, (response, { path }) =>
    path === '/cut' ? response.destroy() : response.writeHead(path === '/ok' ? 204 : 503).end(),
  )
  const ids: string[] = []
  for (const path of ['/ok', '/broken', '/cut', '/off']) ids.push((await subscribe(port, path)).id)
  await server.put(`/v1/webhooks/${ids[3]}`, { active: false })
  const sendNow = createSendNow({
    store: server.store,
    clock: Date.now,
    seal: noSeal,
    send: createSend({
      allowed: readNetworks(['127.0.0.0/8']),
      lookup: resolveAllTo('127.0.0.1'),
      ca: certificate.cert,
    }),
  })
  const outcomes = async (event: WebhookName) => {
    const before = performance.now()
    const { attempts: results } = await sendNow(server.account, webhookExamples[event])
    const passed = performance.now() - before
    for (const { milliseconds } of results) expect(milliseconds).toBeLessThanOrEqual(passed)
    return results.map(({ id, outcome }) => [ids.includes(id) ? ids.indexOf(id) : id, outcome])
  }
  const all = [
    [0, 204],
    [1, 503],
    [2, 'Connection reset'],
  ]
  expect(await outcomes('order.created')).toEqual(all)
  expect(await outcomes('order.shipped')).toEqual([])
  // All active subscriptions receive tests, whatever their events.
  expect(await outcomes('webhook.test')).toEqual(all)
  expect(received).toHaveLength(6)
})
