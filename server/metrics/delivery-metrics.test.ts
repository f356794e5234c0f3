import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { newOrder } from '../../testkit/request-bodies.ts'
import { createDispatcher, type Dispatcher } from '../events/dispatch/dispatcher.ts'
import { countWaitingDeliveries } from '../store/delivery-queue.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'
import { deliveryMetrics } from './metrics.ts'

/** A server whose subscribers answer by their host, and what is counted of its deliveries. */
const counting = async () => {
  const registry = new Registry()
  let waiting = async () => 0
  const observer = deliveryMetrics(registry, () => waiting())
  const made: { dispatcher?: Dispatcher } = {}
  const { promise: slowIsAnswered, resolve: answerSlow } = Promise.withResolvers<number>()
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({
        ...parts,
        observer,
        send: async (url) => {
          const { hostname } = new URL(url)
          if (hostname === 'unreachable.example') throw new Error('nobody is there')
          if (hostname === 'slow.example') return slowIsAnswered
          return hostname.includes('refusing') ? 500 : 200
        },
      })
      return made.dispatcher
    },
  })
  waiting = () => countWaitingDeliveries(server.store)
  const account = smallAccount(server)
  await account.variant('T')
  await account.warehouse({ T: 100 })
  const campaign = await account.campaign(['T'])
  const values = async (name: string) => {
    const text = await registry.getSingleMetricAsString(name)
    return text.split('\n').filter((line) => line.startsWith(name))
  }
  return {
    values,
    answerSlow: () => answerSlow(200),
    settled: async () => made.dispatcher?.settled(),
    subscribe: (host: string) =>
      server.post('/v1/webhooks', { url: `https://${host}/`, events: ['order.created'] }),
    put: server.put,
    order: () => server.post('/v1/orders/create', newOrder(campaign, 'T')),
  }
}

const line = (outcome: string, count: number) =>
  `merch_deliveries_total{event="order.created",outcome="${outcome}"} ${count}`

test('every delivery is counted by what became of it', async () => {
  const { subscribe, order, settled, values } = await counting()
  for (const host of ['willing', 'ready', 'able', 'refusing', 'also-refusing', 'unreachable'])
    await subscribe(`${host}.example`)
  await order()
  await settled()
  expect((await values('merch_deliveries_total')).toSorted()).toEqual([
    line('delivered', 3),
    line('failed', 1),
    line('refused', 2),
  ])
  expect(await values('merch_deliveries_pending')).toEqual(['merch_deliveries_pending 0'])
})

test('deliveries are pending until they are attempted, or skipped after a deactivation', async () => {
  const { subscribe, order, settled, values, answerSlow, put } = await counting()
  const { id } = JSON.parse((await subscribe('slow.example')).text)
  for (let i = 0; i < 20; i++) await order()
  await expect
    .poll(() => values('merch_deliveries_pending'))
    .toEqual(['merch_deliveries_pending 20'])
  await put(`/v1/webhooks/${id}`, { active: false })
  answerSlow()
  await settled()
  expect(await values('merch_deliveries_pending')).toEqual(['merch_deliveries_pending 0'])
  expect(await values('merch_deliveries_total')).toEqual([
    line('delivered', 16),
    line('unwanted', 4),
  ])
})
