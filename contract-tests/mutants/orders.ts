import type { components } from '../../generated/types.ts'
import { at, changed, replacing } from './change-response.ts'
import type { Mutant } from './mutant.ts'

type Order = components['schemas']['Order']

const listed =
  (change: (orders: Order[]) => Order[]): NonNullable<Mutant['operations']> =>
  (real) => ({
    listOrders: async (input, call) => {
      const reply = await real.listOrders(input, call)
      return reply.status === 200 ? { ...reply, body: change(reply.body) } : reply
    },
  })

const shownInGet =
  (change: (order: Order) => Order): NonNullable<Mutant['operations']> =>
  (real) => ({
    getOrder: async (input, call) => {
      const reply = await real.getOrder(input, call)
      return reply.status === 200 ? { ...reply, body: change(reply.body) } : reply
    },
  })

/** Mutants of orders. */
export const orderMutants: Mutant[] = [
  {
    breaks: 'cancelOrder returns 200',
    source: '§4 POST /v1/orders/cancel, §7',
    area: 'orders',
    change: at('cancelOrder', 201, (response) => changed(response, { status: 200 })),
  },
  {
    breaks: 'createOrder returns 200',
    source: '§7, design decision 1',
    area: 'orders',
    change: at('createOrder', 201, (response) => changed(response, { status: 200 })),
  },
  {
    breaks: 'cancelOrder returns a message instead of the order',
    source: 'design decision 2',
    area: 'orders',
    change: at('cancelOrder', 201, (response) =>
      changed(response, { text: '{"message":"Order cancelled"}' }),
    ),
  },
  {
    breaks: 'A cancelled order can be cancelled again',
    source: 'design decision 2',
    area: 'orders',
    operations: (real) => ({
      cancelOrder: async (input, call) => {
        const reply = await real.cancelOrder(input, call)
        const order = await real.getOrder({ path: { orderId: input.body.orderId } }, call)
        return order.status === 200 && order.body.status === 'CANCELLED'
          ? { status: 201, body: order.body }
          : reply
      },
    }),
  },
  {
    breaks: 'A shipped order can be cancelled',
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
    breaks: 'A rejected cancellation returns a list of errors',
    source: '§7 rule 2',
    area: 'orders',
    change: at(
      'cancelOrder',
      400,
      replacing(
        '{"message":"Order is already cancelled"',
        '{"message":"Order is already cancelled","errors":["orderId: is cancelled"]',
      ),
    ),
  },
  {
    breaks: 'getOrder shows a cancelled order as not cancelled',
    source: '§3',
    area: 'orders',
    operations: shownInGet((order) =>
      order.status === 'CANCELLED'
        ? { ...order, status: 'AWAITING_SHIPMENT', allocationStatus: 'ALLOCATED' }
        : order,
    ),
  },
  {
    breaks: 'The tracking number of an unshipped order is an empty string',
    source: '§6',
    area: 'orders',
    change: at('listOrders', 200, replacing('"trackingNumber":null', '"trackingNumber":""')),
  },
  {
    breaks: 'A cancelled order has a ship date',
    source: '§6',
    area: 'orders',
    operations: listed((orders) =>
      orders.map((each) =>
        each.status === 'CANCELLED' ? { ...each, shipDate: each.orderDate } : each,
      ),
    ),
  },
  {
    breaks: 'A shipped order has no carrier',
    source: '§6',
    area: 'orders',
    operations: shownInGet((order) => ({ ...order, carrierCode: null })),
  },
  {
    breaks: 'A delivered order has no deliveredAt',
    source: 'design decision 20',
    area: 'orders',
    operations: shownInGet((order) => ({ ...order, deliveredAt: null })),
  },
  {
    breaks: 'A delivered order has the status DELIVERED',
    source: 'design decision 20',
    area: 'orders',
    change: at('getOrder', 200, (response) =>
      response.text.includes('"deliveredAt":null')
        ? response
        : changed(response, { text: response.text.replace('"SHIPPED"', '"DELIVERED"') }),
    ),
  },
  {
    breaks: 'A returned order has no tracking number',
    source: '§6',
    area: 'orders',
    operations: shownInGet((order) =>
      order.status === 'RETURNED' ? { ...order, trackingNumber: null } : order,
    ),
  },
  {
    breaks: 'The order list is sorted oldest first',
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
    breaks: 'The campaign filter of the order list is ignored',
    source: '§4 GET /v1/orders/list',
    area: 'orders',
    operations: (real) => ({
      listOrders: ({ query: { campaignId: _, ...query } }, call) =>
        real.listOrders({ query }, call),
    }),
  },
  {
    breaks: 'The e-mail filter of the order list is case-sensitive',
    source: 'design decision 17',
    area: 'orders',
    operations: (real) => ({
      listOrders: async (input, call) => {
        const reply = await real.listOrders(input, call)
        const { email } = input.query
        if (reply.status !== 200 || email === undefined) return reply
        return { ...reply, body: reply.body.filter(({ recipient }) => recipient.email === email) }
      },
    }),
  },
  {
    breaks: 'orderStatus=SHIPPED also returns returned orders',
    source: 'design decision 51: list filters',
    area: 'orders',
    operations: (real) => ({
      listOrders: async (input, call) => {
        const reply = await real.listOrders(input, call)
        if (reply.status !== 200 || input.query.orderStatus !== 'SHIPPED') return reply
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
]
