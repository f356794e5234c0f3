import type { components } from '../../generated/types.ts'
import { body, input, operation } from './change-operation.ts'
import { at, replacing } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

type Page = components['schemas']['InventoryPage']
type Item = components['schemas']['InventoryItem']
type Order = components['schemas']['Order']

const items = (change: (item: Item) => Partial<Item>) =>
  body('listInventory', (page) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, ...change(item) })),
  }))

const events = (change: (events: Item['inventory_events']) => Item['inventory_events']) =>
  items((item) => ({ inventory_events: change(item.inventory_events) }))

const pagination = (change: (page: Page) => Partial<Page['pagination']>) =>
  body('listInventory', (page) => ({
    ...page,
    pagination: { ...page.pagination, ...change(page) },
  }))

/** Mutants of inventory and stock. */
export const inventoryMutants = [
  ...mutantsOf('inventory', '§1', {
    'Inventory field names are camelCase': at(
      'listInventory 200',
      replacing('"on_hand"', '"onHand"'),
    ),
  }),
  ...mutantsOf('inventory', 'design decision 53', {
    'Allocated stock is reported as available': items(({ on_hand }) => ({ available: on_hand })),
    'Quantities of inventory_events are never negative': events((given) =>
      given.map((each) => ({ ...each, quantity: Math.abs(each.quantity) })),
    ),
    'inventory_events is sorted oldest first': events((given) => given.toReversed()),
    'Items without stock have the status low_stock': items(({ status }) => ({
      status: status === 'out_of_stock' ? 'low_stock' : status,
    })),
  }),
  ...mutantsOf('inventory', 'design decision 54: every count is the sum of its events', {
    'inventory_events lacks order_released events': events((given) =>
      given.filter(({ event_type }) => event_type !== 'order_released'),
    ),
    'on_hand is one too high': items(({ on_hand, available }) => ({
      on_hand: on_hand + 1,
      available: available + 1,
    })),
  }),
  ...mutantsOf('inventory', '§4 GET /v1/inventory/list, §8', {
    'has_more is true on the last page': pagination(
      ({ items: rows, pagination: { page_size } }) => ({
        has_more: rows.length > 0 && rows.length <= page_size,
      }),
    ),
    'total_count is the number of items on the page': pagination(({ items: rows }) => ({
      total_count: rows.length,
    })),
    'The page number in the response is one too low': pagination(({ pagination: { page } }) => ({
      page: Math.max(1, page - 1),
    })),
    'Inventory without matches returns an array instead of a page': at(
      'listInventory 200',
      replacing(/^\{"items":\[\].*/g, '[]'),
    ),
  }),
  ...mutantsOf('inventory', 'design decision 29', {
    'The sku filter is case-sensitive': input('listInventory', ({ query: { sku, ...query } }) => ({
      query: sku ? { ...query, sku: sku === sku.toUpperCase() ? sku : 'none' } : query,
    })),
    'The product_name filter treats _ as a wildcard': input(
      'listInventory',
      ({ query: { product_name, ...query } }) => ({
        query: product_name && product_name !== '_' ? { ...query, product_name } : query,
      }),
    ),
  }),
  ...mutantsOf(
    'inventory',
    'design decision 54: two orders for the last unit, exactly one gets it',
    {
      'One order too many succeeds when stock runs out': {
        operations: (real) => {
          let last: Order | undefined
          let over = 0
          return {
            createOrder: async (sent, call) => {
              const given = await real.createOrder(sent, call)
              if (given.status === 201) last = given.body
              else if (last && given.body.message.startsWith('Not enough stock') && over++ === 0)
                return { status: 201, body: { ...last, id: `${last.id}x` } }
              return given
            },
          }
        },
      },
    },
  ),
  ...mutantsOf('inventory', 'design decision 54: an order allocates, cancelling releases', {
    'A cancelled order keeps its stock': operation('cancelOrder', async (sent, call, real) => {
      const order = await real.getOrder({ path: sent.body }, call)
      if (order.status !== 200) return real.cancelOrder(sent, call)
      const cancelled = { status: 'CANCELLED', allocationStatus: 'RELEASED' } as const
      return { status: 201, body: { ...order.body, ...cancelled } }
    }),
    'An order with several SKUs allocates only the first': operation(
      'createOrder',
      async (sent, call, real) => {
        const { products } = sent.body
        const given = await real.createOrder(
          { body: { ...sent.body, products: products.slice(0, 1) } },
          call,
        )
        return given.status === 201 ? { ...given, body: { ...given.body, products } } : given
      },
    ),
  }),
  ...mutantsOf('inventory', 'design decision 2', {
    'All concurrent cancellations of one order succeed': operation(
      'cancelOrder',
      async (sent, call, real) => {
        const before = await real.getOrder({ path: sent.body }, call)
        const given = await real.cancelOrder(sent, call)
        return given.status !== 201 &&
          before.status === 200 &&
          before.body.status === 'AWAITING_SHIPMENT'
          ? { status: 201, body: before.body }
          : given
      },
    ),
  }),
]
