import { Order } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { same } from './assertions.ts'
import type { LawContext } from './law-context.ts'

type Schemas = components['schemas']

/** Places an order. Throws if that fails. */
export const place = async ({ api }: LawContext, body: Schemas['OrderCreate']) => {
  const response = await api.post('/v1/orders/create', body)
  same(response.status, 201, 'the status', response)
  return { order: Order.parse(response.body), response }
}

/** Sends a request to cancel an order. */
export const cancel = ({ api }: LawContext, orderId: string) =>
  api.post('/v1/orders/cancel', { orderId })
