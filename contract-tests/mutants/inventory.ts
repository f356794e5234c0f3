import type { components } from '../../generated/types.ts'
import { at, changed, replacing, where } from './change-response.ts'
import type { Mutant } from './mutant.ts'

type Page = components['schemas']['InventoryPage']
type Item = components['schemas']['InventoryItem']
type Order = components['schemas']['Order']

const paged =
  (change: (page: Page) => Page): NonNullable<Mutant['operations']> =>
  (real) => ({
    listInventory: async (input, call) => {
      const reply = await real.listInventory(input, call)
      return reply.status === 200 ? { ...reply, body: change(reply.body) } : reply
    },
  })

const items = (change: (item: Item) => Item) =>
  paged((page) => ({ ...page, items: page.items.map(change) }))

const pagination = (change: (page: Page) => Partial<Page['pagination']>) =>
  paged((page) => ({ ...page, pagination: { ...page.pagination, ...change(page) } }))

/** Mutants of inventory and stock. */
export const inventoryMutants: Mutant[] = [
  {
    breaks: 'Inventory field names are camelCase',
    source: '§1',
    area: 'inventory',
    change: at('listInventory', 200, replacing('"on_hand"', '"onHand"')),
  },
  {
    breaks: 'Allocated stock is reported as available',
    source: 'design decision 53',
    area: 'inventory',
    operations: items((item) => ({ ...item, available: item.on_hand })),
  },
  {
    breaks: 'inventory_events lacks order_released events',
    source: 'design decision 54: every count is the sum of its events',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      inventory_events: item.inventory_events.filter(
        ({ event_type }) => event_type !== 'order_released',
      ),
    })),
  },
  {
    breaks: 'Quantities of inventory_events are never negative',
    source: 'design decision 53: signed',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      inventory_events: item.inventory_events.map((each) => ({
        ...each,
        quantity: Math.abs(each.quantity),
      })),
    })),
  },
  {
    breaks: 'inventory_events is sorted oldest first',
    source: 'design decision 53: newest first',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      inventory_events: item.inventory_events.toReversed(),
    })),
  },
  {
    breaks: 'on_hand is one too high',
    source: 'design decision 54: every count is the sum of its events',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      on_hand: item.on_hand + 1,
      available: item.available + 1,
    })),
  },
  {
    breaks: 'Items without stock have the status low_stock',
    source: 'design decision 53: status',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      status: item.status === 'out_of_stock' ? 'low_stock' : item.status,
    })),
  },
  {
    breaks: 'has_more is true on the last page',
    source: '§4 GET /v1/inventory/list',
    area: 'inventory',
    operations: pagination(({ items: rows, pagination: { page_size } }) => ({
      has_more: rows.length > 0 && rows.length <= page_size,
    })),
  },
  {
    breaks: 'total_count is the number of items on the page',
    source: '§4 GET /v1/inventory/list',
    area: 'inventory',
    operations: pagination(({ items: rows }) => ({ total_count: rows.length })),
  },
  {
    breaks: 'The page number in the response is one too low',
    source: '§8',
    area: 'inventory',
    operations: pagination(({ pagination: { page } }) => ({ page: Math.max(1, page - 1) })),
  },
  {
    breaks: 'The sku filter is case-sensitive',
    source: 'design decision 29',
    area: 'inventory',
    operations: (real) => ({
      listInventory: ({ query: { sku, ...query } }, call) =>
        real.listInventory(
          {
            query:
              sku === undefined
                ? query
                : { ...query, sku: sku === sku.toUpperCase() ? sku : 'none' },
          },
          call,
        ),
    }),
  },
  {
    breaks: 'The product_name filter treats _ as a wildcard',
    source: 'design decision 29',
    area: 'inventory',
    operations: (real) => ({
      listInventory: ({ query: { product_name, ...query } }, call) =>
        real.listInventory(
          {
            query:
              product_name === undefined || product_name === '_'
                ? query
                : { ...query, product_name },
          },
          call,
        ),
    }),
  },
  {
    breaks: 'Inventory without matches returns an array instead of a page',
    source: '§4 GET /v1/inventory/list',
    area: 'inventory',
    change: where(
      ({ text }, { operation }) => operation === 'listInventory' && text.startsWith('{"items":[]'),
      (response) => changed(response, { text: '[]' }),
    ),
  },
  {
    breaks: 'One order too many succeeds when stock runs out',
    source: 'design decision 54: two orders for the last unit, exactly one gets it',
    area: 'inventory',
    operations: (real) => {
      let last: Order | undefined
      let over = 0
      return {
        createOrder: async (input, call) => {
          const reply = await real.createOrder(input, call)
          if (reply.status === 201) last = reply.body
          else if (last && reply.body.message.startsWith('Not enough stock') && over++ === 0)
            return { status: 201, body: { ...last, id: `${last.id}x` } }
          return reply
        },
      }
    },
  },
  {
    breaks: 'A cancelled order keeps its stock',
    source: 'design decision 54: cancelling releases',
    area: 'inventory',
    operations: (real) => ({
      cancelOrder: async (input, call) => {
        const order = await real.getOrder({ path: { orderId: input.body.orderId } }, call)
        return order.status === 200
          ? {
              status: 201,
              body: { ...order.body, status: 'CANCELLED', allocationStatus: 'RELEASED' },
            }
          : real.cancelOrder(input, call)
      },
    }),
  },
  {
    breaks: 'An order with several SKUs allocates only the first',
    source: 'design decision 54: an order allocates',
    area: 'inventory',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const [first, ...rest] = input.body.products
        if (!first || rest.length === 0) return real.createOrder(input, call)
        const reply = await real.createOrder({ body: { ...input.body, products: [first] } }, call)
        return reply.status === 201
          ? { ...reply, body: { ...reply.body, products: input.body.products } }
          : reply
      },
    }),
  },
  {
    breaks: 'All concurrent cancellations of one order succeed',
    source: 'design decision 2',
    area: 'inventory',
    operations: (real) => ({
      cancelOrder: async (input, call) => {
        const before = await real.getOrder({ path: { orderId: input.body.orderId } }, call)
        const reply = await real.cancelOrder(input, call)
        return reply.status !== 201 &&
          before.status === 200 &&
          before.body.status === 'AWAITING_SHIPMENT'
          ? { status: 201, body: before.body }
          : reply
      },
    }),
  },
]
