import type { Latest } from './calls.ts'
import type { CallOptions, Schemas } from './types.ts'

type Order = Schemas['Order']

/** The order to find. */
export type OrderSearch = {
  campaignId: string
  /** The recipient's e-mail address, `shipTo.email`. */
  email: string
  products: readonly Schemas['OrderLineCreate'][]
  /** The time of the first attempt, by this machine's clock. */
  since: Date
}

type All = (
  query: { campaignId: string; email: string },
  options: CallOptions & { pageSize: number },
) => AsyncIterable<Order>

/** Dates in headers are whole seconds. */
const dateMilliseconds = 1000

const linesOf = (products: OrderSearch['products']): string =>
  JSON.stringify(products.map(({ sku, quantity }) => [sku, quantity]))

/** Searches the orders, newest first, for the one with the same recipient and line items. */
export const findOrder = async (
  all: All,
  latest: Latest,
  { campaignId, email, products, since }: OrderSearch,
  options: CallOptions,
): Promise<Order | undefined> => {
  const lines = linesOf(products)
  for await (const order of all({ campaignId, email }, { ...options, pageSize: 20 })) {
    // orderDate uses the service's clock, which the first page's Date header shows.
    const sinceOnServer = since.getTime() + latest.clockAhead - dateMilliseconds
    if (Date.parse(order.orderDate) < sinceOnServer) return undefined
    if (linesOf(order.products) === lines) return order
  }
  return undefined
}
