import type { ImportedOrder } from '../../domain/imported-order.ts'

/** How an order was shipped. Undefined fields are unknown. */
export type Parcel = Pick<
  ImportedOrder,
  'trackingNumber' | 'carrierCode' | 'shipDate' | 'deliveredAt'
>

/** An order at a provider. */
export type ProviderOrder = {
  /** The provider's id, which can differ from the order number. */
  id: string
  /** The time of the last change, in milliseconds. */
  changedAt: number
  /** The order without its parcel. */
  order: ImportedOrder
  /** What the order says about its parcel. `parcelsOf` returns more. */
  parcel: Parcel
}

/** Changed orders, the oldest change first. */
export type Changes = {
  orders: readonly ProviderOrder[]
  /** Orders that could not be read: number and reason. */
  unreadable: readonly { number: string; reason: string }[]
  /** The time of the last change so far, in milliseconds. Undefined without changes. */
  changedUntil: number | undefined
}

/** A provider that stores and ships orders. */
export type FulfillmentProvider = {
  /** The kind of provider. The sync cursor is stored under this name. */
  readonly name: string
  /**
   * Yields the orders changed since a time in milliseconds, page by page. May include earlier changes.
   * @throws {ProviderError} when a request fails. Pages yielded before remain valid.
   */
  changedSince(since: number, signal: AbortSignal): AsyncIterable<Changes>
  /**
   * Returns the known parcels of shipped orders by order id.
   * @throws {ProviderError} when a request fails.
   */
  parcelsOf(
    orders: readonly ProviderOrder[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Parcel>>
}

/** A failed request to a provider, with a message of one line for the operator. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}
