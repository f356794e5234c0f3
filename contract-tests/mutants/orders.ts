import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, changed, replacing, where } from './round.ts'

type Order = components['schemas']['Order']

const listed =
  (change: (orders: Order[]) => Order[]): NonNullable<Mutant['operations']> =>
  (real) => ({
    listOrders: async (input, call) => {
      const answer = await real.listOrders(input, call)
      return answer.status === 200 ? { ...answer, body: change(answer.body) } : answer
    },
  })

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

const shownInGet =
  (change: (order: Order) => Order): NonNullable<Mutant['operations']> =>
  (real) => ({
    getOrder: async (input, call) => {
      const answer = await real.getOrder(input, call)
      return answer.status === 200 ? { ...answer, body: change(answer.body) } : answer
    },
  })

/** Mutants of orders. */
export const orderMutants: Mutant[] = [
  {
    breaks: 'cancelling answers 200',
    source: '§4 POST /v1/orders/cancel, §7',
    area: 'orders',
    round: at('cancelOrder', 201, (said) => changed(said, { status: 200 })),
  },
  {
    breaks: 'creating answers 200',
    source: '§7, design decision 1',
    area: 'orders',
    round: at('createOrder', 201, (said) => changed(said, { status: 200 })),
  },
  {
    breaks: 'cancelling answers a message',
    source: 'design decision 2',
    area: 'orders',
    round: at('cancelOrder', 201, (said) =>
      changed(said, { text: '{"message":"Order cancelled"}' }),
    ),
  },
  {
    breaks: 'an order may be cancelled twice',
    source: 'design decision 2',
    area: 'orders',
    operations: (real) => ({
      cancelOrder: async (input, call) => {
        const answer = await real.cancelOrder(input, call)
        const order = await real.getOrder({ path: { orderId: input.body.orderId } }, call)
        return order.status === 200 && order.body.status === 'CANCELLED'
          ? { status: 201, body: order.body }
          : answer
      },
    }),
  },
  {
    breaks: 'an order that has shipped may be cancelled',
    source: '§3',
    area: 'orders',
    operations: (real) => ({
      cancelOrder: async (input, call) => {
        const order = await real.getOrder({ path: { orderId: input.body.orderId } }, call)
        return order.status === 200 && order.body.status === 'SHIPPED'
          ? { status: 201, body: order.body }
          : real.cancelOrder(input, call)
      },
    }),
  },
  {
    breaks: 'a refused cancellation lists errors',
    source: '§7 rule 2',
    area: 'orders',
    round: at(
      'cancelOrder',
      400,
      replacing(
        '{"message":"Order is already cancelled"',
        '{"message":"Order is already cancelled","errors":["orderId: is cancelled"]',
      ),
    ),
  },
  {
    breaks: 'an order that was cancelled is still shown as it was',
    source: '§3',
    area: 'orders',
    operations: shownInGet((order) =>
      order.status === 'CANCELLED'
        ? { ...order, status: 'AWAITING_SHIPMENT', allocationStatus: 'ALLOCATED' }
        : order,
    ),
  },
  {
    breaks: 'the tracking number of an order that has not shipped is empty, not null',
    source: '§6',
    area: 'orders',
    round: at('listOrders', 200, replacing('"trackingNumber":null', '"trackingNumber":""')),
  },
  {
    breaks: 'an order that was cancelled has a ship date',
    source: '§6',
    area: 'orders',
    operations: listed((orders) =>
      orders.map((each) =>
        each.status === 'CANCELLED' ? { ...each, shipDate: each.orderDate } : each,
      ),
    ),
  },
  {
    breaks: 'an order that has shipped has no carrier',
    source: '§6',
    area: 'orders',
    operations: shownInGet((order) => ({ ...order, carrierCode: null })),
  },
  {
    breaks: 'delivery is not shown',
    source: 'design decision 20',
    area: 'orders',
    operations: shownInGet((order) => ({ ...order, deliveredAt: null })),
  },
  {
    breaks: 'delivery is a status of its own',
    source: 'design decision 20',
    area: 'orders',
    round: at('getOrder', 200, (said) =>
      said.text.includes('"deliveredAt":null')
        ? said
        : changed(said, { text: said.text.replace('"SHIPPED"', '"DELIVERED"') }),
    ),
  },
  {
    breaks: 'an order that came back loses its tracking number',
    source: '§6',
    area: 'orders',
    operations: shownInGet((order) =>
      order.status === 'RETURNED' ? { ...order, trackingNumber: null } : order,
    ),
  },
  {
    breaks: 'orders are listed oldest first',
    source: 'design decision 24',
    area: 'paging',
    operations: (real) => ({
      listOrders: async (input, call) => {
        const { limit, offset, ...filter } = input.query
        const all = await real.listOrders({ query: { ...filter, limit: 1000, offset: 0 } }, call)
        return all.status === 200
          ? { ...all, body: all.body.toReversed().slice(offset, offset + limit) }
          : all
      },
    }),
  },
  {
    breaks: 'the campaign filter of the order list does nothing',
    source: '§4 GET /v1/orders/list',
    area: 'orders',
    operations: (real) => ({
      listOrders: ({ query: { campaignId: _, ...query } }, call) =>
        real.listOrders({ query }, call),
    }),
  },
  {
    breaks: 'the e-mail filter of the order list minds the case',
    source: 'design decision 17',
    area: 'orders',
    operations: (real) => ({
      listOrders: async (input, call) => {
        const answer = await real.listOrders(input, call)
        const { email } = input.query
        if (answer.status !== 200 || email === undefined) return answer
        return { ...answer, body: answer.body.filter(({ recipient }) => recipient.email === email) }
      },
    }),
  },
  {
    breaks: 'the status filter of the order list takes returned orders for shipped ones',
    source: 'section 5: list filters',
    area: 'orders',
    operations: (real) => ({
      listOrders: async (input, call) => {
        const answer = await real.listOrders(input, call)
        if (answer.status !== 200 || input.query.orderStatus !== 'SHIPPED') return answer
        const { orderStatus: _, ...query } = input.query
        const all = await real.listOrders({ query }, call)
        return all.status === 200
          ? {
              ...all,
              body: all.body.filter(({ status }) => status === 'SHIPPED' || status === 'RETURNED'),
            }
          : all
      },
    }),
  },
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
    source: 'section 5: the order',
    area: 'orders',
    operations: created((order) => ({ ...order, notes: '' })),
  },
  {
    breaks: 'an unset phone of the recipient is null',
    source: 'section 5: the order',
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
    source: 'section 5: the order',
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
    source: 'section 5: create',
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
    source: 'section 5: create',
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
