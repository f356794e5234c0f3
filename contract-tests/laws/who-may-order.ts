import type { components } from '../../generated/types.ts'
import { mustReject, mustReturn, same } from '../support/assertions.ts'
import { MissingFixture, newOrder } from '../support/fixtures.ts'
import type { Law } from '../support/law.ts'
import { ordersOf } from '../support/paging.ts'
import { cancel, place } from '../support/place-order.ts'

type Schemas = components['schemas']

/** Laws about which orders are accepted (design decision 19). */
export const whoMayOrder: Law[] = [
  {
    area: 'orders',
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
    area: 'orders',
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
    area: 'orders',
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
    area: 'orders',
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
    area: 'orders',
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
]
