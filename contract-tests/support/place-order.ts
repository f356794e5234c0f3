import { Order } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { same } from './equal.ts'
import type { World } from './world.ts'

type Schemas = components['schemas']

/** Places an order; it must be possible. */
export const place = async ({ api }: World, body: Schemas['OrderCreate']) => {
  const answer = await api.post('/v1/orders/create', body)
  same(answer.status, 201, 'the status', answer)
  return { order: Order.parse(answer.body), answer }
}

/** Asks for an order to be cancelled. */
export const cancel = ({ api }: World, orderId: string) =>
  api.post('/v1/orders/cancel', { orderId })
