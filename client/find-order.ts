import type { Latest } from './calls.ts'
import type { CallOptions, Schemas } from './types.ts'

type Order = Schemas['Order']

/** What an order was to be, and when. */
export type SoughtOrder = {
  campaignId: string
  /** The recipient's e-mail address, `shipTo.email`. */
  email: string
  products: readonly Schemas['OrderLineCreate'][]
  /** When it was first tried, by this machine's clock. */
  since: Date
}

type All = (
  query: { campaignId: string; email: string },
  options: CallOptions & { pageSize: number },
) => AsyncIterable<Order>

/** Dates in headers are whole seconds. */
const dateMilliseconds = 1000

const linesOf = (products: SoughtOrder['products']): string =>
  JSON.stringify(products.map(({ sku, quantity }) => [sku, quantity]))

/** Looks through orders, newest first, for the one that was sought. */
export const findOrder = async (
  all: All,
  latest: Latest,
  { campaignId, email, products, since }: SoughtOrder,
  options: CallOptions,
): Promise<Order | undefined> => {
  const lines = linesOf(products)
  for await (const order of all({ campaignId, email }, { ...options, pageSize: 20 })) {
    // Its date is by the service's clock, which the first page's answer has shown.
    const sinceThere = since.getTime() + latest.clockAhead - dateMilliseconds
    if (Date.parse(order.orderDate) < sinceThere) return undefined
    if (linesOf(order.products) === lines) return order
  }
  return undefined
}
