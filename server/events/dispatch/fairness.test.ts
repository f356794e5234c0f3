import { expect, test } from 'vitest'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { requestsTo, testServer } from '../../testing/test-server.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'

const limits = { perSubscription: 4, total: 16 }

/**
 * Starts a server with two accounts. Deliveries to silent.example get no response.
 */
const twoAccounts = async () => {
  const received: string[] = []
  const made: { dispatcher?: Dispatcher } = {}
  const silent = Promise.withResolvers<number>()
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({
        ...parts,
        limits,
        send: async (url, sign) => {
          if (url.includes('silent')) return silent.promise
          received.push((await sign()).body)
          return 200
        },
      })
      return made.dispatcher
    },
  })
  const prepare = async (account: typeof server.account, key: string) => {
    const small = smallAccount({ ...server, account })
    const request = requestsTo(server.url, key)
    await small.variant('T')
    await small.warehouse({ T: 1000 })
    const campaign = await small.campaign(['T'])
    const post = (path: string, json: unknown) => request({ method: 'POST', path, json })
    return {
      order: () => post('/v1/orders/create', newOrder(campaign, 'T')),
      subscribe: (url: string) => post('/v1/webhooks', { url, events: ['order.created'] }),
    }
  }
  const { account, key } = await server.another()
  return {
    received,
    settled: async () => made.dispatcher?.settled(),
    endSilence: () => silent.resolve(200),
    a: await prepare(server.account, server.key),
    b: await prepare(account, key),
  }
}

test('silent subscriptions of an account delay no delivery of another, whether sent or waiting', async () => {
  const { a, b, received, endSilence } = await twoAccounts()
  for (let i = 0; i < 50; i++) await a.subscribe(`https://silent.example/${i}`)
  await b.subscribe('https://healthy.example/')
  for (let i = 0; i < 20; i++) await a.order()
  for (let i = 0; i < 20; i++) await b.order()
  await expect.poll(() => received.length).toBe(20)
  endSilence()
})
