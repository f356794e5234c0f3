import { OrderCreate } from '../../generated/schemas.ts'
import { answered, refused, same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { ordersOf } from '../support/paging.ts'
import { cancel, place } from '../support/place-order.ts'
import { isRecent } from '../support/recent.ts'
import { validBody } from '../support/requests.ts'
import { newOrder } from '../support/stage.ts'
import { must } from '../support/world.ts'

const anyOrder = validBody('createOrder').map((body) => OrderCreate.parse(body))

export const orders: Law[] = [
  {
    area: 'orders',
    promise:
      'an order comes back as it was sent, awaiting shipment; texts that were not sent are empty; get and list show the same',
    source: '§4, design decisions 1, 16 and 51',
    run: async (world) => {
      const offer = await world.stage.offer(1)
      await world.forAll(anyOrder, async (any) => {
        const sent = { ...any, ...newOrder(offer), shipTo: any.shipTo, warehouse: offer.warehouse }
        const { order, answer } = await place(world, sent)
        const { companyName = '', ...address } = sent.shipTo
        same(
          order.recipient,
          { phone: '', street2: '', state: '', ...address },
          'recipient',
          answer,
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
          answer,
        )
        same(
          [order.companyName, order.notes],
          [companyName, any.notes ?? ''],
          'companyName and notes',
          answer,
        )
        same(order.sourceOrderNumber, null, 'sourceOrderNumber', answer)
        must(
          isRecent(Date.parse(order.orderDate)),
          `orderDate must be now: ${order.orderDate}`,
          answer,
        )
        answered(await world.api.get(`/v1/orders/${order.id}`), 200, order)
        const [newest] = await ordersOf(world, { email: order.recipient.email })
        same(newest, order, 'the newest order for the e-mail', answer)
        await cancel(world, order.id)
      })
    },
  },
  {
    area: 'orders',
    promise:
      'cancelling answers 201 with the order, cancelled and released; a second time it is refused',
    source: '§4, §7, design decision 2',
    run: async (world) => {
      const { order } = await world.stage.order(2)
      const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' }
      answered(await cancel(world, order.id), 201, cancelled)
      answered(await world.api.get(`/v1/orders/${order.id}`), 200, cancelled)
      refused(await cancel(world, order.id), 'cancelling twice')
      answered(await world.api.get(`/v1/orders/${order.id}`), 200, cancelled)
    },
  },
  {
    area: 'orders',
    promise: 'cancelling an unknown order is 400, not 404',
    source: '§7, design decision 2',
    run: async (world) => {
      refused(await cancel(world, 'unknown'), 'cancelling an unknown order')
    },
  },
  {
    area: 'orders',
    promise: 'a create that is tried again makes another order, with a number of its own',
    source: '§7 rule 7',
    run: async (world) => {
      const offer = await world.stage.offer(2)
      const first = await place(world, newOrder(offer))
      const second = await place(world, newOrder(offer))
      must(first.order.id !== second.order.id, 'two orders have two ids', second.answer)
      must(
        first.order.orderNumber !== second.order.orderNumber,
        'two orders have two numbers',
        second.answer,
      )
      for (const { order } of [first, second]) await cancel(world, order.id)
    },
  },
  {
    area: 'orders',
    promise: 'two lines of one SKU are both kept as sent',
    source: 'design decision 31',
    run: async (world) => {
      const offer = await world.stage.offer(3)
      const products = [
        { sku: offer.sku, quantity: 1 },
        { sku: offer.sku, quantity: 2 },
      ]
      const { order, answer } = await place(world, { ...newOrder(offer), products })
      same(order.products, products, 'products', answer)
      await cancel(world, order.id)
    },
  },
  {
    area: 'orders',
    promise:
      'the list is filtered by campaign, by the recipient’s e-mail without case, and by status',
    source: '§4 GET /v1/orders/list, design decisions 17 and 29',
    run: async (world) => {
      const { order } = await world.stage.order()
      const all = await ordersOf(world)
      const ids = (found: { id: string }[]) => found.map(({ id }) => id)
      const filters = [
        ...(await world.stage.campaigns()).map(({ id }) => ({ campaignId: id })),
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
          ids(await ordersOf(world, filter)),
          ids(expected),
          `the orders with ${JSON.stringify(filter)}`,
        )
      }
      await cancel(world, order.id)
    },
  },
  {
    area: 'orders',
    promise:
      'the tracking trio is null exactly while an order has not shipped, in every order of the list',
    source: '§6, design decision 51',
    run: async (world) => {
      for (const order of await ordersOf(world)) {
        const { id, status, trackingNumber, carrierCode, shipDate } = order
        const isShipped = status === 'SHIPPED' || status === 'RETURNED'
        for (const [name, value] of Object.entries({ trackingNumber, carrierCode, shipDate }))
          must(
            (value !== null) === isShipped,
            `${name} of ${id}, which is ${status}, must not be ${value}`,
          )
        must(order.deliveredAt === null || isShipped, `${id} was delivered and not shipped`)
      }
    },
  },
]
