import { Order } from '../../generated/schemas.ts'
import { same } from '../support/assertions.ts'
import { newOrder, type Offer } from '../support/fixtures.ts'
import type { Law } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { must } from '../support/law-context.ts'

const counts = async (context: LawContext, offer: Offer) => {
  const { on_hand, allocated, available, inventory_events } = await context.fixtures.item(offer)
  return { on_hand, allocated, available, newest: inventory_events[0] }
}

const cancel = ({ api }: LawContext, orderId: string) => api.post('/v1/orders/cancel', { orderId })

export const stock: Law[] = [
  {
    area: 'inventory',
    promise:
      'An order allocates stock and a cancelled order releases it, each with an inventory event',
    source: 'design decision 54',
    run: async (context) => {
      const { order, offer } = await context.fixtures.order(2)
      const available = offer.available - 2
      const placed = await counts(context, offer)
      same(placed.available, available, 'available after the order')
      const { event_type, quantity, order_id } = { ...placed.newest }
      same([event_type, quantity, order_id], ['order_allocated', 2, order.id], 'the newest event')
      await cancel(context, order.id)
      const after = await counts(context, offer)
      same(
        [after.available, after.allocated, after.on_hand],
        [available + 2, placed.allocated - 2, placed.on_hand],
        'available, allocated and on_hand after cancelling',
      )
      same(
        [after.newest?.event_type, after.newest?.quantity],
        ['order_released', -2],
        'the newest event',
      )
    },
  },
  {
    area: 'inventory',
    promise: 'An order with several SKUs allocates each, and cancelling releases each',
    source: 'design decision 54',
    run: async (context) => {
      const offers = await context.fixtures.offersTogether(1)
      const [offer, other] = offers
      const products = offers.map(({ sku }) => ({ sku, quantity: 1 }))
      const order = { ...newOrder(offer, 1, { warehouse: offer.warehouse }), products }
      const placed = await context.api.post('/v1/orders/create', order)
      same(placed.status, 201, 'the status', placed)
      const available = async () => [
        (await counts(context, offer)).available,
        (await counts(context, other)).available,
      ]
      same(
        await available(),
        [offer.available - 1, other.available - 1],
        'available after the order',
        placed,
      )
      const cancelled = await cancel(context, Order.parse(placed.body).id)
      same(
        await available(),
        [offer.available, other.available],
        'available after cancelling',
        cancelled,
      )
    },
  },
  {
    area: 'inventory',
    promise: 'Shipping reduces on_hand and allocated; a return increases on_hand',
    source: 'design decision 54',
    needs: ['ship', 'returnOrder'],
    run: async (context) => {
      const { order, offer } = await context.fixtures.order(1)
      const placed = await counts(context, offer)
      await context.control('ship')(order.id)
      const shipped = await counts(context, offer)
      same(
        [shipped.on_hand, shipped.allocated, shipped.available],
        [placed.on_hand - 1, placed.allocated - 1, placed.available],
        'on_hand, allocated and available after shipping',
      )
      await context.control('returnOrder')(order.id)
      const returned = await counts(context, offer)
      same(
        [returned.on_hand, returned.allocated],
        [placed.on_hand, placed.allocated - 1],
        'on_hand and allocated after the return',
      )
    },
  },
  {
    area: 'inventory',
    promise: 'Of concurrent orders for the last units, exactly as many succeed as there are units',
    source: 'design decision 54',
    run: async (context) => {
      const last = 3
      const offer = await context.fixtures.offer(last + 1)
      const { warehouse } = offer
      const rest = newOrder(offer, offer.available - last, { warehouse })
      const first = await context.api.post('/v1/orders/create', rest)
      same(first.status, 201, 'the status', first)
      const together = await Promise.all(
        Array.from({ length: 3 * last }, () =>
          context.api.post('/v1/orders/create', newOrder(offer, 1, { warehouse })),
        ),
      )
      const placed = together.filter(({ status }) => status === 201)
      same(placed.length, last, 'the number of orders that succeed', together[0])
      same((await counts(context, offer)).available, 0, 'available')
      for (const { body } of [first, ...placed]) await cancel(context, Order.parse(body).id)
      must(
        (await counts(context, offer)).available === offer.available,
        'cancelling all orders must release all stock',
      )
    },
  },
  {
    area: 'inventory',
    promise: 'Of concurrent cancellations of one order, exactly one succeeds',
    source: '§4 POST /v1/orders/cancel',
    run: async (context) => {
      const { order, offer } = await context.fixtures.order(1)
      const together = await Promise.all(Array.from({ length: 5 }, () => cancel(context, order.id)))
      same(
        together.map(({ status }) => status).toSorted(),
        [201, 400, 400, 400, 400],
        'the statuses',
        together[0],
      )
      same((await counts(context, offer)).available, offer.available, 'available')
    },
  },
]
