import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { importedOrder } from '../../../tests/kit/server/imported-order.ts'
import { recordingPublisher } from '../../../tests/kit/server/recording-publisher.ts'
import { contactToStore } from '../../../tests/kit/server/small-account.ts'
import { testShop } from '../../../tests/kit/server/test-shop.ts'
import { changeStock } from '../../actions/change-stock.ts'
import { cancelOrder, deliverOrder, returnOrder } from '../../actions/order-transitions.ts'
import { shipOrder } from '../../actions/ship-order.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import { toId } from '../../domain/ids.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { insertContact } from '../../store/contacts.ts'
import { listImportedOrders } from '../../store/orders.ts'
import type { Store } from '../../store/store.ts'
import { importBatch } from '../import-orders.ts'

/** A shop into which a provider's orders are imported, and what subscribers were told. */
const importing = async (options: Parameters<typeof testShop>[0] = {}) => {
  const { server, campaign, warehouse } = await testShop(options)
  const { store, account, time } = server
  const told: SubscribableEvent[] = []
  const services = {
    store,
    clock: () => time.now,
    dispatcher: recordingPublisher((event) => told.push(event)),
    importer: { account, campaign },
  }
  const all = (sql: string) => server.database.query(sql)
  return {
    server,
    store,
    account,
    campaign,
    warehouse,
    told,
    time,
    all,
    services,
    /** Imports orders. Returns the outcome of each, or why it is rejected. */
    importAll: async (...orders: ImportedOrder[]) => {
      const results = await importBatch(services, orders)
      return results.map(({ outcome, problems }) =>
        outcome === 'rejected' ? problems.join('; ') : outcome,
      )
    },
    find: async (sourceId: string) =>
      (await listImportedOrders(store, account, 'file', [sourceId]))[0],
    /** What subscribers were told since this was asked last. */
    news: () => told.splice(0).map(({ event }) => event),
  }
}

test('an imported order is created, shipped, delivered and returned, with an event of each step', async () => {
  const { importAll, find, told, campaign, warehouse } = await importing()
  const placed = { orderDate: '2026-11-01T10:00:00.000Z', companyName: 'Harbor', notes: 'Ring' }
  expect(await importAll(importedOrder('SO-1', placed))).toEqual(['created'])
  const created = await find('SO-1')
  expect(created).toMatchObject({
    ...placed,
    orderSource: 'IMPORT',
    sourceOrderNumber: 'SO-1',
    status: 'AWAITING_SHIPMENT',
    campaignId: campaign,
    warehouse,
    allocationStatus: 'ALLOCATED',
    trackingNumber: null,
  })
  const parcel = { trackingNumber: '1Z', carrierCode: 'ups', shipDate: '2026-11-02T00:00:00.000Z' }
  const shipped = importedOrder('SO-1', { ...placed, status: 'SHIPPED', ...parcel })
  expect(await importAll(shipped)).toEqual(['updated'])
  expect(await find('SO-1')).toEqual({ ...created, status: 'SHIPPED', ...parcel })
  expect(told.splice(0)).toEqual([
    { event: 'order.created', data: expect.objectContaining({ status: 'AWAITING_SHIPMENT' }) },
    { event: 'order.shipped', data: expect.objectContaining({ ...parcel, status: 'SHIPPED' }) },
  ])
  // Unknown fields of a parcel are empty in the order and null in its event.
  const deliveredAt = '2026-11-03T00:00:00.000Z'
  await importAll(importedOrder('SO-2', { status: 'RETURNED', deliveredAt }))
  expect(await find('SO-2')).toMatchObject({ trackingNumber: '', carrierCode: '', deliveredAt })
  const unknown = { trackingNumber: null, carrierCode: null }
  expect(told).toMatchObject([
    { event: 'order.created', data: { status: 'AWAITING_SHIPMENT' } },
    { event: 'order.shipped', data: { status: 'SHIPPED', ...unknown } },
    { event: 'order.delivered', data: { status: 'SHIPPED' } },
    { event: 'order.returned', data: { status: 'RETURNED' } },
  ])
})

test('an import does not check the campaign’s status and stock', async () => {
  const { importAll, find, server } = await importing({ status: 'Paused', expiresIn: -1 })
  await importAll(importedOrder('SO-1', { products: [{ sku: 'T', quantity: 11 }] }))
  expect(await find('SO-1')).toMatchObject({ allocationStatus: 'BACKORDERED', warehouse: null })
  await importAll(
    importedOrder('SO-1', { status: 'SHIPPED', products: [{ sku: 'T', quantity: 11 }] }),
  )
  expect(await find('SO-1')).toMatchObject({ status: 'SHIPPED', allocationStatus: 'BACKORDERED' })
  const { body } = await server.get('/v1/inventory/list?sku=T')
  expect(body).toMatchObject({ items: [{ on_hand: 0, allocated: 0 }] })
})

test('an import of any length has at most 16 orders in progress, so that it leaves connections to others', async () => {
  const { services, store } = await importing()
  let inProgress = 0
  let most = 0
  const write: Store['write'] = async (work) => {
    inProgress++
    most = Math.max(most, inProgress)
    return store.write(work).finally(() => inProgress--)
  }
  const orders = Array.from({ length: 40 }, (_, i) => importedOrder(`SO-${i}`))
  const results = await importBatch({ ...services, store: { ...store, write } }, orders)
  expect(results.map(({ outcome }) => outcome)).toEqual(orders.map(() => 'created'))
  expect(most).toBe(16)
})

test('an order that fails does not affect the others', async () => {
  const { importAll, news } = await importing()
  const elsewhere = await importing()
  const results = await importAll(
    importedOrder('SO-1'),
    importedOrder('SO-2', { campaignId: toId('cmp', 'cmp_none') }),
    importedOrder('SO-3', { products: [{ sku: 'NONE', quantity: 1 }] }),
    importedOrder('SO-1', { products: [{ sku: 'M', quantity: 1 }] }),
    importedOrder('SO-4', { status: 'CANCELLED' }),
    importedOrder('SO-4', { status: 'SHIPPED' }),
  )
  expect(results).toEqual([
    'created',
    'Campaign not found',
    'SKU is not part of the campaign: NONE',
    'updated',
    'created',
    'Order is already cancelled',
  ])
  expect(news().toSorted()).toEqual(['order.cancelled', 'order.created', 'order.created'])
  expect(await elsewhere.find('SO-1')).toBeUndefined()
})

const emails = ['ada@example.com', 'Ada@example.com', 'zoë@example.com', 'mary@example.com']
const days = [1, 2, 3].map((day) => `2026-11-0${day}T00:00:00.000Z`)
const unsaidOr = <T>(values: readonly T[]) => fc.constantFrom(undefined, ...values)

const word = fc.record({
  say: fc.integer({ min: 0, max: 2 }),
  status: fc.constantFrom('AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'),
  email: fc.constantFrom(...emails),
  notes: unsaidOr(['', 'Ring']),
  trackingNumber: unsaidOr(['1Z', '2Z']),
  carrierCode: unsaidOr(['ups', 'dhl']),
  shipDate: unsaidOr(days),
  deliveredAt: unsaidOr(days),
})
const ours = fc.record({
  ours: fc.integer({ min: 0, max: 2 }),
  does: fc.constantFrom('cancel', 'ship', 'deliver', 'return'),
})
const shelf = fc.record({ receive: fc.integer({ min: 1, max: 4 }) })
const sale = fc.record({ sell: fc.integer({ min: 1, max: 4 }) })

const runs = inject('isThorough') ? 100 : inject('postgresSocket') === undefined ? 20 : 5

/** How far an order has come: a provider that says less is late. */
const progress = { AWAITING_SHIPMENT: 0, SHIPPED: 1, CANCELLED: 2, RETURNED: 3 } as const

test('an import is idempotent and keeps stock consistent', async () => {
  const { importAll, services, find, news, all, server, store, account, campaign, ...rest } =
    await importing({ allowOutOfStockOrders: true })
  const { warehouse, time } = rest
  for (const email of emails)
    await store.write((tx) => insertContact(tx, account, contactToStore(campaign, { email })))
  const everything = () =>
    Promise.all(
      ['orders', 'inventory_items', 'inventory_events', 'contacts', 'accounts'].map((table) =>
        all(`select * from ${table} order by id`),
      ),
    )
  const does = { cancel: cancelOrder, deliver: deliverOrder, return: returnOrder }
  const { run: act } = server.actions.as({ name: 'test' })
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: word, weight: 4 }, ours, shelf, sale), { maxLength: 12 }),
      async (actions) => {
        run++
        for (const action of actions) {
          if ('receive' in action) {
            const change = { do: 'receive', units: action.receive } as const
            await act((tx) =>
              changeStock(tx, account, 'T', [{ warehouse, change }], undefined, time.now),
            )
          } else if ('sell' in action)
            await server.post('/v1/orders/create', newOrder(campaign, 'T', action.sell))
          else if ('ours' in action) {
            const { id = 'ord_none' } = (await find(`${run}-${action.ours}`)) ?? {}
            const parcel = { trackingNumber: 'local', carrierCode: 'local' }
            await act((tx) =>
              action.does === 'ship'
                ? shipOrder(tx, account, toId('ord', id), parcel, time.now)
                : does[action.does](tx, account, toId('ord', id), time.now),
            )
          } else {
            const { say, email, ...said } = action
            const quantity = 1 + say
            const order = importedOrder(`${run}-${say}`, {
              ...said,
              products: [{ sku: 'T', quantity }],
            })
            order.recipient = { ...order.recipient, email }
            const before = await everything()
            const [result] = await importBatch(services, [order])
            const after = await everything()
            const changed = await find(order.sourceOrderNumber)
            const { outcome = 'rejected', problems = [] } = result ?? {}
            if (outcome === 'rejected' || outcome === 'unchanged') {
              expect(after).toEqual(before)
              expect(news()).toEqual([])
            }
            if (problems.length === 0) {
              const [is, was] = [changed?.status ?? 'CANCELLED', said.status]
              expect(is === was || progress[is] > progress[was], `${is}, not ${was}`).toBe(true)
              expect(changed?.recipient.email).toBe(email)
            }
            news()
            expect(await importAll(order)).toEqual(
              problems.length > 0 ? [problems.join('; ')] : ['unchanged'],
            )
            expect(news()).toEqual([])
            expect(await everything()).toEqual(after)
          }
        }
        expect(await server.database.findInconsistencies()).toEqual([])
      },
    ),
    { numRuns: runs },
  )
})
