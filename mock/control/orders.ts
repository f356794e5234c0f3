import type { Hono } from 'hono'
import type { EventTransaction } from '../../server/actions/actions.ts'
import { deliverOrder, returnOrder, shipOrder } from '../../server/actions/change-order.ts'
import { type AccountId, type OrderId, toId } from '../../server/domain/ids.ts'
import type { Order } from '../../server/domain/order.ts'
import { isRefusal, type Refusal, refusalText } from '../../server/domain/refusal.ts'
import type { Env } from '../../server/http/kit/env.ts'
import type { Mock } from '../mock.ts'

type Change = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  now: number,
) => Promise<Order | Refusal>

const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }

const changes: Record<string, Change> = {
  ship: (transaction, account, id, now) => shipOrder(transaction, account, id, shipment, now),
  deliver: deliverOrder,
  return: returnOrder,
}

/** Adds the routes that ship, deliver and return an order. */
export const orderRoutes = (app: Hono<Env>, mock: Mock): void => {
  app.post('/orders/:id/:change', async (context) => {
    const { id, change } = context.req.param()
    const wanted = Object.hasOwn(changes, change) ? changes[change] : undefined
    if (!wanted)
      return context.json(
        { message: `Unknown change ${change}. Use one of ${Object.keys(changes).join(', ')}.` },
        400,
      )
    const { data } = mock.backend
    if (!data)
      return context.json(
        { message: 'Orders need a stateful mock. Start it with --stateful.' },
        400,
      )
    const order = await data.actions.run((transaction) =>
      wanted(transaction, data.account, toId('ord', id), mock.controls.clock()),
    )
    if (isRefusal(order)) return context.json({ message: refusalText(order) }, 400)
    return context.json(order)
  })
}
