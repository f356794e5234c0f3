import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, changed, replacing } from './round.ts'

type Order = components['schemas']['Order']

const listed =
  (change: (orders: Order[]) => Order[]): NonNullable<Mutant['operations']> =>
  (real) => ({
    listOrders: async (input, call) => {
      const answer = await real.listOrders(input, call)
      return answer.status === 200 ? { ...answer, body: change(answer.body) } : answer
    },
  })

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
    source: 'design decision 51: list filters',
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
]
