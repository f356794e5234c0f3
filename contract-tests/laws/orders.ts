import type { components } from '../../generated/types.ts'
import { Order, OrderCreate } from '../../generated/zod/schemas.ts'
import { must, mustBeNow, mustReject, mustReturn, read, same } from '../support/api.ts'
import { timeFields } from '../support/contract.ts'
import {
  awkward,
  cancel,
  caseVariants,
  MissingFixture,
  newOrder,
  ordersOf,
  place,
  productsOf,
} from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { validBody } from '../support/requests.ts'

type Schemas = components['schemas']

const anyOrder = validBody('createOrder').map((body) => OrderCreate.parse(body))

/** The texts of an order, which are empty unless the request has them. */
const { campaignId, products, shipTo, warehouse, ...texts } = OrderCreate.shape
const unsetTexts = Object.fromEntries(Object.keys(texts).map((name) => [name, '']))

const shipment = ['trackingNumber', 'carrierCode', 'shipDate'] as const

const create = ({ api }: LawContext, body: Schemas['OrderCreate']) =>
  api.post('/v1/orders/create', body)

type Filter = Partial<Record<'campaignId' | 'orderStatus' | 'email' | 'sourceOrderNumber', string>>

export const orders: Laws = {
  'A new order is returned as sent, awaiting shipment; get and list return the same': {
    source: '§4, design decisions 1, 16, 31 and 51',
    async run(context) {
      const [offer, second] = await context.fixtures.offersTogether(4)
      const { campaignId, warehouse, sku } = offer
      // Two lines may have the same SKU. No order of sorting keeps these.
      const products = [sku, second.sku, sku].map((each, i) => ({ sku: each, quantity: i + 1 }))
      const check = async ({ shipTo, ...given }: Schemas['OrderCreate']) => {
        const sent = { ...given, campaignId, products, shipTo, warehouse }
        const { order, response } = await place(context, sent)
        const { companyName = '', ...address } = shipTo
        const { id, orderNumber, orderDate, ...rest } = order
        const expected = {
          ...unsetTexts,
          sourceOrderNumber: null,
          ...given,
          status: 'AWAITING_SHIPMENT',
          paymentStatus: 'PAID',
          allocationStatus: 'ALLOCATED',
          orderSource: 'API',
          campaignId,
          warehouse,
          recipient: { lastName: '', phone: '', street2: '', state: '', ...address },
          companyName,
          products,
          trackingNumber: null,
          carrierCode: null,
          shipDate: null,
          deliveredAt: null,
        }
        same(rest, expected, `the order ${orderNumber}`, response)
        mustBeNow(orderDate, 'orderDate', response)
        mustReturn(await context.api.get(`/v1/orders/${id}`), 200, order)
        const [newest] = await ordersOf(context, { email: order.recipient.email })
        same(newest, order, 'the newest order for the email', context.api.last)
        const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' }
        mustReturn(await cancel(context, id), 201, cancelled)
      }
      for (const text of awkward) {
        const order = newOrder(offer, 1, { notes: text })
        const texts = { firstName: text, city: text, zip: text, phone: text, companyName: text }
        await check({ ...order, shipTo: { ...order.shipTo, ...texts } })
      }
      await context.forAll(anyOrder, check)
    },
  },
  'cancelOrder returns 201 with the cancelled order, and rejects a second one': {
    source: '§4, §7, design decision 2',
    async run(context) {
      const { order } = await context.fixtures.order(2)
      const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' }
      mustReturn(await cancel(context, order.id), 201, cancelled)
      mustReject(await cancel(context, order.id), 'cancelling twice')
      mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, cancelled)
    },
  },
  'Orders are filtered by campaign, status and source number, and by the recipient’s email, ignoring case':
    {
      source: '§4 GET /v1/orders/list, design decisions 17 and 29',
      async run(context) {
        const offer = await context.fixtures.offer(2)
        const number = `So-${offer.sku}`
        const shipTo = { ...newOrder(offer).shipTo, email: 'Ada+%41@example.com' }
        const body = newOrder(offer, 1, { shipTo, sourceOrderNumber: number })
        const { order } = await place(context, body)
        // A number is not unique, and an equal order is another one.
        const { order: again } = await place(context, body)
        must(again.id !== order.id, 'an equal order must be another one', context.api.last)
        const { campaignId, status, recipient } = order
        const all = await ordersOf(context)
        const numbers = [number, number.toLowerCase(), number.slice(1), `${number} `]
        const filters: Filter[] = [
          ...numbers.map((sourceOrderNumber) => ({ sourceOrderNumber })),
          { sourceOrderNumber: `${number}x`, email: recipient.email },
          ...(await context.fixtures.campaigns()).map(({ id }) => ({ campaignId: id })),
          ...[...Order.shape.status.values].map((orderStatus) => ({ orderStatus })),
          { email: recipient.email.toUpperCase() },
          // A part of an address is another person's.
          { email: recipient.email.slice(1) },
          { email: `x${recipient.email}` },
          // A wildcard of databases.
          { email: recipient.email.replace('A', '_') },
          { campaignId, orderStatus: status, email: recipient.email },
          { campaignId: 'unknown' },
        ]
        for (const filter of filters) {
          const expected = all.filter(
            (each) =>
              each.campaignId === (filter.campaignId ?? each.campaignId) &&
              each.status === (filter.orderStatus ?? each.status) &&
              each.sourceOrderNumber === (filter.sourceOrderNumber ?? each.sourceOrderNumber) &&
              each.recipient.email.toLowerCase() ===
                (filter.email ?? each.recipient.email).toLowerCase(),
          )
          const found = await ordersOf(context, filter)
          same(found, expected, `the orders with ${JSON.stringify(filter)}`, context.api.last)
        }
      },
    },
  'Tracking number, carrier and ship date are null exactly until an order ships': {
    source: '§6, design decision 51',
    async run(context) {
      for (const order of await ordersOf(context)) {
        const { id, status } = order
        const isShipped = status === 'SHIPPED' || status === 'RETURNED'
        for (const name of shipment)
          must(
            (order[name] !== null) === isShipped,
            `${name} of the ${status} order ${id} must not be ${order[name]}`,
          )
        must(
          order.deliveredAt === null || isShipped,
          `the ${status} order ${id} must not have deliveredAt`,
        )
      }
    },
  },
  'A rejected order returns 400 with a message and allocates nothing': {
    source: '§7 rule 2, design decisions 4, 19 and 31',
    async run(context) {
      const offer = await context.fixtures.offer()
      const { available, warehouse, sku } = offer
      const before = await context.fixtures.records()
      const line = { sku, quantity: available }
      const unknown = { sku: 'no-such-sku', quantity: 1 }
      const cases: Record<string, Partial<Schemas['OrderCreate']>> = {
        'an order from an unknown campaign': { campaignId: 'unknown' },
        'an order of a SKU outside the campaign': { products: [unknown] },
        'an order with one valid and one invalid line item': { products: [line, unknown] },
        'an order from an unknown warehouse': { warehouse: 'unknown' },
        'an order of more than the warehouse has': {
          warehouse,
          products: [{ sku, quantity: available + 1 }],
        },
        'an order with two line items that together exceed the stock': {
          warehouse,
          products: [line, { sku, quantity: 1 }],
        },
        'an order of more than any warehouse has': { products: [{ sku, quantity: 100_000 }] },
      }
      for (const [what, change] of Object.entries(cases))
        mustReject(await create(context, { ...newOrder(offer), ...change }), what)
      // Databases often compare without the case of letters or the spaces at the end.
      const loose = (text: string) => [...caseVariants(text), `${text} `]
      for (const other of [
        ...loose(sku).map((each) => newOrder({ ...offer, sku: each })),
        ...loose(offer.campaignId).map((each) => newOrder({ ...offer, campaignId: each })),
      ])
        mustReject(await create(context, other), 'an order of another SKU or campaign')
      const all = await productsOf(context)
      for (const { id, products } of await context.fixtures.campaigns()) {
        const skus = new Set(products.map((each) => each.sku))
        const other = all.find((each) => !skus.has(each.sku))
        if (!other) continue
        const body = newOrder({ campaignId: id, sku: other.sku })
        mustReject(await create(context, body), 'an order of a SKU of another campaign')
      }
      const elsewhere = newOrder({ ...offer, campaignId: 'unknown' })
      mustReturn(await create(context, elsewhere), 400, { message: 'Campaign not found' })
      const after = await context.fixtures.records()
      same(after, before, 'the stock and the orders')
    },
  },
  'If the campaign allows it, an order without enough stock is backordered': {
    source: 'design decision 19',
    async run(context) {
      const backorder = await context.fixtures.backorder()
      const sku = backorder.products[0]?.sku ?? ''
      // As many line items as an order can have.
      const more = Array.from({ length: 499 }, () => ({ sku, quantity: 1 }))
      const body = { ...backorder, products: [...backorder.products, ...more] }
      const allocatedIn = async (warehouse: string | null) =>
        (await context.fixtures.inventory({ sku })).find(
          (item) => item.sku === sku && item.warehouse.warehouse_id === warehouse,
        )?.allocated
      const { order, response } = await place(context, body)
      same(order.allocationStatus, 'BACKORDERED', 'allocationStatus', response)
      same(order.products, body.products, 'the line items', response)
      const { warehouse } = order
      const allocated = await allocatedIn(warehouse)
      const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' }
      mustReturn(await cancel(context, order.id), 201, cancelled)
      const left = allocated && allocated - 99_999 - more.length
      same(await allocatedIn(warehouse), left, 'allocated after cancelling', response)
      const { campaignId } = body
      const inStock = (await context.fixtures.inventory({ sku })).find(
        (item) => item.sku === sku && item.available > 0,
      )
      if (!inStock) return
      const { order: served } = await place(context, newOrder({ campaignId, sku }))
      same(served.allocationStatus, 'ALLOCATED', 'allocationStatus', context.api.last)
    },
  },
  'An order without a warehouse is assigned to one that has the whole order in stock': {
    source: 'design decision 41',
    async run(context) {
      const { campaignId, sku } = await context.fixtures.offer()
      const items = (await context.fixtures.inventory({ sku })).filter((each) => each.sku === sku)
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
  'A campaign that is not Active rejects orders': {
    source: 'design decision 19',
    async run(context) {
      const closed = (await context.fixtures.campaigns()).filter(
        ({ status, products }) => status !== 'Active' && products.length > 0,
      )
      if (closed.length === 0) throw new MissingFixture('every campaign is Active')
      for (const { id, status, products } of closed) {
        const body = newOrder({ campaignId: id, sku: products[0]?.sku ?? '' })
        mustReject(await create(context, body), `an order from a campaign that is ${status}`)
      }
    },
  },
  'An expired campaign rejects orders': {
    source: 'design decision 19',
    needs: ['fresh', 'advance'],
    shows: ['createOrder 400 campaignExpired'],
    run: (context) =>
      context.onFresh(1_000_000, async (fresh) => {
        const offer = await fresh.fixtures.offer(2)
        const campaigns = await fresh.fixtures.campaigns()
        const { expiration = '' } = { ...campaigns.find(({ id }) => id === offer.campaignId) }
        const left = Math.ceil((Date.parse(expiration) - Date.now()) / 1000)
        await fresh.control('advance')(left - 600)
        await place(fresh, newOrder(offer))
        await fresh.control('advance')(660)
        mustReject(await create(fresh, newOrder(offer)), 'an order from an expired campaign')
      }),
  },
  'A shipped order leaves the stock, and a returned one adds to it; neither can be cancelled': {
    source: '§3, §6, design decisions 2, 20 and 54',
    needs: ['ship', 'deliver', 'returnOrder'],
    shows: ['cancelOrder 400 alreadyShipped', 'cancelOrder 400 returned', 'getOrder 200 delivered'],
    async run(context) {
      const { order, offer } = await context.fixtures.order()
      const placed = await context.fixtures.item(offer)
      let expected: Schemas['Order'] = order
      for (const { change, status, sets, left } of [
        { change: 'ship', status: 'SHIPPED', sets: shipment, left: -1 },
        { change: 'deliver', status: 'SHIPPED', sets: ['deliveredAt'], left: -1 },
        { change: 'returnOrder', status: 'RETURNED', sets: [], left: 0 },
      ] as const) {
        await context.control(change)(order.id)
        const response = await context.api.get(`/v1/orders/${order.id}`)
        const now = read(Order, response)
        const { allocationStatus } = expected
        expected = {
          ...expected,
          status,
          allocationStatus: status === 'RETURNED' ? 'RELEASED' : allocationStatus,
        }
        for (const name of sets) {
          must(now[name] !== null, `${name} must be set after ${change}`, response)
          if (timeFields.has(name)) mustBeNow(now[name] ?? '', name, response)
          expected = { ...expected, [name]: now[name] }
        }
        same(now, expected, `the order after ${change}`, response)
        const { on_hand, allocated } = await context.fixtures.item(offer)
        const stock = { on_hand: placed.on_hand + left, allocated: placed.allocated - 1 }
        same({ on_hand, allocated }, stock, `the stock after ${change}`)
        mustReject(await cancel(context, order.id), `cancelling after ${change}`)
        mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, expected)
      }
      // A parcel may come back without a delivery.
      const refused = await context.fixtures.order()
      const { on_hand } = await context.fixtures.item(refused.offer)
      await context.control('ship')(refused.order.id)
      await context.control('returnOrder')(refused.order.id)
      const after = await context.fixtures.item(refused.offer)
      same(after.on_hand, on_hand, 'on_hand after a return without a delivery', context.api.last)
    },
  },
}
