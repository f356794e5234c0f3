import fc from 'fast-check'
import { afterEach, expect, inject, test, vi } from 'vitest'
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
const days = inject('postgresSocket') === undefined ? 30 : 8

const shop = `
warehouses: [${warehouses.map((key) => `{ key: ${key}, name: ${key} }`)}]
products: [{ key: all, title: All, variants: [${skus.map((sku) => `{ sku: ${sku} }`)}] }]
campaigns: [${campaigns.map((key) => `{ key: ${key}, expiration: 2099-06-30T23:59:59Z, allowOutOfStockOrders: true, skus: [${skus}] }`)}]
`

const recipient = {
  firstName: 'Ana',
  lastName: 'Roe',
  email: 'ana@example.com',
  street1: '1 Oak St',
  city: 'Portland',
  zip: '97205',
  country: 'US',
}

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
  /** When its parcel left. */
  leftAt?: number
  cameBack: Units
}

/** An order as `orders list --json` prints it. */
type Listed = {
  sourceOrderNumber: string
  status: string
  allocationStatus: string
  warehouse: string | null
}

const csv = (rows: readonly object[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].join('\n')

/** Returns a time as the provider has it: Pacific Standard Time, without a zone. */
const atProvider = (time: number) =>
  `${new Date(time - 8 * 3_600_000).toISOString().slice(0, -1)}0000`

/** Opens a shop that gets its orders from the API, from files and from a provider. */
const openShop = async () => {
  const server = await testServer({ demo: false })
  const provider = await startFakeShipStation()
  const { ok, merch, write } = terminal(undefined, server.database.url)
  const account = ['--account', server.account]
  await ok('apply', write('shop.yaml', shop), ...account)
  const idOf = new Map(
    (await ok('campaigns', 'list', '--json', ...account))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ key, id }): [string, string] => [key, id]),
  )
  const campaignId = (key: string) => idOf.get(key) ?? ''
  Object.assign(process.env, {
    PROVIDER_URL: provider.access.url,
    PROVIDER_KEY: provider.access.key,
    PROVIDER_SECRET: provider.access.secret,
    PROVIDER_ACCOUNT: server.account,
    PROVIDER_CAMPAIGN: campaignId('autumn'),
  })
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
          shipTo: recipient,
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
          Object.entries(recipient).map(([name, value]) => [`shipTo.${name}`, value]),
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
    const parcel = ({ number, leftAt = 0 }: Placed) => ({
      carrierCode: 'ups',
      trackingNumber: `1Z${number}`,
      shipDate: new Date(leftAt).toISOString(),
    })
    await importOrders(of('file'), (order) => ({ status: 'SHIPPED', ...parcel(order) }))
    const rows = of('api').map((order) => ({ order: order.number, ...parcel(order) }))
    if (rows.length > 0)
      await ok('orders', 'ship', '--file', write('parcels.csv', csv(rows)), ...account)
    for (const { number, lines, leftAt = 0 } of of('provider')) {
      const id = Number(number)
      const known = provider.orders.findIndex(({ orderId }) => orderId === id)
      provider.orders[known] = providerOrder(id, lines, 'shipped')
      const label = { shipDate: atProvider(leftAt).slice(0, 10), createDate: atProvider(leftAt) }
      provider.shipments.push(recordedShipment(id, atProvider(server.time.now), label))
    }
    await ok('orders', 'sync')
  }

  const warehousesHere = await listWarehouses(server.store, server.account)
  const keys = new Map<string, string>(warehousesHere.map(({ id, key }) => [id, key]))

  /** Returns the orders as the service has them, by number. */
  const listed = async () => {
    const lines = (await ok('orders', 'list', '--json', ...account)).trim().split('\n')
    const all = lines.filter(Boolean).map((line): Listed => JSON.parse(line))
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
  return { server, ok, merch, account, shelf, orders, setTime, place, report, listed, moveParcel }
}

afterEach(() => void vi.useRealTimers())

test('a month of a shop ends at the stock and the report of an independent account of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 31, 12) })
      const { server, ok, merch, account, shelf, orders, setTime, ...does } = await openShop()
      const upTo = (max: number) => g(fc.nat, { max })
      const pick = <T>(all: readonly T[]): T => g(() => fc.constantFrom(...all))
      const stock = (what: string, sku: string, ...options: string[]) =>
        ok('stock', what, sku, ...options, ...account)
      const place = (): [string, string] => [pick(warehouses), pick(skus)]
      let late: Placed[] = []
      const ends = new Map<number, Units>()

      for (const warehouse of warehouses)
        for (const sku of skus) {
          add(shelf, `${warehouse} ${sku}`, 60)
          await stock('receive', sku, '--warehouse', warehouse, '--quantity', '60')
        }

      for (let day = 1; day <= days; day++) {
        setTime(day, 6)
        const [arriving, sku] = place()
        const units = 20 + upTo(30)
        add(shelf, `${arriving} ${sku}`, units)
        await stock('receive', sku, '--warehouse', arriving, '--quantity', String(units))

        setTime(day, 7)
        for (const source of ['api', 'file', 'provider'] as const) {
          const placed = Array.from({ length: 4 + upTo(1) }, (): Placed => {
            const number = String(1000 + orders.size)
            const several = skus.slice(upTo(2)).map((sku): [string, number] => [sku, 1 + upTo(2)])
            const campaign = source === 'provider' ? 'autumn' : pick(campaigns)
            const order = { number, source, campaign, lines: several, cameBack: new Map() }
            orders.set(number, order)
            return order
          })
          await does.place[source](placed)
        }

        setTime(day, 12)
        const [losing, broken] = place()
        if ((shelf.get(`${losing} ${broken}`) ?? 0) > 0) {
          add(shelf, `${losing} ${broken}`, -1)
          await stock('adjust', broken, '--warehouse', losing, '--by', '-1')
        }
        const [from, moved] = place()
        const to = pick(warehouses.filter((key) => key !== from))
        if ((shelf.get(`${from} ${moved}`) ?? 0) >= 3) {
          add(shelf, `${from} ${moved}`, -3)
          add(shelf, `${to} ${moved}`, 3)
          await stock('move', moved, '--from', from, '--to', to, '--by', '3')
        }

        // On Sundays, nothing leaves and everything is counted. Some parcels that left are not known yet.
        const isSunday = new Date(server.time.now).getUTCDay() === 0
        setTime(day, 18)
        const known = await does.listed()
        if (isSunday)
          for (const warehouse of warehouses)
            for (const sku of skus) {
              const counted = String(shelf.get(`${warehouse} ${sku}`) ?? 0)
              await stock('count', sku, '--warehouse', warehouse, '--units', counted)
            }
        const leaving: Placed[] = []
        const waiting: Placed[] = []
        for (const order of orders.values()) {
          const { status, allocationStatus, warehouse = '' } = known.get(order.number) ?? {}
          if (status !== 'AWAITING_SHIPMENT' || order.leftAt !== undefined) continue
          const isThere = order.lines.every(
            ([sku, quantity]) => (shelf.get(`${warehouse} ${sku}`) ?? 0) >= quantity,
          )
          if (isSunday || allocationStatus !== 'ALLOCATED' || !isThere || upTo(9) < 3)
            waiting.push(order)
          else {
            does.moveParcel(warehouse, order.lines, -1)
            leaving.push(Object.assign(order, { leftAt: server.time.now }))
          }
        }
        setTime(day, 19)
        const now = late.filter(() => upTo(2) > 0)
        late = late.filter((order) => !now.includes(order))
        for (const order of leaving) (upTo(4) > 0 ? now : late).push(order)
        await does.report(now)

        setTime(day, 20)
        const [mistaken, cancelled] = waiting
        if (mistaken && known.get(mistaken.number)?.allocationStatus === 'ALLOCATED') {
          const parcel = ['--tracking', '1ZX', '--carrier', 'ups']
          // Units that were counted may be too few.
          const { status } = await merch('orders', 'ship', mistaken.number, ...parcel)
          if (status === 0) await ok('orders', 'unship', mistaken.number)
        }
        if (cancelled) {
          await ok('orders', 'cancel', cancelled.number)
          cancelled.isCancelled = true
        }
        const shipped = [...orders.values()].filter(
          (order) => order.leftAt !== undefined && !late.includes(order),
        )
        const back = shipped[upTo(Math.max(shipped.length - 1, 0))]
        const [returned] = back?.lines ?? []
        if (back && returned && (back.cameBack.get(returned[0]) ?? 0) < returned[1]) {
          const isDamaged = upTo(3) === 0
          const options = ['--line', `${returned[0]}=1`, ...(isDamaged ? ['--no-restock'] : [])]
          await ok('orders', 'return', back.number, ...options)
          add(back.cameBack, returned[0], 1)
          const { warehouse = '' } = known.get(back.number) ?? {}
          if (!isDamaged) add(shelf, `${warehouse} ${returned[0]}`, 1)
        }
        ends.set(day, new Map(shelf))
      }
      setTime(days + 1, 9)
      await does.report(late)

      const left = [...orders.values()].filter(({ leftAt }) => leftAt !== undefined)
      expect([orders.size >= 12 * days, left.length > 3 * days]).toEqual([true, true])
      const levels = async (...options: string[]) => {
        const lines = (await ok('stock', 'list', '--json', ...options, ...account))
          .trim()
          .split('\n')
        const all = lines.map((line) => JSON.parse(line))
        return new Map(
          all.map(({ sku, warehouse, on_hand }) => [`${warehouse} ${sku}`, Number(on_hand)]),
        )
      }
      expect(await levels()).toEqual(shelf)
      for (const [day, units] of ends)
        expect(
          await levels('--at', new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10)),
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
        const printed = await ok(
          'orders',
          'list',
          ...month,
          '--totals',
          '--format',
          'csv',
          ...account,
        )
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
    }),
    { numRuns: inject('isThorough') ? 5 : 1, endOnFailure: true },
  )
})
