import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { recordingPublisher } from '../../tests/kit/server/recording-publisher.ts'
import { smallAccount } from '../../tests/kit/server/small-account.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { timestamp } from '../domain/clock.ts'
import type { OrderId, WarehouseId } from '../domain/ids.ts'
import { demandOf } from '../domain/inventory.ts'
import { noRecipient, type Order, unsetFields } from '../domain/order.ts'
import { isRejection } from '../domain/rejection.ts'
import { listStockAt, lockStock } from '../store/inventory.ts'
import { findOrder, listWaiting } from '../store/orders.ts'
import { createActions, type EventTransaction } from './actions.ts'
import { changeStock, type StockChange } from './change-stock.ts'
import { cancelOrder } from './order-transitions.ts'
import { placeOrder } from './place-order.ts'
import { returnOrder } from './return-order.ts'
import { shipOrder, unshipOrder } from './ship-order.ts'

const skus = ['T', 'M'] as const

/** A shop, and an independent account of the units on its shelves and of the parcels that left them. */
const newShelf = async () => {
  const server = await testServer({ demo: false })
  const { store, account, time, database } = server
  time.now = Date.parse('2026-11-01T08:00:00Z')
  const small = smallAccount(server)
  for (const sku of skus) await small.variant(sku)
  const campaign = await small.campaign([...skus], { allowOutOfStockOrders: true, expiresIn: 1e11 })
  const warehouses = [await small.warehouse({}), await small.warehouse({})]
  const actions = createActions(
    store,
    recordingPublisher(() => {}),
    () => time.now,
  )
  const run = <T>(work: (transaction: EventTransaction) => Promise<T>) =>
    actions.as({ name: 'test' }).run(work)
  const units = new Map<string, number>()
  const placeOf = (warehouse: WarehouseId | null, sku: string) => `${warehouse} ${sku}`
  const unitsOf = (warehouse: WarehouseId | null, sku: string) =>
    units.get(placeOf(warehouse, sku)) ?? 0
  const add = (warehouse: WarehouseId | null, sku: string, quantity: number) =>
    units.set(placeOf(warehouse, sku), unitsOf(warehouse, sku) + quantity)
  const stock = (sku: string, ...changes: { warehouse: WarehouseId; change: StockChange }[]) =>
    run((transaction) => changeStock(transaction, account, sku, changes, undefined, time.now))
  const orders: OrderId[] = []
  /** When the parcels left that are not known yet. */
  const left = new Map<OrderId, number>()
  const parcel = { trackingNumber: '1Z', carrierCode: 'ups' }
  const orderAt = async (i: number) => {
    const id = orders[i % Math.max(orders.length, 1)]
    const order = id && (await findOrder(store, account, id))
    return order && !left.has(order.id) ? order : undefined
  }
  const report = (id: OrderId, at: number) =>
    run((transaction) =>
      shipOrder(
        transaction,
        account,
        id,
        { ...parcel, at: timestamp(at), leftBy: timestamp(at), isShort: true },
        time.now,
      ),
    )
  const moveAll = ({ warehouse, products }: Order, sign: 1 | -1) => {
    for (const [sku, quantity] of demandOf(products)) add(warehouse, sku, sign * quantity)
  }
  const does = {
    receive: async (warehouse: WarehouseId, sku: string, n: number) => {
      add(warehouse, sku, n)
      await stock(sku, { warehouse, change: { do: 'receive', units: n } })
    },
    lose: async (warehouse: WarehouseId, sku: string, n: number) => {
      const lost = Math.min(n, unitsOf(warehouse, sku))
      if (lost === 0) return
      add(warehouse, sku, -lost)
      await stock(sku, { warehouse, change: { do: 'adjust', units: -lost } })
    },
    count: async (warehouse: WarehouseId, sku: string) => {
      await stock(sku, { warehouse, change: { do: 'count', units: unitsOf(warehouse, sku) } })
    },
    move: async (warehouse: WarehouseId, sku: string, n: number) => {
      const to = warehouses.find((each) => each !== warehouse) ?? warehouse
      const moved = Math.min(n, unitsOf(warehouse, sku))
      if (moved === 0) return
      add(warehouse, sku, -moved)
      add(to, sku, moved)
      await stock(
        sku,
        { warehouse, change: { do: 'adjust', units: -moved } },
        { warehouse: to, change: { do: 'adjust', units: moved } },
      )
    },
    order: async (_: WarehouseId, sku: string, n: number) => {
      const products =
        n % 3 === 0 ? skus.map((sku) => ({ sku, quantity: n })) : [{ sku, quantity: n }]
      const request = { campaignId: campaign, orderSource: 'API', products } as const
      const details = { ...unsetFields, recipient: noRecipient, warehouse: undefined }
      const placed = await run((transaction) =>
        placeOrder(transaction, account, { ...details, ...request, products }, time.now),
      )
      if (!isRejection(placed)) orders.push(placed.id)
    },
    /** A parcel leaves, which is not known yet. */
    leave: async (_: WarehouseId, __: string, n: number) => {
      const order = await orderAt(n)
      if (order?.status !== 'AWAITING_SHIPMENT' || order.allocationStatus !== 'ALLOCATED') return
      const isThere = ([sku, quantity]: [string, number]) =>
        unitsOf(order.warehouse, sku) >= quantity
      if (![...demandOf(order.products)].every(isThere)) return
      moveAll(order, -1)
      left.set(order.id, time.now)
    },
    report: async () => {
      const [id, at] = [...left][0] ?? []
      if (id === undefined || at === undefined) return
      left.delete(id)
      await report(id, at)
    },
    cancel: async (_: WarehouseId, __: string, n: number) => {
      const order = await orderAt(n)
      if (order) await run((transaction) => cancelOrder(transaction, account, order.id, time.now))
    },
    return: async (_: WarehouseId, sku: string, n: number) => {
      const order = await orderAt(n)
      if (order?.status !== 'SHIPPED') return
      const coming = { units: new Map([[sku, 1]]), isDamaged: n % 4 === 0 }
      const done = await run((transaction) =>
        returnOrder(transaction, account, order.id, time.now, coming),
      )
      if (!isRejection(done) && !coming.isDamaged) add(order.warehouse, sku, 1)
    },
    /** A shipment is recorded that has not taken place. The shelf may have been counted since, or be before it is undone. */
    mistake: async (warehouse: WarehouseId, sku: string, n: number) => {
      const order = await orderAt(n)
      if (order?.status !== 'AWAITING_SHIPMENT') return
      const at = timestamp(time.now + ((n % 3) - 1) * 7_200_000)
      const departure = { ...parcel, at, leftBy: at, isShort: false }
      const shipped = await run((transaction) =>
        shipOrder(transaction, account, order.id, departure, time.now),
      )
      time.now += 60_000
      if (n % 2 === 0) await does.count(warehouse, sku)
      time.now += 60_000
      if (isRejection(shipped)) return
      await run((transaction) =>
        unshipOrder(transaction, account, order.id, 'shipment undone', time.now),
      )
    },
  }
  /** Expects no order to wait that could be served. */
  const expectServed = async () => {
    const waiting = await listWaiting(store, account, skus)
    const items = await store.write((transaction) => lockStock(transaction, account, skus))
    const free = (warehouse: WarehouseId | null, sku: string) => {
      const item = items.find((each) => each.sku === sku && each.warehouse === warehouse)
      return item ? item.on_hand - item.allocated : 0
    }
    for (const [i, { warehouse, products }] of waiting.entries()) {
      const younger = waiting.slice(i).filter((each) => each.warehouse === warehouse)
      const held = demandOf(warehouse === null ? [] : younger.flatMap(({ products }) => products))
      const places = warehouse === null ? warehouses : [warehouse]
      for (const place of places)
        expect(
          [...demandOf(products)].every(
            ([sku, quantity]) => free(place, sku) + (held.get(sku) ?? 0) >= quantity,
          ),
        ).toBe(false)
    }
  }
  return { does, left, report, warehouses, unitsOf, expectServed, store, account, time, database }
}

const names = [
  'receive',
  'receive',
  'lose',
  'count',
  'move',
  'order',
  'order',
  'order',
  'leave',
  'leave',
  'report',
  'cancel',
  'return',
  'mistake',
] as const

const history = fc.array(
  fc.record({
    what: fc.constantFrom(...names),
    warehouse: fc.nat({ max: 1 }),
    sku: fc.nat({ max: 1 }),
    n: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 10, maxLength: 40 },
)

const runs = inject('isThorough') ? 100 : inject('postgresSocket') === undefined ? 40 : 4

test('any history of a shelf ends at the units that are on it, and what waits is served', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (all) => {
      const shelf = await newShelf()
      const { does, left, report, warehouses, unitsOf, store, account, time } = shelf
      const hours: { until: number; units: number[] }[] = []
      const places = warehouses.flatMap((place) => skus.map((sku) => [place, sku] as const))
      for (const { what, warehouse, sku, n } of all) {
        time.now += 3_600_000
        const place = warehouses[warehouse] ?? warehouses[0]
        if (place) await does[what](place, skus[sku] ?? 'T', n)
        await shelf.expectServed()
        const units = places.map(([each, one]) => unitsOf(each, one))
        hours.push({ until: time.now + 1, units: units.toSorted() })
      }
      time.now += 3_600_000
      // In any order: here, the last parcel is known first.
      for (const [id, at] of [...left].toReversed()) await report(id, at)
      const items = await store.write((transaction) => lockStock(transaction, account, skus))
      for (const { sku, warehouse, on_hand } of items)
        expect([sku, on_hand]).toEqual([sku, unitsOf(warehouse, sku)])
      for (const { until, units } of hours) {
        const then = await listStockAt(store, account, { time: until, day: until })
        const known = then.map(({ on_hand }) => on_hand)
        const others = Array.from({ length: places.length - known.length }, () => 0)
        expect([...known, ...others].toSorted()).toEqual(units)
      }
      expect(await shelf.database.findInconsistencies()).toEqual([])
    }),
    { numRuns: runs, endOnFailure: false },
  )
})
