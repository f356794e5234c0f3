import { expect, onTestFinished, test, vi } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { toId } from '../../domain/ids.ts'
import { findImportedOrder } from '../../store/orders.ts'
import { findCursor } from '../../store/provider-polls.ts'
import {
  recordedOrder,
  recordedShipment,
  startFakeShipStation,
} from '../../testing/fake-shipstation.ts'
import { recordingPublisher } from '../../testing/recording-publisher.ts'
import { testShop } from '../../testing/test-shop.ts'
import { Client } from './client.ts'
import { type SyncServices, startPoller, syncOrders } from './poll.ts'

/** A shop that syncs with a provider, at noon of a day. */
const syncing = async () => {
  const [api, { server, account: small, campaign }] = await Promise.all([
    startFakeShipStation(),
    testShop(),
  ])
  const { store, account, time, database } = server
  time.now = Date.parse('2026-11-20T20:00:00Z')
  const events: string[] = []
  const { log, lines } = recordingLog()
  const services: SyncServices = {
    ...{ store, clock: () => time.now, log, importer: { account, campaign } },
    dispatcher: recordingPublisher(({ event }) => events.push(event)),
    client: new Client(api.access),
  }
  const { signal } = new AbortController()
  /** Starts a node that polls every 300 seconds. Its pauses end with `next`. */
  const node = async () => {
    const opened = await database.open()
    onTestFinished(() => opened.close())
    const pauses: number[] = []
    let end = () => {}
    const wait = (milliseconds: number, stopped: AbortSignal) =>
      new Promise<void>((resolve) => {
        pauses.push(milliseconds / 1000)
        end = resolve
        if (stopped.aborted) resolve()
        stopped.addEventListener('abort', () => resolve())
      })
    const poller = startPoller({ ...services, store: opened }, 300, wait)
    onTestFinished(poller.stop)
    /** Waits until the node pauses. Returns the seconds. */
    const pause = async () => {
      await expect.poll(() => pauses.length).toBe(1)
      return pauses.pop()
    }
    return { pause, next: () => end(), stop: poller.stop }
  }
  return {
    ...{ api, small, campaign, services, signal, node, time },
    sync: (since?: number) => syncOrders(services, signal, since),
    find: (number: string) => findImportedOrder(store, account, number),
    cursor: () => findCursor(store, account, 'shipstation-v1'),
    news: () => events.splice(0),
    logged: () => lines.map((line) => JSON.parse(line)),
  }
}

const none = { created: 0, updated: 0, unchanged: 0, refused: 0 }
const at = (time: string) => `2026-11-20T${time}.0000000`

test('orders are created, shipped and cancelled, with one event each', async () => {
  const { api, sync, find, news, campaign } = await syncing()
  api.orders.push(recordedOrder(1, at('09:00:00')), recordedOrder(2, at('09:01:00')))
  expect(await sync()).toEqual({ ...none, created: 2 })
  expect(await find('SS-1')).toMatchObject({
    ...{ orderSource: 'IMPORT', status: 'AWAITING_SHIPMENT', campaignId: campaign },
    recipient: { email: 'maya@example.com', zip: '97205' },
    products: [{ sku: 'T', quantity: 2 }],
  })
  expect(news()).toEqual(['order.created', 'order.created'])

  api.orders.splice(0)
  api.orders.push(
    recordedOrder(1, at('10:00:00'), { orderStatus: 'shipped' }),
    recordedOrder(2, at('10:01:00'), { orderStatus: 'cancelled' }),
  )
  api.shipments.push(recordedShipment(1, at('10:00:00')))
  expect(await sync()).toEqual({ ...none, updated: 2 })
  expect(await find('SS-1')).toMatchObject({
    ...{ status: 'SHIPPED', trackingNumber: '1Z1', carrierCode: 'ups' },
    shipDate: '2026-11-20T08:00:00.000Z',
  })
  expect(await find('SS-2')).toMatchObject({ status: 'CANCELLED' })
  expect(news().toSorted()).toEqual(['order.cancelled', 'order.shipped'])

  api.requests.splice(0)
  expect(await sync()).toEqual({ ...none, unchanged: 2 })
  expect(news()).toEqual([])
  // A parcel that is known is not requested again.
  expect(api.requests.map(({ list }) => list)).toEqual(['orders'])
})

test('an order without a parcel is shipped; its tracking number may follow later', async () => {
  const { api, sync, find, news } = await syncing()
  const shipped = { orderStatus: 'shipped', shipDate: '2026-11-19' }
  api.orders.push(recordedOrder(1, at('09:00:00'), shipped))
  await sync()
  expect(await find('SS-1')).toMatchObject({
    ...{ status: 'SHIPPED', trackingNumber: '', carrierCode: 'fedex' },
    shipDate: '2026-11-19T08:00:00.000Z',
  })
  news()
  api.shipments.push(recordedShipment(1, at('09:30:00')))
  expect(await sync()).toEqual({ ...none, updated: 1 })
  expect(await find('SS-1')).toMatchObject({ trackingNumber: '1Z1', carrierCode: 'ups' })
  expect(await sync()).toEqual({ ...none, unchanged: 1 })
  expect(news()).toEqual([])
})

test('an order goes to the campaign it names if that is the account’s; one that fails is logged', async () => {
  const { api, sync, find, small, campaign, logged } = await syncing()
  const other = await small.campaign(['T'])
  const named = (id: number, customField1: string, more: object = {}) =>
    recordedOrder(id, at('09:00:00'), { advancedOptions: { customField1 }, ...more })
  api.orders.push(
    ...[named(1, other), named(2, 'EARLY BIRD'), named(3, '')],
    named(4, '', { items: [{ sku: 'NONE', quantity: 1 }] }),
    named(5, '', { orderStatus: 'lost' }),
  )
  expect(await sync()).toEqual({ ...none, created: 3, refused: 2 })
  for (const [number, id] of [
    ['SS-1', other],
    ['SS-2', campaign],
    ['SS-3', campaign],
  ] as const)
    expect((await find(number))?.campaignId).toBe(id)
  expect(logged().map(({ level, order, reason }) => [level, order, reason])).toEqual([
    [40, 'SS-5', 'orderStatus: "lost" is unknown'],
    [40, 'SS-4', 'SKU is not part of the campaign: NONE'],
  ])
})

test('the first sync starts 30 days ago, later ones shortly before the last change', async () => {
  const { api, sync, cursor } = await syncing()
  const starts = () => api.requests.splice(0).map(({ query }) => query.modifyDateStart)
  await sync()
  // An hour and a second more, because of the API's clock.
  expect(starts()).toEqual(['2026-10-21 11:59:59'])
  api.orders.push(recordedOrder(1, at('09:00:00')))
  await sync()
  expect(await cursor()).toBe(Date.parse('2026-11-20T17:00:00Z'))
  starts()
  await sync()
  expect(starts()).toEqual(['2026-11-20 07:54:59'])
  api.orders.splice(0, 1, recordedOrder(2, '2026-02-01T09:00:00.0000000'))
  expect(await sync(Date.parse('2026-01-01T08:00:00Z'))).toEqual({ ...none, created: 1 })
  expect(starts()).toEqual(['2025-12-31 22:59:59'])
  expect(await cursor()).toBe(Date.parse('2026-11-20T17:00:00Z'))
})

test('pages before a failure remain imported and the next sync continues from there', async () => {
  const { api, sync, find, cursor } = await syncing()
  api.options.pageSize = 2
  for (let i = 1; i <= 5; i++) api.orders.push(recordedOrder(i, at(`0${i}:00:00`)))
  let answered = 0
  api.options.afterAnswer = () => {
    if (++answered === 2) api.next((response) => response.writeHead(503).end())
  }
  await expect(sync()).rejects.toThrow('the provider responds with 503')
  expect(await find('SS-1')).toBeDefined()
  expect(await find('SS-5')).toBeUndefined()
  expect(await cursor()).toBeLessThan(Date.parse('2026-11-20T13:00:00Z'))
  const { created, unchanged } = await sync()
  expect(created).toBeGreaterThan(0)
  expect(unchanged).toBeLessThan(5)
  expect(await find('SS-5')).toBeDefined()
})

test('an unknown campaign fails before any request', async () => {
  const { api, services, signal } = await syncing()
  const importer = { ...services.importer, campaign: toId('cmp', 'cmp_none') }
  await expect(syncOrders({ ...services, importer }, signal)).rejects.toThrow(
    /has no campaign cmp_none; check PROVIDER_ACCOUNT and PROVIDER_CAMPAIGN/,
  )
  expect(api.requests).toEqual([])
})

test('an aborted sync ends after the current batch of 25 orders', async () => {
  const { api, services, find } = await syncing()
  const ending = new AbortController()
  for (let i = 1; i <= 60; i++)
    api.orders.push(recordedOrder(i, at(`09:00:${String(i - 1).padStart(2, '0')}`)))
  const dispatcher = recordingPublisher(() => ending.abort())
  await expect(syncOrders({ ...services, dispatcher }, ending.signal)).rejects.toThrow(/abort/i)
  expect(await find('SS-25')).toBeDefined()
  expect(await find('SS-26')).toBeUndefined()
})

test('a failed poll is logged and doubles the pause, up to an hour; a success resets it', async () => {
  const { api, node, find, logged } = await syncing()
  const fail = () => api.next((response) => response.writeHead(503).end())
  const { pause, next } = await node()
  expect(await pause()).toBe(300)
  for (const expected of [600, 1200, 2400, 3600, 3600]) {
    fail()
    next()
    expect(await pause()).toBe(expected)
  }
  api.orders.push(recordedOrder(1, at('09:00:00')))
  next()
  expect(await pause()).toBe(300)
  expect(await find('SS-1')).toBeDefined()
  const lines = logged()
  expect(lines.map(({ level }) => level)).toEqual([20, 40, 40, 40, 40, 40, 30])
  expect(lines[1]).toMatchObject({ reason: 'the provider responds with 503', failures: 1 })
  expect(lines[6]).toMatchObject({ created: 1, updated: 0 })
})

test('one node polls. Another one polls when its turn is over or it has stopped', async () => {
  const { api, node, time } = await syncing()
  const first = await node()
  expect(await first.pause()).toBe(300)
  time.now += 299_990
  const second = await node()
  expect(await second.pause()).toBe(0.01)
  expect(api.requests).toHaveLength(1)
  time.now += 10
  second.next()
  expect(await second.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
  first.next()
  expect(await first.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
  await second.stop()
  first.next()
  expect(await first.pause()).toBe(300)
  expect(api.requests).toHaveLength(3)
})

test('a poll that takes long keeps its turn, and that of a node that hangs ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { api, node, time } = await syncing()
  // The provider does not respond.
  api.next(() => {})
  await node()
  await expect.poll(() => api.requests.length, { interval: 1 }).toBe(1)
  time.now += 50_000
  vi.advanceTimersByTime(20_000)
  time.now += 30_000
  const second = await node()
  expect(await second.pause()).toBe(30)
  time.now += 30_000
  second.next()
  expect(await second.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
})
