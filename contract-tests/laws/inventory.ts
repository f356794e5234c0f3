import fc from 'fast-check'
import { InventoryPage, Order } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { must, mustReturn, same } from '../support/assertions.ts'
import { cancel, MissingFixture, newOrder, type Offer, place } from '../support/fixtures.ts'
import type { AreaLaw } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { withQuery } from '../support/paging.ts'

type Item = components['schemas']['InventoryItem']
type Event = Item['inventory_events'][number]

/** The counts to which each type of event adds its signed quantity. */
const addedTo: Record<
  Event['event_type'],
  Partial<Record<'on_hand' | 'allocated' | 'inbound', 1 | -1>>
> = {
  received: { on_hand: 1 },
  adjusted: { on_hand: 1 },
  inbound_expected: { inbound: 1 },
  inbound_received: { on_hand: 1, inbound: -1 },
  order_allocated: { allocated: 1 },
  order_released: { allocated: 1 },
  order_shipped: { on_hand: 1, allocated: 1 },
  order_returned: { on_hand: 1 },
}

/** The maximum number of events per item. */
const maxEvents = 50

const sum = (events: readonly Event[], count: 'on_hand' | 'allocated' | 'inbound'): number =>
  events.reduce(
    (total, { event_type, quantity }) => total + quantity * (addedTo[event_type][count] ?? 0),
    0,
  )

const newestFirst = (events: readonly Event[]): boolean =>
  events.every((event, i) => i === 0 || event.created_at <= (events[i - 1]?.created_at ?? ''))

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** Reads the counts of an item and its newest event. */
const counts = async (context: LawContext, offer: Offer) => {
  const { on_hand, allocated, available, inventory_events } = await context.fixtures.item(offer)
  const { event_type, quantity, order_id } = { ...inventory_events[0] }
  return { on_hand, allocated, available, newest: { event_type, quantity, order_id } }
}

export const inventory: AreaLaw[] = [
  {
    promise:
      'An order allocates the stock of each SKU and a cancelled order releases it, each with an inventory event',
    source: 'design decision 54',
    run: async (context) => {
      const offers = await context.fixtures.offersTogether(2)
      const [offer] = offers
      const products = offers.map(({ sku }) => ({ sku, quantity: 2 }))
      const read = () => Promise.all(offers.map((each) => counts(context, each)))
      const before = await read()
      const { order, response } = await place(context, {
        ...newOrder(offer, 1, { warehouse: offer.warehouse }),
        products,
      })
      const expected = (quantity: 2 | -2) => ({
        event_type: quantity > 0 ? 'order_allocated' : 'order_released',
        quantity,
        order_id: order.id,
      })
      for (const [i, { newest, ...after }] of (await read()).entries()) {
        const { allocated = 0, available = 0, on_hand } = { ...before[i] }
        const placed = { on_hand, allocated: allocated + 2, available: available - 2 }
        same(after, placed, `the stock of ${products[i]?.sku} after the order`, response)
        same(newest, expected(2), 'the newest event')
      }
      await cancel(context, order.id)
      for (const [i, { newest, ...after }] of (await read()).entries()) {
        const { newest: _, ...released } = { ...before[i] }
        same(after, released, `the stock of ${products[i]?.sku} after cancelling`, response)
        same(newest, expected(-2), 'the newest event')
      }
    },
  },
  {
    promise: 'Of concurrent orders for the last units, exactly as many succeed as there are units',
    source: 'design decision 54',
    run: async (context) => {
      const last = 3
      const offer = await context.fixtures.offer(last + 1)
      const { warehouse } = offer
      const rest = newOrder(offer, offer.available - last, { warehouse })
      const first = await context.api.post('/v1/orders/create', rest)
      same(first.status, 201, 'the status', first)
      const together = await Promise.all(
        Array.from({ length: 3 * last }, () =>
          context.api.post('/v1/orders/create', newOrder(offer, 1, { warehouse })),
        ),
      )
      const placed = together.filter(({ status }) => status === 201)
      same(placed.length, last, 'the number of orders that succeed', together[0])
      const numbers = new Set(placed.map(({ body }) => Order.parse(body).orderNumber))
      same(numbers.size, last, 'the number of distinct order numbers', placed[0])
      same((await counts(context, offer)).available, 0, 'available')
      for (const { body } of [first, ...placed]) await cancel(context, Order.parse(body).id)
      must(
        (await counts(context, offer)).available === offer.available,
        'cancelling all orders must release all stock',
      )
    },
  },
  {
    promise: 'Of concurrent cancellations of one order, exactly one succeeds',
    source: '§4 POST /v1/orders/cancel',
    run: async (context) => {
      const { order, offer } = await context.fixtures.order(1)
      const together = await Promise.all(Array.from({ length: 5 }, () => cancel(context, order.id)))
      same(
        together.map(({ status }) => status).toSorted(),
        [201, 400, 400, 400, 400],
        'the statuses',
        together[0],
      )
      same((await counts(context, offer)).available, offer.available, 'available')
    },
  },
  {
    promise: 'Each count is the sum of its events; available and status follow from the counts',
    source: '§2, design decision 53',
    run: async (context) => {
      for (const item of await context.fixtures.inventory()) {
        const { sku, inventory_events: events, on_hand, allocated } = item
        const where = `of ${sku} in ${item.warehouse.warehouse_name}`
        if (events.length < maxEvents)
          for (const count of ['on_hand', 'allocated', 'inbound'] as const)
            same(item[count], sum(events, count), `${count} ${where} (the sum of its events)`)
        same(item.available, Math.max(on_hand - allocated, 0), `available ${where}`)
        same(
          item.status === 'out_of_stock',
          item.available === 0,
          `whether the status ${where} is out_of_stock`,
        )
        must(newestFirst(events), `the events ${where} must be sorted newest first`)
      }
    },
  },
  {
    promise: 'page, page_size, total_count and has_more are consistent with the items',
    source: '§4 GET /v1/inventory/list, §8',
    run: async (context) => {
      const whole = await context.fixtures.inventory()
      const total_count = whole.length
      const pages = fc.record({
        page: fc.integer({ min: 1, max: total_count + 2 }),
        page_size: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 100)),
      })
      await context.forAll(pages, async ({ page, page_size }) => {
        const response = await context.api.get(withQuery('/v1/inventory/list', { page, page_size }))
        const end = page * page_size
        mustReturn(response, 200, {
          items: whole.slice(end - page_size, end),
          pagination: { total_count, page, page_size, has_more: end < total_count },
        })
      })
      const lastPage = Math.max(1, Math.ceil(total_count / 100))
      mustReturn(
        await context.api.get(withQuery('/v1/inventory/list', { page: lastPage, page_size: 100 })),
        200,
        {
          items: whole.slice((lastPage - 1) * 100),
          pagination: { total_count, page: lastPage, page_size: 100, has_more: false },
        },
      )
      const response = await context.api.get('/v1/inventory/list')
      const pagination = { total_count, page: 1, page_size: 20, has_more: total_count > 20 }
      mustReturn(response, 200, { items: whole.slice(0, 20), pagination })
    },
  },
  {
    promise:
      'Filters match parts of sku and product_name, ignoring case, and warehouse and status exactly; combined filters all apply',
    source: 'design decisions 29 and 53',
    run: async (context) => {
      const whole = await context.fixtures.inventory()
      if (whole.length === 0) throw new MissingFixture('the account has no stock')
      const part = (text: string) =>
        fc
          .tuple(fc.nat({ max: Math.max(0, text.length - 2) }), fc.integer({ min: 1, max: 6 }))
          .map(([at, length]) => text.slice(at, at + length).trim() || text)
      const someItem = fc.constantFrom(...whole)
      const filter = someItem.chain((item) =>
        fc.record(
          {
            sku: fc.oneof(
              part(item.sku),
              part(item.sku.toLowerCase()),
              fc.constantFrom('%', '_', 'no-such'),
            ),
            product_name: fc.oneof(
              part(item.product_name),
              part(item.product_name.toUpperCase()),
              fc.constant('_'),
            ),
            warehouse_id: fc.constantFrom(item.warehouse.warehouse_id, 'unknown'),
            status: fc.constantFrom('in_stock', 'low_stock', 'out_of_stock'),
          },
          { requiredKeys: [] },
        ),
      )
      await context.forAll(filter, async (query) => {
        const { sku = '', product_name = '', warehouse_id, status } = query
        const expected = whole.filter(
          (item) =>
            includes(item.sku, sku) &&
            includes(item.product_name, product_name) &&
            (warehouse_id === undefined || item.warehouse.warehouse_id === warehouse_id) &&
            (status === undefined || item.status === status),
        )
        const response = await context.api.get(
          withQuery('/v1/inventory/list', { page_size: 100, ...query }),
        )
        const { items, pagination } = InventoryPage.parse(response.body)
        same(pagination.total_count, expected.length, 'total_count', response)
        same(items, expected.slice(0, 100), 'the items', response)
      })
    },
  },
]
