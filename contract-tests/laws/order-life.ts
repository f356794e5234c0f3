import { Order } from '../../generated/schemas.ts'
import { mustReject, same } from '../support/assertions.ts'
import type { Law } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { must } from '../support/law-context.ts'

const read = async ({ api }: LawContext, id: string) => {
  const response = await api.get(`/v1/orders/${id}`)
  return { order: Order.parse(response.body), response }
}

const mustRejectCancel = async (context: LawContext, orderId: string, what: string) => {
  const before = await read(context, orderId)
  mustReject(await context.api.post('/v1/orders/cancel', { orderId }), `cancelling ${what}`)
  same((await read(context, orderId)).order, before.order, 'the order', before.response)
}

export const orderLife: Law[] = [
  {
    area: 'orders',
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
    area: 'orders',
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
    area: 'orders',
    promise: 'A returned order is RETURNED, keeps its tracking fields and cannot be cancelled',
    source: '§6, design decisions 2 and 20',
    needs: ['ship', 'returnOrder'],
    shows: ['cancelOrder 400 returned'],
    run: async (context) => {
      const { order } = await context.fixtures.order()
      await context.control('ship')(order.id)
      const { order: shipped } = await read(context, order.id)
      await context.control('returnOrder')(order.id)
      const { order: returned, response } = await read(context, order.id)
      same(returned, { ...shipped, status: 'RETURNED' }, 'the order', response)
      await mustRejectCancel(context, order.id, 'a returned order')
    },
  },
]
