import { Order } from '../../generated/schemas.ts'
import { same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { newOrder, type Offer } from '../support/stage.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

const counts = async (world: World, offer: Offer) => {
  const { on_hand, allocated, available, inventory_events } = await world.stage.item(offer)
  return { on_hand, allocated, available, newest: inventory_events[0] }
}

const cancel = ({ api }: World, orderId: string) => api.post('/v1/orders/cancel', { orderId })

export const stock: Law[] = [
  {
    area: 'inventory',
    promise: 'an order allocates, cancelling gives back; both are events of the order',
    source: 'design decision 54',
    run: async (world) => {
      const { order, offer } = await world.stage.order(2)
      const available = offer.available - 2
      const placed = await counts(world, offer)
      same(placed.available, available, 'available after the order')
      const { event_type, quantity, order_id } = { ...placed.newest }
      same([event_type, quantity, order_id], ['order_allocated', 2, order.id], 'the newest event')
      await cancel(world, order.id)
      const after = await counts(world, offer)
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
    promise: 'an order of several SKUs allocates each of them, and cancelling gives each back',
    source: 'design decision 54',
    run: async (world) => {
      const offers = await world.stage.offersTogether(1)
      const [offer, other] = offers
      const products = offers.map(({ sku }) => ({ sku, quantity: 1 }))
      const order = { ...newOrder(offer, 1, { warehouse: offer.warehouse }), products }
      const placed = await world.api.post('/v1/orders/create', order)
      same(placed.status, 201, 'the status', placed)
      const available = async () => [
        (await counts(world, offer)).available,
        (await counts(world, other)).available,
      ]
      same(
        await available(),
        [offer.available - 1, other.available - 1],
        'available after the order',
        placed,
      )
      const cancelled = await cancel(world, Order.parse(placed.body).id)
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
    promise: 'shipping takes from on_hand and from allocated; a return adds to on_hand',
    source: 'design decision 54',
    needs: ['ship', 'returnOrder'],
    run: async (world) => {
      const { order, offer } = await world.stage.order(1)
      const placed = await counts(world, offer)
      await world.control('ship')(order.id)
      const shipped = await counts(world, offer)
      same(
        [shipped.on_hand, shipped.allocated, shipped.available],
        [placed.on_hand - 1, placed.allocated - 1, placed.available],
        'on_hand, allocated and available after shipping',
      )
      await world.control('returnOrder')(order.id)
      const returned = await counts(world, offer)
      same(
        [returned.on_hand, returned.allocated],
        [placed.on_hand, placed.allocated - 1],
        'on_hand and allocated after the return',
      )
    },
  },
  {
    area: 'inventory',
    promise: 'of orders that come together for the last units, as many succeed as there are units',
    source: 'design decision 54',
    run: async (world) => {
      const last = 3
      const offer = await world.stage.offer(last + 1)
      const { warehouse } = offer
      const rest = newOrder(offer, offer.available - last, { warehouse })
      const first = await world.api.post('/v1/orders/create', rest)
      same(first.status, 201, 'the status', first)
      const together = await Promise.all(
        Array.from({ length: 3 * last }, () =>
          world.api.post('/v1/orders/create', newOrder(offer, 1, { warehouse })),
        ),
      )
      const placed = together.filter(({ status }) => status === 201)
      same(placed.length, last, 'the number of orders that succeed', together[0])
      same((await counts(world, offer)).available, 0, 'available')
      for (const { body } of [first, ...placed]) await cancel(world, Order.parse(body).id)
      must(
        (await counts(world, offer)).available === offer.available,
        'cancelling all of them gives everything back',
      )
    },
  },
  {
    area: 'inventory',
    promise: 'of cancellations of one order that come together, one succeeds',
    source: '§4 POST /v1/orders/cancel',
    run: async (world) => {
      const { order, offer } = await world.stage.order(1)
      const together = await Promise.all(Array.from({ length: 5 }, () => cancel(world, order.id)))
      same(
        together.map(({ status }) => status).toSorted(),
        [201, 400, 400, 400, 400],
        'the statuses',
        together[0],
      )
      same((await counts(world, offer)).available, offer.available, 'available')
    },
  },
]
