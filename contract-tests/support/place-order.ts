import { Order } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { same } from './assertions.ts'
import type { LawContext } from './law-context.ts'

type Schemas = components['schemas']

/** Places an order. Throws if that fails. */
export const place = async ({ api }: LawContext, body: Schemas['OrderCreate']) => {
  const answer = await api.post('/v1/orders/create', body)
  same(answer.status, 201, 'the status', answer)
  return { order: Order.parse(answer.body), answer }
}

/** Sends a request to cancel an order. */
export const cancel = ({ api }: LawContext, orderId: string) =>
  api.post('/v1/orders/cancel', { orderId })
