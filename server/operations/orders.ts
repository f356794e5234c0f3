import type { Operations } from '../../generated/operations.ts'
import { cancelOrder } from '../actions/order-transitions.ts'
import { placeOrder } from '../actions/place-order.ts'
import { toId } from '../domain/ids.ts'
import { recipientOf, unsetFields } from '../domain/order.ts'
import { isRejection } from '../domain/rejection.ts'
import type { Call } from '../http/call.ts'
import { orderNotFound, reject } from '../http/respond.ts'
import { findOrder, listOrders } from '../store/orders.ts'
import type { Services } from './services.ts'

export const orderOperations = ({ store, clock, actions }: Services) =>
  ({
    async listOrders({ query: { limit, offset, campaignId, ...filter } }, { account }) {
      const campaign = campaignId === undefined ? undefined : toId('cmp', campaignId)
      const orders = await listOrders(
        store,
        account,
        { ...filter, campaignId: campaign },
        { limit, offset },
      )
      return { status: 200, body: orders }
    },

    async getOrder({ path: { orderId } }, { account }) {
      const order = await findOrder(store, account, toId('ord', orderId))
      return order ? { status: 200, body: order } : orderNotFound()
    },

    async createOrder({ body }, call) {
      const { shipTo, warehouse, ...fields } = body
      const request = {
        ...unsetFields,
        ...fields,
        campaignId: toId('cmp', fields.campaignId),
        orderSource: 'API' as const,
        recipient: recipientOf(shipTo),
        companyName: shipTo.companyName ?? '',
        warehouse: warehouse === undefined ? undefined : toId('whs', warehouse),
      }
      const order = await actions
        .as(call.actor)
        .run((transaction) => placeOrder(transaction, call.account, request, clock()))
      if (isRejection(order)) return reject(order)
      return { status: 201, body: order }
    },

    async cancelOrder({ body: { orderId } }, call) {
      const order = await actions
        .as(call.actor)
        .run((transaction) => cancelOrder(transaction, call.account, toId('ord', orderId), clock()))
      if (isRejection(order)) return reject(order)
      return { status: 201, body: order }
    },
  }) satisfies Partial<Operations<Call>>
