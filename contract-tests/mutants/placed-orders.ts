import type { components } from '../../generated/types.ts'
import { at, replacing, where } from './change-response.ts'
import type { Mutant } from './mutant.ts'

type Order = components['schemas']['Order']

const created =
  (change: (order: Order) => Order): NonNullable<Mutant['operations']> =>
  (real) => ({
    createOrder: async (input, call) => {
      const reply = await real.createOrder(input, call)
      return reply.status === 201 ? { ...reply, body: change(reply.body) } : reply
    },
  })

/** Returns 201 with the last placed order for creates that were rejected with certain messages. */
const accepting =
  (isAccepted: (message: string) => boolean): NonNullable<Mutant['operations']> =>
  (real) => {
    let last: Order | undefined
    return {
      createOrder: async (input, call) => {
        const reply = await real.createOrder(input, call)
        if (reply.status === 201) last = reply.body
        else if (last && isAccepted(reply.body.message))
          return {
            status: 201,
            body: { ...last, id: `${last.id}x`, products: input.body.products },
          }
        return reply
      },
    }
  }

/** Mutants of placing orders. */
export const placedOrderMutants: Mutant[] = [
  {
    breaks: 'Two line items with the same SKU are merged',
    source: 'design decision 31',
    area: 'orders',
    operations: created((order) => {
      const quantities = new Map<string, number>()
      for (const { sku, quantity } of order.products)
        quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
      return { ...order, products: [...quantities].map(([sku, quantity]) => ({ sku, quantity })) }
    }),
  },
  {
    breaks: 'Order notes are not stored',
    source: 'design decision 51',
    area: 'orders',
    operations: created((order) => ({ ...order, notes: '' })),
  },
  {
    breaks: "The recipient's unset phone is null",
    source: 'design decision 51',
    area: 'orders',
    change: at('createOrder', 201, replacing('"phone":""', '"phone":null')),
  },
  {
    breaks: "The recipient's city and country are in upper case",
    source: 'design decision 16',
    area: 'orders',
    operations: created((order) => ({
      ...order,
      recipient: {
        ...order.recipient,
        city: order.recipient.city.toUpperCase(),
        country: order.recipient.country.toUpperCase(),
      },
    })),
  },
  {
    breaks: 'A repeated createOrder returns the existing order',
    source: '§7 rule 7: no idempotency',
    area: 'orders',
    operations: (real) => {
      const placed = new Map<string, Order>()
      return {
        createOrder: async (input, call) => {
          const body = JSON.stringify(input.body)
          const before = placed.get(body)
          if (before) return { status: 201, body: before }
          const reply = await real.createOrder(input, call)
          if (reply.status === 201) placed.set(body, reply.body)
          return reply
        },
      }
    },
  },
  {
    breaks: 'Every order has the same orderDate',
    source: 'design decision 51',
    area: 'orders',
    operations: created((order) => ({ ...order, orderDate: '2020-01-01T00:00:00.000Z' })),
  },
  {
    breaks: 'Orders without stock are rejected although the campaign allows them',
    source: 'design decision 19',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const reply = await real.createOrder(input, call)
        return reply.status === 201 && reply.body.allocationStatus === 'BACKORDERED'
          ? { status: 400, body: { message: 'Not enough stock' } }
          : reply
      },
    }),
  },
  {
    breaks: 'Without a warehouse, createOrder uses only the first one',
    source: 'design decision 52',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const { warehouse, ...body } = input.body
        if (warehouse !== undefined) return real.createOrder(input, call)
        const stock = await real.listInventory({ query: { page: 1, page_size: 1 } }, call)
        const first = stock.status === 200 ? stock.body.items[0]?.warehouse.warehouse_id : undefined
        return real.createOrder({ body: first ? { ...body, warehouse: first } : body }, call)
      },
    }),
  },
  {
    breaks: 'Two orders have the same number',
    source: '§2',
    area: 'orders',
    operations: created((order) => ({ ...order, orderNumber: 'MF-1' })),
  },
  {
    breaks: 'A paused campaign accepts orders',
    source: 'design decision 19',
    area: 'orders',
    operations: accepting((message) => message === 'Campaign is not active'),
  },
  {
    breaks: 'An expired campaign accepts orders',
    source: 'design decision 19',
    area: 'orders',
    operations: accepting((message) => message === 'Campaign has expired'),
  },
  {
    breaks: 'A SKU that is not part of the campaign can be ordered',
    source: 'design decision 19',
    area: 'orders',
    operations: accepting((message) => message.startsWith('SKU is not part')),
  },
  {
    breaks: 'Stock is checked for each line item, not for their sum',
    source: 'design decision 31',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const [first, second] = input.body.products
        if (!first || first.sku !== second?.sku) return real.createOrder(input, call)
        const reply = await real.createOrder({ body: { ...input.body, products: [first] } }, call)
        return reply.status === 201
          ? { ...reply, body: { ...reply.body, products: input.body.products } }
          : reply
      },
    }),
  },
  {
    breaks: 'A rejected order still allocates stock',
    source: 'design decision 19: nothing allocated',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const reply = await real.createOrder(input, call)
        const [first] = input.body.products
        if (reply.status !== 201 && first && reply.body.message.startsWith('Not enough stock'))
          await real.createOrder(
            { body: { ...input.body, products: [{ ...first, quantity: 1 }] } },
            call,
          )
        return reply
      },
    }),
  },
  {
    breaks: 'createOrder ignores the requested warehouse',
    source: 'design decision 52',
    area: 'orders',
    operations: (real) => ({
      createOrder: ({ body: { warehouse: _, ...body } }, call) => real.createOrder({ body }, call),
    }),
  },
  {
    breaks: 'Orders have carrier instead of carrierCode',
    source: '§2, §6',
    area: 'orders',
    change: where(
      ({ text }) => text.includes('trackingNumber'),
      replacing('"carrierCode"', '"carrier"'),
    ),
  },
]
