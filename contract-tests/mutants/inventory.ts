import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, changed, replacing, where } from './round.ts'

type Page = components['schemas']['InventoryPage']
type Item = components['schemas']['InventoryItem']
type Order = components['schemas']['Order']

const paged =
  (change: (page: Page) => Page): NonNullable<Mutant['operations']> =>
  (real) => ({
    listInventory: async (input, call) => {
      const answer = await real.listInventory(input, call)
      return answer.status === 200 ? { ...answer, body: change(answer.body) } : answer
    },
  })

const items = (change: (item: Item) => Item) =>
  paged((page) => ({ ...page, items: page.items.map(change) }))

const pagination = (change: (page: Page) => Partial<Page['pagination']>) =>
  paged((page) => ({ ...page, pagination: { ...page.pagination, ...change(page) } }))

/** Mutants of inventory and stock. */
export const inventoryMutants: Mutant[] = [
  {
    breaks: 'inventory keys are camelCase',
    source: '§1',
    area: 'inventory',
    round: at('listInventory', 200, replacing('"on_hand"', '"onHand"')),
  },
  {
    breaks: 'what is allocated is available',
    source: 'design decision 53',
    area: 'inventory',
    operations: items((item) => ({ ...item, available: item.on_hand })),
  },
  {
    breaks: 'the log lacks releases',
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
    breaks: 'quantities of the log have no sign',
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
    breaks: 'the log is oldest first',
    source: 'design decision 53: newest first',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      inventory_events: item.inventory_events.toReversed(),
    })),
  },
  {
    breaks: 'on_hand is off by one',
    source: 'design decision 54: every count is the sum of its events',
    area: 'inventory',
    operations: items((item) => ({
      ...item,
      on_hand: item.on_hand + 1,
      available: item.available + 1,
    })),
  },
  {
    breaks: 'what is gone is still low_stock',
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
    breaks: 'total_count counts the page',
    source: '§4 GET /v1/inventory/list',
    area: 'inventory',
    operations: pagination(({ items: rows }) => ({ total_count: rows.length })),
  },
  {
    breaks: 'the first page is page 0',
    source: '§8',
    area: 'inventory',
    operations: pagination(({ pagination: { page } }) => ({ page: Math.max(1, page - 1) })),
  },
  {
    breaks: 'the sku filter minds the case',
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
    breaks: '_ in product_name stands for any letter',
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
    breaks: 'nothing found is a list, not a page',
    source: '§4 GET /v1/inventory/list',
    area: 'inventory',
    round: where(
      ({ text }, { operation }) => operation === 'listInventory' && text.startsWith('{"items":[]'),
      (said) => changed(said, { text: '[]' }),
    ),
  },
  {
    breaks: 'stock is oversold by one',
    source: 'design decision 54: two orders for the last unit, exactly one gets it',
    area: 'inventory',
    operations: (real) => {
      let last: Order | undefined
      let over = 0
      return {
        createOrder: async (input, call) => {
          const answer = await real.createOrder(input, call)
          if (answer.status === 201) last = answer.body
          else if (last && answer.body.message.startsWith('Not enough stock') && over++ === 0)
            return { status: 201, body: { ...last, id: `${last.id}x` } }
          return answer
        },
      }
    },
  },
  {
    breaks: 'cancelling gives nothing back',
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
    breaks: 'of an order of several SKUs the first alone is allocated',
    source: 'design decision 54: an order allocates',
    area: 'inventory',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const [first, ...rest] = input.body.products
        if (!first || rest.length === 0) return real.createOrder(input, call)
        const answer = await real.createOrder({ body: { ...input.body, products: [first] } }, call)
        return answer.status === 201
          ? { ...answer, body: { ...answer.body, products: input.body.products } }
          : answer
      },
    }),
  },
  {
    breaks: 'orders that are cancelled at once are all cancelled',
    source: 'design decision 2',
    area: 'inventory',
    operations: (real) => ({
      cancelOrder: async (input, call) => {
        const before = await real.getOrder({ path: { orderId: input.body.orderId } }, call)
        const answer = await real.cancelOrder(input, call)
        return answer.status !== 201 &&
          before.status === 200 &&
          before.body.status === 'AWAITING_SHIPMENT'
          ? { status: 201, body: before.body }
          : answer
      },
    }),
  },
]
