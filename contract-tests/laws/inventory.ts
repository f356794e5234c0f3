import fc from 'fast-check'
import { InventoryPage } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { mustReturn, same } from '../support/assertions.ts'
import { MissingFixture } from '../support/fixtures.ts'
import type { Law } from '../support/law.ts'
import { must } from '../support/law-context.ts'
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

export const inventory: Law[] = [
  {
    area: 'inventory',
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
    area: 'inventory',
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
    area: 'inventory',
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
  {
    area: 'inventory',
    promise: 'items is empty when nothing matches',
    source: '§4 GET /v1/inventory/list, §7',
    run: async ({ api }) => {
      mustReturn(await api.get('/v1/inventory/list?sku=no-such-sku'), 200, {
        items: [],
        pagination: { total_count: 0, page: 1, page_size: 20, has_more: false },
      })
    },
  },
]
