import type { Calls } from '../calls.ts'
import { offsetPages } from '../paging.ts'
import { pathId } from '../path-id.ts'
import type { CallOptions, PagingOptions, Query, Schemas } from '../types.ts'

type Order = Schemas['Order']
type OrderQuery = Query<'listOrders'>

export const orderCalls = ({ transport, read, write }: Calls) => {
  const list = (query: OrderQuery = {}, options: CallOptions = {}): Promise<Order[]> =>
    read('listOrders', options, (init) =>
      transport.GET('/v1/orders/list', { params: { query }, ...init }),
    )

  return {
    /** Returns a page of orders, newest first. */
    list,

    /** Yields every order once, newest first, even if orders are placed meanwhile. */
    all: (
      query: Omit<OrderQuery, 'limit' | 'offset'> = {},
      { pageSize, ...options }: PagingOptions = {},
    ): AsyncGenerator<Order, void, undefined> =>
      offsetPages(
        (page) => list({ ...query, ...page }, options),
        pageSize,
        ({ id }) => id,
      ),

    /** Returns an order. Throws a 404 if the account has no order with this id. */
    get: (orderId: string, options: CallOptions = {}): Promise<Order> =>
      read('getOrder', options, (init) =>
        transport.GET('/v1/orders/{orderId}', {
          params: { path: { orderId: pathId(orderId) } },
          ...init,
        }),
      ),

    /** Creates an order. A repeated call creates another one: see `findOrderBeforeRetry`. */
    create: (body: Schemas['OrderCreate'], options: CallOptions = {}): Promise<Order> =>
      write('createOrder', options, (init) =>
        transport.POST('/v1/orders/create', { body, ...init }),
      ),

    /** Cancels an order that has not shipped. */
    cancel: (body: Schemas['OrderCancel'], options: CallOptions = {}): Promise<Order> =>
      write('cancelOrder', options, (init) =>
        transport.POST('/v1/orders/cancel', { body, ...init }),
      ),
  }
}

/** Orders. */
export type Orders = ReturnType<typeof orderCalls>
