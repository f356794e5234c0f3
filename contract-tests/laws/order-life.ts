import { Order } from '../../generated/schemas.ts'
import { refused, same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

const read = async ({ api }: World, id: string) => {
  const answer = await api.get(`/v1/orders/${id}`)
  return { order: Order.parse(answer.body), answer }
}

const cannotBeCancelled = async (world: World, orderId: string, what: string) => {
  const before = await read(world, orderId)
  refused(await world.api.post('/v1/orders/cancel', { orderId }), `cancelling ${what}`)
  same((await read(world, orderId)).order, before.order, 'the order', before.answer)
}

export const orderLife: Law[] = [
  {
    area: 'orders',
    promise: 'an order that has shipped has its tracking trio and cannot be cancelled',
    source: '§3, §6',
    needs: ['ship'],
    shows: ['cancelOrder 400 alreadyShipped'],
    run: async (world) => {
      const { order } = await world.stage.order()
      await world.control('ship')(order.id)
      const { order: shipped, answer } = await read(world, order.id)
      same(shipped.status, 'SHIPPED', 'status', answer)
      const { trackingNumber, carrierCode, shipDate } = shipped
      must(
        trackingNumber !== null && carrierCode !== null && shipDate !== null,
        'an order that has shipped has trackingNumber, carrierCode and shipDate',
        answer,
      )
      same(
        shipped,
        { ...order, status: 'SHIPPED', trackingNumber, carrierCode, shipDate },
        'all else',
        answer,
      )
      await cannotBeCancelled(world, order.id, 'an order that has shipped')
    },
  },
  {
    area: 'orders',
    promise: 'delivery sets deliveredAt and leaves the status SHIPPED',
    source: 'design decision 20',
    needs: ['ship', 'deliver'],
    shows: ['getOrder 200 delivered'],
    run: async (world) => {
      const { order } = await world.stage.order()
      await world.control('ship')(order.id)
      const { order: shipped } = await read(world, order.id)
      await world.control('deliver')(order.id)
      const { order: delivered, answer } = await read(world, order.id)
      const { deliveredAt } = delivered
      must(deliveredAt !== null, 'an order that was delivered has deliveredAt', answer)
      same(delivered, { ...shipped, deliveredAt }, 'all else', answer)
      await cannotBeCancelled(world, order.id, 'an order that was delivered')
    },
  },
  {
    area: 'orders',
    promise: 'an order that came back is RETURNED, keeps its tracking trio and cannot be cancelled',
    source: '§6, design decisions 2 and 20',
    needs: ['ship', 'returnOrder'],
    shows: ['cancelOrder 400 returned'],
    run: async (world) => {
      const { order } = await world.stage.order()
      await world.control('ship')(order.id)
      const { order: shipped } = await read(world, order.id)
      await world.control('returnOrder')(order.id)
      const { order: returned, answer } = await read(world, order.id)
      same(returned, { ...shipped, status: 'RETURNED' }, 'the order', answer)
      await cannotBeCancelled(world, order.id, 'an order that came back')
    },
  },
]
