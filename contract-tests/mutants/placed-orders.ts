import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, replacing, where } from './round.ts'

type Order = components['schemas']['Order']

const created =
  (change: (order: Order) => Order): NonNullable<Mutant['operations']> =>
  (real) => ({
    createOrder: async (input, call) => {
      const answer = await real.createOrder(input, call)
      return answer.status === 201 ? { ...answer, body: change(answer.body) } : answer
    },
  })

/** Answers a refused create as if it had worked, with the last order that did. */
const acceptingWhat =
  (isAccepted: (message: string) => boolean): NonNullable<Mutant['operations']> =>
  (real) => {
    let last: Order | undefined
    return {
      createOrder: async (input, call) => {
        const answer = await real.createOrder(input, call)
        if (answer.status === 201) last = answer.body
        else if (last && isAccepted(answer.body.message))
          return {
            status: 201,
            body: { ...last, id: `${last.id}x`, products: input.body.products },
          }
        return answer
      },
    }
  }

/** Mutants of placing orders. */
export const placedOrderMutants: Mutant[] = [
  {
    breaks: 'two lines of one SKU become one',
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
    breaks: 'notes are not kept',
    source: 'design decision 51',
    area: 'orders',
    operations: created((order) => ({ ...order, notes: '' })),
  },
  {
    breaks: 'an unset phone of the recipient is null',
    source: 'design decision 51',
    area: 'orders',
    round: at('createOrder', 201, replacing('"phone":""', '"phone":null')),
  },
  {
    breaks: 'the country of the recipient comes in capitals',
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
    breaks: 'a create that is tried again answers the order that is there',
    source: '§7 rule 7: no idempotency',
    area: 'orders',
    operations: (real) => {
      const placed = new Map<string, Order>()
      return {
        createOrder: async (input, call) => {
          const body = JSON.stringify(input.body)
          const before = placed.get(body)
          if (before) return { status: 201, body: before }
          const answer = await real.createOrder(input, call)
          if (answer.status === 201) placed.set(body, answer.body)
          return answer
        },
      }
    },
  },
  {
    breaks: 'every order was placed at one time',
    source: 'design decision 51',
    area: 'orders',
    operations: created((order) => ({ ...order, orderDate: '2020-01-01T00:00:00.000Z' })),
  },
  {
    breaks: 'what is not there cannot be ordered although the campaign allows it',
    source: 'design decision 19',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const answer = await real.createOrder(input, call)
        return answer.status === 201 && answer.body.allocationStatus === 'BACKORDERED'
          ? { status: 400, body: { message: 'Not enough stock' } }
          : answer
      },
    }),
  },
  {
    breaks: 'an order that names no warehouse is served by the first alone',
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
    breaks: 'two orders have one number',
    source: '§2',
    area: 'orders',
    operations: created((order) => ({ ...order, orderNumber: 'MF-1' })),
  },
  {
    breaks: 'a campaign that is paused takes orders',
    source: 'design decision 19',
    area: 'orders',
    operations: acceptingWhat((message) => message === 'Campaign is not active'),
  },
  {
    breaks: 'a campaign takes orders after its expiration',
    source: 'design decision 19',
    area: 'orders',
    operations: acceptingWhat((message) => message === 'Campaign has expired'),
  },
  {
    breaks: 'a SKU of another campaign can be ordered',
    source: 'design decision 19',
    area: 'orders',
    operations: acceptingWhat((message) => message.startsWith('SKU is not part')),
  },
  {
    breaks: 'stock is checked for each line, not for their sum',
    source: 'design decision 31',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const [first, second] = input.body.products
        if (!first || first.sku !== second?.sku) return real.createOrder(input, call)
        const answer = await real.createOrder({ body: { ...input.body, products: [first] } }, call)
        return answer.status === 201
          ? { ...answer, body: { ...answer.body, products: input.body.products } }
          : answer
      },
    }),
  },
  {
    breaks: 'what was refused is allocated all the same',
    source: 'design decision 19: nothing allocated',
    area: 'orders',
    operations: (real) => ({
      createOrder: async (input, call) => {
        const answer = await real.createOrder(input, call)
        const [first] = input.body.products
        if (answer.status !== 201 && first && answer.body.message.startsWith('Not enough stock'))
          await real.createOrder(
            { body: { ...input.body, products: [{ ...first, quantity: 1 }] } },
            call,
          )
        return answer
      },
    }),
  },
  {
    breaks: 'the warehouse that was asked for is not minded',
    source: 'design decision 52',
    area: 'orders',
    operations: (real) => ({
      createOrder: ({ body: { warehouse: _, ...body } }, call) => real.createOrder({ body }, call),
    }),
  },
  {
    breaks: 'the trio goes by other names',
    source: '§2, §6',
    area: 'orders',
    round: where(
      ({ text }) => text.includes('trackingNumber'),
      replacing('"carrierCode"', '"carrier"'),
    ),
  },
]
