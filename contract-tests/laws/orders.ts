import { OrderCreate } from '../../generated/schemas.ts'
import { mustReject, mustReturn, same } from '../support/assertions.ts'
import { newOrder } from '../support/fixtures.ts'
import { isRecent } from '../support/is-recent.ts'
import type { Law } from '../support/law.ts'
import { must } from '../support/law-context.ts'
import { ordersOf } from '../support/paging.ts'
import { cancel, place } from '../support/place-order.ts'
import { validBody } from '../support/requests.ts'

const anyOrder = validBody('createOrder').map((body) => OrderCreate.parse(body))

export const orders: Law[] = [
  {
    area: 'orders',
    promise:
      'A new order is returned as sent, awaiting shipment, with empty strings for unset texts; get and list return the same',
    source: '§4, design decisions 1, 16 and 51',
    run: async (context) => {
      const offer = await context.fixtures.offer(1)
      await context.forAll(anyOrder, async (generated) => {
        const { shipTo } = generated
        const sent = { ...generated, ...newOrder(offer), shipTo, warehouse: offer.warehouse }
        const { order, response } = await place(context, sent)
        const { companyName = '', ...address } = sent.shipTo
        same(
          order.recipient,
          { phone: '', street2: '', state: '', ...address },
          'recipient',
          response,
        )
        const {
          status,
          paymentStatus,
          allocationStatus,
          orderSource,
          campaignId,
          warehouse,
          products,
        } = order
        same(
          { status, paymentStatus, allocationStatus, orderSource, campaignId, warehouse, products },
          {
            status: 'AWAITING_SHIPMENT',
            paymentStatus: 'PAID',
            allocationStatus: 'ALLOCATED',
            orderSource: 'API',
            campaignId: offer.campaignId,
            warehouse: offer.warehouse,
            products: sent.products,
          },
          'the order',
          response,
        )
        same(
          [order.companyName, order.notes],
          [companyName, generated.notes ?? ''],
          'companyName and notes',
          response,
        )
        same(order.sourceOrderNumber, null, 'sourceOrderNumber', response)
        must(
          isRecent(Date.parse(order.orderDate)),
          `orderDate must be the current time, not ${order.orderDate}`,
          response,
        )
        mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, order)
        const [newest] = await ordersOf(context, { email: order.recipient.email })
        same(newest, order, 'the newest order for the e-mail', response)
        await cancel(context, order.id)
      })
    },
  },
  {
    area: 'orders',
    promise: 'cancelOrder returns 201 with the cancelled order; a repeated cancel is rejected',
    source: '§4, §7, design decision 2',
    run: async (context) => {
      const { order } = await context.fixtures.order(2)
      const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' }
      mustReturn(await cancel(context, order.id), 201, cancelled)
      mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, cancelled)
      mustReject(await cancel(context, order.id), 'cancelling twice')
      mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, cancelled)
    },
  },
  {
    area: 'orders',
    promise: 'Cancelling an unknown order returns 400, not 404',
    source: '§7, design decision 2',
    run: async (context) => {
      mustReject(await cancel(context, 'unknown'), 'cancelling an unknown order')
    },
  },
  {
    area: 'orders',
    promise: 'A repeated create places another order with a new number',
    source: '§7 rule 7',
    run: async (context) => {
      const offer = await context.fixtures.offer(2)
      const first = await place(context, newOrder(offer))
      const second = await place(context, newOrder(offer))
      must(
        first.order.id !== second.order.id,
        'two orders must have different ids',
        second.response,
      )
      must(
        first.order.orderNumber !== second.order.orderNumber,
        'two orders must have different numbers',
        second.response,
      )
      for (const { order } of [first, second]) await cancel(context, order.id)
    },
  },
  {
    area: 'orders',
    promise: 'Two line items with the same SKU are both kept as sent',
    source: 'design decision 31',
    run: async (context) => {
      const offer = await context.fixtures.offer(3)
      const products = [
        { sku: offer.sku, quantity: 1 },
        { sku: offer.sku, quantity: 2 },
      ]
      const { order, response } = await place(context, { ...newOrder(offer), products })
      same(order.products, products, 'products', response)
      await cancel(context, order.id)
    },
  },
  {
    area: 'orders',
    promise:
      'The list can be filtered by campaign, by status, and by the recipient’s e-mail, ignoring case',
    source: '§4 GET /v1/orders/list, design decisions 17 and 29',
    run: async (context) => {
      const { order } = await context.fixtures.order()
      const all = await ordersOf(context)
      const ids = (found: { id: string }[]) => found.map(({ id }) => id)
      const filters = [
        ...(await context.fixtures.campaigns()).map(({ id }) => ({ campaignId: id })),
        ...['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'].map((orderStatus) => ({
          orderStatus,
        })),
        { email: order.recipient.email.toUpperCase() },
        { email: 'nobody.has.this@example.com' },
        {
          campaignId: order.campaignId,
          orderStatus: 'AWAITING_SHIPMENT',
          email: order.recipient.email,
        },
        { campaignId: 'unknown' },
      ]
      for (const filter of filters) {
        const { campaignId, orderStatus, email } = {
          campaignId: undefined,
          orderStatus: undefined,
          email: undefined,
          ...filter,
        }
        const expected = all.filter(
          (each) =>
            (campaignId === undefined || each.campaignId === campaignId) &&
            (orderStatus === undefined || each.status === orderStatus) &&
            (email === undefined || each.recipient.email.toLowerCase() === email.toLowerCase()),
        )
        same(
          ids(await ordersOf(context, filter)),
          ids(expected),
          `the orders with ${JSON.stringify(filter)}`,
        )
      }
      await cancel(context, order.id)
    },
  },
  {
    area: 'orders',
    promise: 'Tracking number, carrier and ship date are null exactly until an order ships',
    source: '§6, design decision 51',
    run: async (context) => {
      for (const order of await ordersOf(context)) {
        const { id, status, trackingNumber, carrierCode, shipDate } = order
        const isShipped = status === 'SHIPPED' || status === 'RETURNED'
        for (const [name, value] of Object.entries({ trackingNumber, carrierCode, shipDate }))
          must(
            (value !== null) === isShipped,
            `${name} of the ${status} order ${id} must not be ${value}`,
          )
        must(
          order.deliveredAt === null || isShipped,
          `the ${status} order ${id} must not have deliveredAt`,
        )
      }
    },
  },
]
