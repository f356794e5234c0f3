import { expect, onTestFinished } from 'vitest'
import { InventoryPage } from '../../../generated/zod/schemas.ts'
import { erasePerson } from '../../../server/actions/erase-person.ts'
import { Client } from '../../../server/imports/shipstation/client.ts'
import { startPoller } from '../../../server/imports/shipstation/start-poller.ts'
import { type SyncServices, syncOrders } from '../../../server/imports/shipstation/sync-orders.ts'
import { listImportedOrders } from '../../../server/store/orders.ts'
import { findCursor, listProblems } from '../../../server/store/provider-polls.ts'
import { recordingLog } from '../recording-log.ts'
import { recordedOrder, startFakeShipStation } from './fake-shipstation.ts'
import { recordingPublisher } from './recording-publisher.ts'
import { testShop } from './test-shop.ts'

type FakeShipStation = Awaited<ReturnType<typeof startFakeShipStation>>

/** Creates a shop that syncs with a provider, at noon of a day. */
export const syncingShop = async (given?: FakeShipStation) => {
  const [api, { server, account: small, campaign }] = await Promise.all([
    given ?? startFakeShipStation(),
    testShop(),
  ])
  const { store, account, time, database } = server
  time.now = Date.parse('2026-11-20T20:00:00Z')
  const countStockAt = (moment: string) =>
    database.query(`update inventory_items set counted_at = '${moment}'`)
  await countStockAt('2026-11-01T00:00:00.000Z')
  const events: string[] = []
  const { log, lines: logged } = recordingLog()
  const services: SyncServices = {
    store,
    clock: () => time.now,
    log,
    importer: { account, campaign },
    dispatcher: recordingPublisher(({ event }) => events.push(event)),
    client: new Client(api.access),
  }
  const { signal } = new AbortController()
  const sync = (since?: number) => syncOrders(services, signal, since)
  /** Lets the provider have order 1, or another one, as it is at a time of the day, and syncs. */
  const change = (time: string, more: Parameters<typeof recordedOrder>[2] = {}, id = 1) => {
    const before = api.orders.findIndex(({ orderId }) => orderId === id)
    const place = before < 0 ? api.orders.length : before
    api.orders.splice(place, 1, recordedOrder(id, at(time), more))
    return sync()
  }
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
    api,
    small,
    campaign,
    services,
    signal,
    node,
    time,
    database,
    /** Lets the stock have been counted at a moment. */
    countStockAt,
    /** Returns the units of each SKU in all warehouses. */
    totals: () =>
      database.query(
        'select sku, sum(on_hand) as on_hand, sum(allocated) as allocated from inventory_items group by sku order by sku',
      ),
    /** Returns the SKU, the units on hand and the allocated units of each inventory item. */
    stock: async () => {
      const { body } = await server.get('/v1/inventory/list')
      return InventoryPage.parse(body).items.map(
        ({ sku, on_hand, allocated }) => `${sku} ${on_hand} ${allocated}`,
      )
    },
    erase: (email: string) =>
      store.write((transaction) =>
        erasePerson(transaction, account, email, time.now, { name: 'test' }),
      ),
    problems: async () =>
      (await listProblems(store, account)).map(({ sourceId, reason }) => [sourceId, reason]),
    sync,
    change,
    find: async (number: string) => {
      const id = number.replace('SS-', '')
      return (await listImportedOrders(store, account, 'shipstation-v1', [id]))[0]
    },
    cursor: () => findCursor(store, account, 'shipstation-v1'),
    news: () => events.splice(0),
    logged: () => logged.map((line) => JSON.parse(line)),
  }
}

/** The summary of a sync without orders. */
export const none = { created: 0, updated: 0, unchanged: 0, rejected: 0 }

/** Returns a time of the day of the shop, as the provider has it. */
export const at = (time: string) => `2026-11-20T${time}.0000000`

export const lines = (...all: [sku: string, quantity: number][]) => ({
  items: all.map(([sku, quantity]) => ({ sku, quantity, adjustment: false })),
})
