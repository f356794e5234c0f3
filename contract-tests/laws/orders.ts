import { Order, OrderCreate } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { isRecent, must, mustReject, mustReturn, same } from '../support/assertions.ts'
import { cancel, MissingFixture, newOrder, place } from '../support/fixtures.ts'
import type { AreaLaw } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { ordersOf } from '../support/paging.ts'
import { validBody } from '../support/requests.ts'

const anyOrder = validBody('createOrder').map((body) => OrderCreate.parse(body))

type Schemas = components['schemas']

const read = async ({ api }: LawContext, id: string) => {
  const response = await api.get(`/v1/orders/${id}`)
  return { order: Order.parse(response.body), response }
}

const mustRejectCancel = async (context: LawContext, orderId: string, what: string) => {
  const before = await read(context, orderId)
  mustReject(await context.api.post('/v1/orders/cancel', { orderId }), `cancelling ${what}`)
  same((await read(context, orderId)).order, before.order, 'the order', before.response)
}

export const orders: AreaLaw[] = [
  {
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
        const { id, orderNumber, orderDate, ...rest } = order
        same(
          rest,
          {
            status: 'AWAITING_SHIPMENT',
            paymentStatus: 'PAID',
            allocationStatus: 'ALLOCATED',
            orderSource: 'API',
            sourceOrderNumber: null,
            campaignId: offer.campaignId,
            warehouse: offer.warehouse,
            recipient: { phone: '', street2: '', state: '', ...address },
            companyName,
            products: sent.products,
            notes: generated.notes ?? '',
            trackingNumber: null,
            carrierCode: null,
            shipDate: null,
            deliveredAt: null,
          },
          `the order ${orderNumber}`,
          response,
        )
        must(
          isRecent(Date.parse(orderDate)),
          `orderDate must be the current time, not ${orderDate}`,
          response,
        )
        mustReturn(await context.api.get(`/v1/orders/${id}`), 200, order)
        const [newest] = await ordersOf(context, { email: order.recipient.email })
        same(newest, order, 'the newest order for the e-mail', response)
        await cancel(context, id)
      })
    },
  },
  {
    promise:
      'cancelOrder returns 201 with the cancelled order; a repeated cancel and an unknown order are rejected',
    source: '§4, §7, design decision 2',
    run: async (context) => {
      const { order } = await context.fixtures.order(2)
      const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' }
      mustReturn(await cancel(context, order.id), 201, cancelled)
      mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, cancelled)
      mustReject(await cancel(context, order.id), 'cancelling twice')
      mustReject(await cancel(context, 'unknown'), 'cancelling an unknown order')
      mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, cancelled)
    },
  },
  {
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
  {
    promise: 'A rejected order returns 400 with a message and allocates nothing',
    source: '§7 rule 2, design decisions 4, 19 and 31',
    run: async (context) => {
      const offer = await context.fixtures.offer(1)
      const { available, warehouse } = offer
      const before = [await context.fixtures.inventory(), (await ordersOf(context)).length]
      const line = { sku: offer.sku, quantity: available }
      const cases: [string, Partial<Schemas['OrderCreate']>][] = [
        ['an order from an unknown campaign', { campaignId: 'unknown' }],
        [
          'an order of a SKU outside the campaign',
          { products: [{ sku: 'no-such-sku', quantity: 1 }] },
        ],
        [
          'an order with one valid and one invalid line item',
          { products: [line, { sku: 'no-such-sku', quantity: 1 }] },
        ],
        ['an order from an unknown warehouse', { warehouse: 'unknown' }],
        [
          'an order of more than the warehouse has',
          { warehouse, products: [{ ...line, quantity: available + 1 }] },
        ],
        [
          'an order with two line items that together exceed the stock',
          { warehouse, products: [line, { ...line, quantity: 1 }] },
        ],
        ['an order of more than any warehouse has', { products: [{ ...line, quantity: 100_000 }] }],
      ]
      for (const [what, change] of cases)
        mustReject(
          await context.api.post('/v1/orders/create', { ...newOrder(offer), ...change }),
          what,
        )
      mustReturn(
        await context.api.post('/v1/orders/create', newOrder({ ...offer, campaignId: 'unknown' })),
        400,
        { message: 'Campaign not found' },
      )
      same(
        [await context.fixtures.inventory(), (await ordersOf(context)).length],
        before,
        'stock and orders',
      )
    },
  },
  {
    promise: 'If the campaign allows it, an order without enough stock is backordered',
    source: 'design decision 19',
    run: async (context) => {
      const campaigns = await context.fixtures.campaigns()
      const open = campaigns.find(
        ({ status, allowOutOfStockOrders, expiration, products }) =>
          status === 'Active' &&
          allowOutOfStockOrders &&
          products.length > 0 &&
          Date.parse(expiration) > Date.now(),
      )
      const sku = open?.products[0]?.sku
      if (!open || !sku) throw new MissingFixture('no open campaign allows orders without stock')
      const { order, response } = await place(
        context,
        newOrder({ campaignId: open.id, sku }, 99_999),
      )
      same(order.allocationStatus, 'BACKORDERED', 'allocationStatus', response)
      await cancel(context, order.id)
    },
  },
  {
    promise: 'An order without a warehouse is assigned to one that has the whole order in stock',
    source: 'design decision 41',
    run: async (context) => {
      const { campaignId, sku } = await context.fixtures.offer(1)
      const query = `&sku=${encodeURIComponent(sku)}`
      const items = (await context.fixtures.inventory(query)).filter((each) => each.sku === sku)
      for (const { available, warehouse } of items) {
        // Only one warehouse must be able to serve the order, so that the choice is certain.
        const isOnly = items.filter((each) => each.available >= available).length === 1
        if (available === 0 || !isOnly) continue
        const { order, response } = await place(context, newOrder({ campaignId, sku }, available))
        same(order.warehouse, warehouse.warehouse_id, 'warehouse', response)
        await cancel(context, order.id)
      }
    },
  },
  {
    promise: 'A campaign that is not Active rejects orders',
    source: 'design decision 19',
    run: async (context) => {
      const campaigns = await context.fixtures.campaigns()
      const closed = campaigns.filter(
        ({ status, products }) => status !== 'Active' && products.length > 0,
      )
      if (closed.length === 0) throw new MissingFixture('every campaign is Active')
      for (const { id, status, products } of closed) {
        const order = newOrder({ campaignId: id, sku: products[0]?.sku ?? '' })
        mustReject(
          await context.api.post('/v1/orders/create', order),
          `an order from a campaign that is ${status}`,
        )
      }
    },
  },
  {
    promise: 'An expired campaign rejects orders',
    source: 'design decision 19',
    needs: ['fresh', 'advance'],
    shows: ['createOrder 400 campaignExpired'],
    run: (context) =>
      context.onFresh(1_000_000, async (fresh) => {
        const offer = await fresh.fixtures.offer(2)
        const campaign = (await fresh.fixtures.campaigns()).find(
          ({ id }) => id === offer.campaignId,
        )
        const left = Math.ceil((Date.parse(campaign?.expiration ?? '') - Date.now()) / 1000)
        const advance = async (seconds: number) => fresh.options.target.controls.advance?.(seconds)
        await advance(left - 600)
        await place(fresh, newOrder(offer))
        await advance(660)
        mustReject(
          await fresh.api.post('/v1/orders/create', newOrder(offer)),
          'an order from an expired campaign',
        )
      }),
  },
  {
    promise: 'A shipped order has tracking number, carrier and ship date, and cannot be cancelled',
    source: '§3, §6',
    needs: ['ship'],
    shows: ['cancelOrder 400 alreadyShipped'],
    run: async (context) => {
      const { order } = await context.fixtures.order()
      await context.control('ship')(order.id)
      const { order: shipped, response } = await read(context, order.id)
      same(shipped.status, 'SHIPPED', 'status', response)
      const { trackingNumber, carrierCode, shipDate } = shipped
      must(
        trackingNumber !== null && carrierCode !== null && shipDate !== null,
        'a shipped order must have trackingNumber, carrierCode and shipDate',
        response,
      )
      same(
        shipped,
        { ...order, status: 'SHIPPED', trackingNumber, carrierCode, shipDate },
        'the order',
        response,
      )
      await mustRejectCancel(context, order.id, 'a shipped order')
    },
  },
  {
    promise: 'Delivery sets deliveredAt and keeps the status SHIPPED',
    source: 'design decision 20',
    needs: ['ship', 'deliver'],
    shows: ['getOrder 200 delivered'],
    run: async (context) => {
      const { order } = await context.fixtures.order()
      await context.control('ship')(order.id)
      const { order: shipped } = await read(context, order.id)
      await context.control('deliver')(order.id)
      const { order: delivered, response } = await read(context, order.id)
      const { deliveredAt } = delivered
      must(deliveredAt !== null, 'a delivered order must have deliveredAt', response)
      same(delivered, { ...shipped, deliveredAt }, 'the order', response)
      await mustRejectCancel(context, order.id, 'a delivered order')
    },
  },
  {
    promise:
      'A shipped order leaves the stock, a returned one is RETURNED, in stock and cannot be cancelled',
    source: '§6, design decisions 2, 20 and 54',
    needs: ['ship', 'returnOrder'],
    shows: ['cancelOrder 400 returned'],
    run: async (context) => {
      const { order, offer } = await context.fixtures.order(1)
      const counts = async () => {
        const { on_hand, allocated, available } = await context.fixtures.item(offer)
        return { on_hand, allocated, available }
      }
      const placed = await counts()
      await context.control('ship')(order.id)
      const { order: shipped } = await read(context, order.id)
      const [on_hand, allocated] = [placed.on_hand - 1, placed.allocated - 1]
      same(await counts(), { ...placed, on_hand, allocated }, 'the stock after shipping')
      await context.control('returnOrder')(order.id)
      const { order: returned, response } = await read(context, order.id)
      same(returned, { ...shipped, status: 'RETURNED' }, 'the order', response)
      const { on_hand: now } = await counts()
      same(now, placed.on_hand, 'on_hand after the return')
      await mustRejectCancel(context, order.id, 'a returned order')
    },
  },
]
