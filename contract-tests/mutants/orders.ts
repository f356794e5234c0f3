import { body, input, operation, reply } from './change-operation.ts'
import { at, replacing, status } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

/** Mutants of orders. */
export const orderMutants = [
  ...mutantsOf('orders', '§4 POST /v1/orders/cancel, §7, design decision 1', {
    'cancelOrder returns 200': at('cancelOrder 201', status(200)),
    'createOrder returns 200': at('createOrder 201', status(200)),
  }),
  ...mutantsOf('orders', 'design decision 2', {
    'cancelOrder returns a message instead of the order': at(
      'cancelOrder 201',
      replacing(/.+/g, '{"message":"Order cancelled"}'),
    ),
    'A cancelled order can be cancelled again': reply(
      'cancelOrder',
      async (given, sent, call, real) => {
        const order = await real.getOrder({ path: sent.body }, call)
        return order.status === 200 && order.body.status === 'CANCELLED'
          ? { status: 201, body: order.body }
          : given
      },
    ),
  }),
  ...mutantsOf('orders', '§3', {
    'A shipped order can be cancelled': operation('cancelOrder', async (sent, call, real) => {
      const order = await real.getOrder({ path: sent.body }, call)
      return order.status === 200 && order.body.status === 'SHIPPED'
        ? { status: 201, body: order.body }
        : real.cancelOrder(sent, call)
    }),
    'getOrder shows a cancelled order as not cancelled': body('getOrder', (order) =>
      order.status === 'CANCELLED'
        ? { ...order, status: 'AWAITING_SHIPMENT', allocationStatus: 'ALLOCATED' }
        : order,
    ),
  }),
  ...mutantsOf('orders', '§7 rule 2', {
    'A rejected cancellation returns a list of errors': at(
      'cancelOrder 400',
      replacing('already cancelled"', 'already cancelled","errors":["orderId: is cancelled"]'),
    ),
  }),
  ...mutantsOf('orders', '§6', {
    'The tracking number of an unshipped order is an empty string': at(
      'listOrders 200',
      replacing('"trackingNumber":null', '"trackingNumber":""'),
    ),
    'A cancelled order has a ship date': body('listOrders', (orders) =>
      orders.map((each) =>
        each.status === 'CANCELLED' ? { ...each, shipDate: each.orderDate } : each,
      ),
    ),
    'A shipped order has no carrier': body('getOrder', (order) => ({
      ...order,
      carrierCode: null,
    })),
    'A returned order has no tracking number': body('getOrder', (order) =>
      order.status === 'RETURNED' ? { ...order, trackingNumber: null } : order,
    ),
    'Orders have carrier instead of carrierCode': at(
      () => true,
      replacing('"carrierCode"', '"carrier"'),
    ),
  }),
  ...mutantsOf('orders', 'design decision 20', {
    'A delivered order has no deliveredAt': body('getOrder', (order) => ({
      ...order,
      deliveredAt: null,
    })),
    'A delivered order has the status DELIVERED': at(
      ({ text }, { operation: id }) => id === 'getOrder' && !text.includes('"deliveredAt":null'),
      replacing('"SHIPPED"', '"DELIVERED"'),
    ),
  }),
  ...mutantsOf('paging', 'design decision 24', {
    'The order list is sorted oldest first': operation('listOrders', async (sent, call, real) => {
      const { limit, offset, ...filter } = sent.query
      const all = await real.listOrders({ query: { ...filter, limit: 1000, offset: 0 } }, call)
      return all.status === 200
        ? { ...all, body: all.body.toReversed().slice(offset, offset + limit) }
        : all
    }),
  }),
  ...mutantsOf('orders', '§4 GET /v1/orders/list, design decisions 17 and 51', {
    'The campaign filter of the order list is ignored': input(
      'listOrders',
      ({ query: { campaignId: _, ...query } }) => ({ query }),
    ),
    'The e-mail filter of the order list is case-sensitive': body(
      'listOrders',
      (orders, { query: { email } }) =>
        orders.filter(({ recipient }) => email === undefined || recipient.email === email),
    ),
    'orderStatus=SHIPPED also returns returned orders': operation(
      'listOrders',
      async (sent, call, real) => {
        if (sent.query.orderStatus !== 'SHIPPED') return real.listOrders(sent, call)
        const { orderStatus: _, ...query } = sent.query
        const all = await real.listOrders({ query }, call)
        if (all.status !== 200) return all
        return { ...all, body: all.body.filter((each) => /SHIPPED|RETURNED/.test(each.status)) }
      },
    ),
  }),
]
