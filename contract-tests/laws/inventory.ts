import fc from 'fast-check'
import type { components } from '../../generated/types.ts'
import { InventoryPage, Order } from '../../generated/zod/schemas.ts'
import { must, mustBeNow, mustReturn, read, same } from '../support/api.ts'
import {
  cancel,
  MissingFixture,
  newOrder,
  type Offer,
  place,
  productsOf,
} from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { withQuery } from '../support/requests.ts'

type Event = components['schemas']['InventoryItem']['inventory_events'][number]

const stockCounts = ['on_hand', 'allocated', 'inbound'] as const
type StockCount = (typeof stockCounts)[number]

/** The counts to which each type of event adds its signed quantity. */
const addedTo: Record<Event['event_type'], Partial<Record<StockCount, 1 | -1>>> = {
  received: { on_hand: 1 },
  adjusted: { on_hand: 1 },
  inbound_expected: { inbound: 1 },
  inbound_received: { on_hand: 1, inbound: -1 },
  order_allocated: { allocated: 1 },
  order_released: { allocated: 1 },
  order_shipped: { on_hand: 1, allocated: 1 },
  order_returned: { on_hand: 1 },
}

type Filter = { sku?: string; product_name?: string; warehouse_id?: string; status?: string }

const maxEvents = 50

const sum = (events: readonly Event[], count: StockCount): number =>
  events.reduce(
    (total, { event_type, quantity }) => total + quantity * (addedTo[event_type][count] ?? 0),
    0,
  )

const newestFirst = (events: readonly Event[]): boolean =>
  events.every(
    ({ created_at }, i) =>
      i === 0 || Date.parse(created_at) <= Date.parse(events[i - 1]?.created_at ?? ''),
  )

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** Reads the counts of an item and its newest event. */
const counts = async (context: LawContext, offer: Offer) => {
  const { on_hand, allocated, available, inventory_events } = await context.fixtures.item(offer)
  const { event_type, quantity, order_id, created_at = '' } = { ...inventory_events[0] }
  const newest = { event_type, quantity, order_id }
  return { counted: { on_hand, allocated, available }, newest, created_at }
}

export const inventory: Laws = {
  'An order allocates the stock of each SKU, and a cancelled one releases it, each with an event': {
    source: 'design decision 54',
    async run(context) {
      const offers = await context.fixtures.offersTogether(2)
      const [{ campaignId, sku, warehouse }] = offers
      const products = offers.map((each) => ({ sku: each.sku, quantity: 2 }))
      const current = () => Promise.all(offers.map((each) => counts(context, each)))
      const before = await current()
      const body = newOrder({ campaignId, sku }, 1, { warehouse, products })
      const { order, response } = await place(context, body)
      const mustBeChanged = async (by: number, event_type: string, quantity: number) => {
        const expected = before.map(({ counted: { on_hand, allocated, available } }) => ({
          counted: { on_hand, allocated: allocated + by, available: available - by },
          newest: { event_type, quantity, order_id: order.id },
        }))
        const now = await current()
        for (const { created_at } of now) mustBeNow(created_at, 'created_at', response)
        const actual = now.map(({ counted, newest }) => ({ counted, newest }))
        same(actual, expected, 'the stock and the newest event of each SKU', response)
      }
      await mustBeChanged(2, 'order_allocated', 2)
      await cancel(context, order.id)
      await mustBeChanged(0, 'order_released', -2)
    },
  },
  'Of concurrent orders for the last units, exactly as many succeed as there are units': {
    source: 'design decision 54',
    async run(context) {
      const last = 3
      const offer = await context.fixtures.offer(last + 1)
      const { warehouse, available } = offer
      const availableNow = async () => (await counts(context, offer)).counted.available
      const { order: rest } = await place(context, newOrder(offer, available - last, { warehouse }))
      const body = newOrder(offer, 1, { warehouse })
      const together = await Promise.all(
        Array.from({ length: 3 * last }, () => context.api.post('/v1/orders/create', body)),
      )
      const placed = together.filter(({ status }) => status === 201)
      same(placed.length, last, 'the number of orders that succeed', together[0])
      const succeeded = placed.map((response) => read(Order, response, 201))
      const numbers = new Set(succeeded.map(({ orderNumber }) => orderNumber))
      same(numbers.size, last, 'the number of distinct order numbers', placed[0])
      same(await availableNow(), 0, 'available')
      for (const { id } of [rest, ...succeeded]) await cancel(context, id)
      same(await availableNow(), available, 'available after cancelling all orders')
    },
  },
  'Of concurrent cancellations of one order, exactly one succeeds': {
    source: '§4 POST /v1/orders/cancel',
    async run(context) {
      const { order, offer } = await context.fixtures.order()
      const together = await Promise.all(Array.from({ length: 5 }, () => cancel(context, order.id)))
      const statuses = together.map(({ status }) => status).toSorted()
      same(statuses, [201, 400, 400, 400, 400], 'the statuses', together[0])
      same((await counts(context, offer)).counted.available, offer.available, 'available')
    },
  },
  'Each count is the sum of its events; available and status follow from the counts': {
    source: '§2, design decision 53',
    async run(context) {
      const variants = new Map((await productsOf(context)).map((row) => [row.sku, row]))
      const places = new Map<string, string>()
      for (const item of await context.fixtures.inventory()) {
        const { product_id, product_name, warehouse } = item
        // Variants that are not active have stock, but no row.
        const { id = product_id, title = product_name } = { ...variants.get(item.sku) }
        same([product_id, product_name], [id, title], `the product of ${item.sku}`)
        const place = places.get(warehouse.warehouse_id) ?? warehouse.warehouse_name
        places.set(warehouse.warehouse_id, place)
        same(warehouse.warehouse_name, place, `the name of ${warehouse.warehouse_id}`)
        const { sku, inventory_events: events, on_hand, allocated, available, status } = item
        const where = `of ${sku} in ${item.warehouse.warehouse_name}`
        if (events.length < maxEvents)
          for (const count of stockCounts)
            same(item[count], sum(events, count), `${count} ${where} (the sum of its events)`)
        same(available, Math.max(on_hand - allocated, 0), `available ${where}`)
        const isOut = status === 'out_of_stock'
        same(isOut, available === 0, `whether the status ${where} is out_of_stock`)
        for (const { id, event_type, order_id } of events)
          must(
            order_id !== null || !event_type.startsWith('order_'),
            `the ${event_type} ${id} ${where} must have an order_id`,
          )
        must(newestFirst(events), `the events ${where} must be sorted newest first`)
      }
    },
  },
  'page, page_size, total_count and has_more are consistent with the items': {
    source: '§4 GET /v1/inventory/list, §8',
    async run(context) {
      const whole = await context.fixtures.inventory()
      const total_count = whole.length
      const check = async (query: { page?: number; page_size?: number }) => {
        const { page, page_size } = { page: 1, page_size: 20, ...query }
        const end = page * page_size
        mustReturn(await context.api.get(withQuery('/v1/inventory/list', query)), 200, {
          items: whole.slice(end - page_size, end),
          pagination: { total_count, page, page_size, has_more: end < total_count },
        })
      }
      const pages = fc.record({
        page: fc.integer({ min: 1, max: total_count + 2 }),
        page_size: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 100)),
      })
      await context.forAll(pages, check)
      await check({ page: Math.max(1, Math.ceil(total_count / 100)), page_size: 100 })
      // A last page that is full.
      await check({ page: Math.max(1, total_count), page_size: 1 })
      await check({})
    },
  },
  'Filters match parts of sku and product_name in any case, warehouse and status exactly': {
    source: 'design decisions 29 and 53',
    async run(context) {
      const whole = await context.fixtures.inventory()
      if (whole.length === 0) throw new MissingFixture('the account has no stock')
      const part = (text: string) =>
        fc
          .tuple(fc.nat({ max: Math.max(0, text.length - 2) }), fc.integer({ min: 1, max: 6 }))
          .map(([at, length]) => text.slice(at, at + length).trim() || text)
      const filter = fc.constantFrom(...whole).chain(({ sku, product_name: name, warehouse }) =>
        fc.record(
          {
            sku: fc.oneof(part(sku), part(sku.toLowerCase()), fc.constant('no-such')),
            product_name: fc.oneof(part(name), part(name.toUpperCase())),
            warehouse_id: fc.constantFrom(warehouse.warehouse_id, 'unknown'),
            status: fc.constantFrom('in_stock', 'low_stock', 'out_of_stock'),
          },
          { requiredKeys: [] },
        ),
      )
      const check = async (query: Filter) => {
        const { sku = '', product_name = '', warehouse_id, status } = query
        const expected = whole.filter(
          (item) =>
            includes(item.sku, sku) &&
            includes(item.product_name, product_name) &&
            (warehouse_id === undefined || item.warehouse.warehouse_id === warehouse_id) &&
            (status === undefined || item.status === status),
        )
        const path = withQuery('/v1/inventory/list', { page_size: 100, ...query })
        const response = await context.api.get(path)
        const { items, pagination } = read(InventoryPage, response)
        same(pagination.total_count, expected.length, 'total_count', response)
        same(items, expected.slice(0, 100), 'the items', response)
      }
      for (const { sku, product_name } of whole.slice(0, 1)) {
        await check({ sku: sku.toLowerCase() })
        await check({ product_name: product_name.toUpperCase() })
      }
      // Databases have these as wildcards, and for escaping them.
      for (const text of ['%', '_', '\\']) {
        await check({ sku: text })
        await check({ product_name: text })
      }
      await context.forAll(filter, check)
    },
  },
}
