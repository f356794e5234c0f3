import fc from 'fast-check'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { shipTo } from '../../tests/kit/request-bodies.ts'
import {
  recordedOrder,
  recordedShipment,
  startFakeShipStation,
} from '../../tests/kit/server/fake-shipstation.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { listWarehouses } from '../store/inventory.ts'

const warehouses = ['portland', 'reno', 'rotterdam'] as const
const skus = ['MUG', 'TEE', 'PEN'] as const
const campaigns = ['autumn', 'welcome'] as const
// On PostgreSQL, each command opens connections.
const isOnPostgres = inject('postgresSocket') !== undefined

const shop = `
warehouses: [${warehouses.map((key) => `{ key: ${key}, name: ${key} }`)}]
products: [{ key: all, title: All, variants: [${skus.map((sku) => `{ sku: ${sku} }`)}] }]
campaigns: [${campaigns.map((key) => `{ key: ${key}, expiration: 2099-06-30T23:59:59Z, allowOutOfStockOrders: true, skus: [${skus}] }`)}]
`

type Units = Map<string, number>

const add = (units: Units, key: string, quantity: number) =>
  units.set(key, (units.get(key) ?? 0) + quantity)

/** An order as the shop knows it. */
type Placed = {
  /** Its number at its source. */
  number: string
  source: 'api' | 'file' | 'provider'
  campaign: (typeof campaigns)[number]
  lines: [sku: string, quantity: number][]
  isCancelled?: boolean
  /** When its parcel left, and whether only the day of it is known. */
  leftAt?: number
  isDay?: boolean
  /** The warehouse that it left. */
  from?: string
  cameBack: Units
}

/** An order as `orders list --json` prints it. */
type Listed = {
  sourceOrderNumber: string
  status: string
  allocationStatus: string
  warehouse: string | null
  products: { sku: string; quantity: number }[]
}

/** A stock level as `stock list --json` prints it. Without `allocated` for a day. */
type Level = { sku: string; warehouse: string; on_hand: number; allocated: number }

const csv = (rows: readonly object[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].join('\n')

/** Returns a time as the provider has it: Pacific Standard Time, without a zone. */
const atProvider = (time: number) =>
  `${new Date(time - 8 * 3_600_000).toISOString().slice(0, -1)}0000`

/** Opens a shop that gets its orders from the API, from files and from a provider. */
const openShop = async () => {
  const server = await testServer({ demo: false })
  const provider = await startFakeShipStation()
  const { ok, merch, things, write } = terminal(undefined, server.database.url)
  const account = ['--account', server.account]
  await ok('apply', write('shop.yaml', shop), ...account)
  const found = await things('campaigns', 'list', ...account)
  const idOf = new Map(found.map(({ key, id }): [string, string] => [key, id]))
  const campaignId = (key: string) => idOf.get(key) ?? ''
  Object.assign(process.env, provider.settings(server.account, campaignId('autumn')))
  /** The units that are on the shelves, by warehouse and SKU. */
  const shelf: Units = new Map()
  const orders = new Map<string, Placed>()
  const setTime = (day: number, hour: number) => {
    server.time.now = Date.UTC(2026, 10, day, hour)
    vi.setSystemTime(server.time.now)
  }
  const place = {
    api: async (placed: Placed[]) => {
      for (const { number, campaign, lines } of placed) {
        const { status } = await server.post('/v1/orders/create', {
          campaignId: campaignId(campaign),
          sourceOrderNumber: number,
          products: lines.map(([sku, quantity]) => ({ sku, quantity })),
          shipTo,
        })
        expect(status).toBe(201)
      }
    },
    file: (placed: Placed[]) => importOrders(placed, () => ({ status: 'AWAITING_SHIPMENT' })),
    provider: async (placed: Placed[]) => {
      for (const { number, lines } of placed)
        provider.orders.push(providerOrder(Number(number), lines, 'awaiting_shipment'))
      await ok('orders', 'sync')
    },
  }
  const providerOrder = (id: number, lines: Placed['lines'], orderStatus: string) =>
    recordedOrder(id, atProvider(server.time.now), {
      orderNumber: String(id),
      orderStatus,
      items: lines.map(([sku, quantity], i) => ({ orderItemId: id * 10 + i, sku, quantity })),
    })
  async function importOrders(placed: Placed[], more: (order: Placed) => object) {
    const rows = placed.flatMap((order) =>
      order.lines.map(([sku, quantity]) => ({
        sourceOrderNumber: order.number,
        campaignId: campaignId(order.campaign),
        ...more(order),
        ...Object.fromEntries(
          Object.entries(shipTo).map(([name, value]) => [`shipTo.${name}`, value]),
        ),
        sku,
        quantity,
      })),
    )
    if (rows.length > 0) await ok('orders', 'import', write('orders.csv', csv(rows)), ...account)
  }

  /** Tells the service of parcels that left, as each source does. */
  const report = async (left: Placed[]) => {
    const of = (source: Placed['source']) => left.filter((order) => order.source === source)
    const parcel = ({ number, leftAt = 0, isDay }: Placed) => ({
      carrierCode: 'ups',
      trackingNumber: `1Z${number}`,
      shipDate: new Date(leftAt).toISOString().slice(0, isDay ? 10 : undefined),
    })
    await importOrders(of('file'), (order) => ({ status: 'SHIPPED', ...parcel(order) }))
    const rows = of('api').map((order) => ({ order: order.number, ...parcel(order) }))
    if (rows.length > 0)
      await ok('orders', 'ship', '--file', write('parcels.csv', csv(rows)), ...account)
    for (const order of of('provider')) label(order, order.leftAt)
    await ok('orders', 'sync')
  }
  /** Makes a label of an order at the provider. */
  const label = ({ number, lines }: Placed, leftAt = server.time.now) => {
    const id = Number(number)
    const shipment = recordedShipment(id, atProvider(server.time.now), {
      shipmentId: provider.shipments.length,
      trackingNumber: `1Z${number}-${provider.shipments.length}`,
      shipDate: atProvider(leftAt).slice(0, 10),
      createDate: atProvider(leftAt),
    })
    provider.shipments.push(shipment)
    setStatus(id, lines, 'shipped')
    return shipment
  }
  const cancel = async (order: Placed) => {
    if (order.source !== 'provider') return ok('orders', 'cancel', order.number)
    setStatus(Number(order.number), order.lines, 'cancelled')
    return ok('orders', 'sync')
  }
  const setStatus = (id: number, lines: Placed['lines'], status: string) => {
    const known = provider.orders.findIndex(({ orderId }) => orderId === id)
    provider.orders[known] = providerOrder(id, lines, status)
  }
  /** Ships an order whose parcel has not left, and undoes it. */
  const mistake = async (order: Placed) => {
    if (order.source === 'provider') {
      const shipment = label(order)
      await ok('orders', 'sync')
      server.time.now += 60_000
      vi.setSystemTime(server.time.now)
      shipment.voided = true
      setStatus(Number(order.number), order.lines, 'awaiting_shipment')
      await ok('orders', 'sync')
    } else {
      // Units that were counted may be too few.
      const parcel = ['--tracking', '1ZX', '--carrier', 'ups']
      const { status } = await merch('orders', 'ship', order.number, ...parcel)
      if (status === 0) await ok('orders', 'unship', order.number)
    }
  }

  const warehousesHere = await listWarehouses(server.store, server.account)
  const keys = new Map<string, string>(warehousesHere.map(({ id, key }) => [id, key]))

  /** Returns the orders as the service has them, by number. */
  const listed = async () => {
    const all: Listed[] = await things('orders', 'list', ...account)
    return new Map(
      all.map((order) => [
        order.sourceOrderNumber,
        { ...order, warehouse: keys.get(order.warehouse ?? '') ?? '' },
      ]),
    )
  }
  /** Takes the units of an order from the shelf, or puts them back. */
  const moveParcel = (warehouse: string, lines: Placed['lines'], sign: 1 | -1) => {
    for (const [sku, quantity] of lines) add(shelf, `${warehouse} ${sku}`, sign * quantity)
  }
  return {
    server,
    ok,
    things,
    account,
    shelf,
    orders,
    setTime,
    place,
    report,
    mistake,
    cancel,
    listed,
    moveParcel,
  }
}

afterEach(() => void vi.useRealTimers())

/** Lives through some days of a shop, and compares its stock and its reports with an independent account of them. */
const live = async (g: fc.GeneratorValue, days: number, ordersOfSource: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 31, 12) })
  const { server, ok, things, account, shelf, orders, setTime, ...does } = await openShop()
  const upTo = (max: number) => g(fc.nat, { max })
  const pick = <T>(all: readonly T[]): T => g(() => fc.constantFrom(...all))
  const stock = (what: string, sku: string, ...options: string[]) =>
    ok('stock', what, sku, ...options, ...account)
  const unitsIn = (warehouse: string, sku: string) => shelf.get(`${warehouse} ${sku}`) ?? 0
  const receive = async (warehouse: string, sku: string, units: number) => {
    add(shelf, `${warehouse} ${sku}`, units)
    await stock('receive', sku, '--warehouse', warehouse, '--quantity', String(units))
  }
  /** The parcels that left and are not known yet. */
  let late: Placed[] = []
  let hasCounted = false
  const place = async (source: Placed['source']) => {
    const placed = Array.from({ length: ordersOfSource + upTo(1) }, (): Placed => {
      const number = String(1000 + orders.size)
      const several = skus.slice(upTo(2)).map((sku): [string, number] => [sku, 1 + upTo(2)])
      const campaign = source === 'provider' ? 'autumn' : pick(campaigns)
      const order = { number, source, campaign, lines: several, cameBack: new Map() }
      orders.set(number, order)
      return order
    })
    await does.place[source](placed)
  }
  const acts = {
    receive: () => receive(pick(warehouses), pick(skus), 20 + upTo(30)),
    placeApi: () => place('api'),
    placeFile: () => place('file'),
    placeProvider: () => place('provider'),
    lose: async () => {
      const [warehouse, sku] = [pick(warehouses), pick(skus)]
      if (unitsIn(warehouse, sku) === 0) return
      add(shelf, `${warehouse} ${sku}`, -1)
      await stock('adjust', sku, '--warehouse', warehouse, '--by', '-1')
    },
    move: async () => {
      const [from, sku] = [pick(warehouses), pick(skus)]
      const to = pick(warehouses.filter((key) => key !== from))
      if (unitsIn(from, sku) < 3) return
      add(shelf, `${from} ${sku}`, -3)
      add(shelf, `${to} ${sku}`, 3)
      await stock('move', sku, '--from', from, '--to', to, '--by', '3')
    },
    count: async () => {
      hasCounted = true
      const isSunday = new Date(server.time.now).getUTCDay() === 0
      for (const warehouse of isSunday ? warehouses : [pick(warehouses)])
        for (const sku of isSunday ? skus : [pick(skus)]) {
          const counted = String(unitsIn(warehouse, sku))
          await stock('count', sku, '--warehouse', warehouse, '--units', counted)
        }
    },
    leave: async () => {
      const known = await does.listed()
      for (const order of orders.values()) {
        const { status, allocationStatus, warehouse = '' } = known.get(order.number) ?? {}
        const isReady = status === 'AWAITING_SHIPMENT' && allocationStatus === 'ALLOCATED'
        const isThere = order.lines.every(([sku, units]) => unitsIn(warehouse, sku) >= units)
        if (!isReady || !isThere || order.leftAt !== undefined || upTo(9) < 3) continue
        does.moveParcel(warehouse, order.lines, -1)
        late.push(Object.assign(order, { leftAt: server.time.now, from: warehouse }))
      }
    },
    /** Some of the parcels become known, in any order. On a day with a count, their times matter. */
    report: async () => {
      const now = late.filter(() => upTo(4) > 0).toSorted(() => upTo(2) - 1)
      late = late.filter((order) => !now.includes(order))
      for (const order of now) {
        const isToday = server.time.now - (order.leftAt ?? 0) < 12 * 3_600_000
        order.isDay = isToday && !hasCounted && order.source !== 'provider' && upTo(1) === 0
      }
      await does.report(now)
    },
    mistake: async () => {
      const waiting = await waitingOrders()
      if (waiting.length > 0) await does.mistake(pick(waiting))
    },
    cancel: async () => {
      const waiting = await waitingOrders()
      if (waiting.length === 0) return
      const cancelled = pick(waiting)
      await does.cancel(cancelled)
      cancelled.isCancelled = true
    },
    return: async () => {
      const shipped = [...orders.values()].filter(
        (order) => order.leftAt !== undefined && !late.includes(order),
      )
      if (shipped.length === 0) return
      const back = pick(shipped)
      const [sku, units] = pick(back.lines)
      if ((back.cameBack.get(sku) ?? 0) === units) return
      const isDamaged = upTo(3) === 0
      const options = ['--line', `${sku}=1`, ...(isDamaged ? ['--no-restock'] : [])]
      await ok('orders', 'return', back.number, ...options)
      add(back.cameBack, sku, 1)
      if (!isDamaged) add(shelf, `${back.from} ${sku}`, 1)
    },
  }
  /** Returns the orders that are not cancelled and whose parcels have not left. Those that can ship come first. */
  const waitingOrders = async () => {
    const known = await does.listed()
    return [...orders.values()].filter(
      ({ number, leftAt }) =>
        leftAt === undefined && known.get(number)?.status === 'AWAITING_SHIPMENT',
    )
  }

  const levels = (...options: string[]): Promise<Level[]> =>
    things('stock', 'list', ...options, ...account)
  /** Expects that each order waits for units that are neither free nor held by younger orders that wait. */
  const expectServed = async () => {
    const free: Units = new Map(
      (await levels()).map(({ sku, warehouse, on_hand, allocated }) => [
        `${warehouse} ${sku}`,
        on_hand - allocated,
      ]),
    )
    const waiting = [...(await does.listed()).values()].filter(
      ({ status, allocationStatus }) =>
        status === 'AWAITING_SHIPMENT' && allocationStatus === 'BACKORDERED',
    )
    for (const { warehouse, products } of waiting)
      for (const { sku, quantity } of products) add(free, `${warehouse} ${sku}`, quantity)
    for (const { warehouse, products } of waiting) {
      const places = warehouse === '' ? warehouses : [warehouse]
      for (const place of places)
        expect(
          products.every(({ sku, quantity }) => (free.get(`${place} ${sku}`) ?? 0) >= quantity),
        ).toBe(false)
      for (const { sku, quantity } of products) add(free, `${warehouse} ${sku}`, -quantity)
    }
  }

  for (const warehouse of warehouses) for (const sku of skus) await receive(warehouse, sku, 60)
  const ends = new Map<number, Units>()
  for (let day = 1; day <= days; day++) {
    hasCounted = false
    const names = Object.keys(acts)
    const order = g(() => fc.shuffledSubarray(names, { minLength: names.length }))
    for (const [i, name] of order.entries()) {
      // A day of the provider begins at 8.
      setTime(day, 9 + i)
      await new Map(Object.entries(acts)).get(name)?.()
    }
    await expectServed()
    ends.set(day, new Map(shelf))
  }
  setTime(days + 1, 9)
  await does.report(late.toReversed())

  const left = [...orders.values()].filter(({ leftAt }) => leftAt !== undefined)
  expect([orders.size >= 3 * ordersOfSource * days, left.length > days]).toEqual([true, true])
  const onHand = async (...options: string[]): Promise<Units> =>
    new Map(
      (await levels(...options)).map(({ sku, warehouse, on_hand }) => [
        `${warehouse} ${sku}`,
        on_hand,
      ]),
    )
  expect(await onHand()).toEqual(shelf)
  for (const [day, units] of ends)
    expect(
      await onHand('--at', new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10)),
      `the end of day ${day}`,
    ).toEqual(units)

  /** Compares a list of the month's totals with those of the shop. */
  const expectTotals = async (
    what: string,
    unitsOf: (order: Placed) => Iterable<[string, number]>,
  ) => {
    const totals: Units = new Map()
    for (const order of orders.values())
      for (const [sku, units] of unitsOf(order)) add(totals, `${order.campaign},${sku}`, units)
    const month = [`--${what}-from`, '2026-11-01', '--to', '2026-11-30']
    const printed = await ok('orders', 'list', ...month, '--totals', '--format', 'csv', ...account)
    const rows = printed.trim().split(/\r?\n/).slice(1)
    const found = rows.map((row) => row.split(','))
    expect(
      new Map(found.map(([campaign, sku, , units]) => [`${campaign},${sku}`, Number(units)])),
    ).toEqual(totals)
  }
  await expectTotals('shipped', ({ leftAt, lines }) => (leftAt === undefined ? [] : lines))
  await expectTotals('returned', ({ cameBack }) => cameBack)
  await expectTotals('cancelled', ({ isCancelled, lines }) => (isCancelled ? lines : []))
  expect(await server.database.findInconsistencies()).toEqual([])
}

/** Lives through histories of random seeds. A failure prints its seed, which as an option here repeats it. */
const liveAll = (numRuns: number, days: number, ordersOfSource: number) =>
  fc.assert(
    fc.asyncProperty(fc.gen(), (g) => live(g, days, ordersOfSource)),
    { numRuns, endOnFailure: true },
  )

test('the days of a shop end at the stock and the report of an independent account of it', () =>
  liveAll(1, inject('isThorough') ? 30 : isOnPostgres ? 4 : 8, 4))

if (inject('isThorough')) test('so do the days of any shop', () => liveAll(20, 4, 3))
