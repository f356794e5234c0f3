import type { ImportedOrder } from '../../domain/imported-order.ts'

/** How an order left. What is undefined is not known. */
export type Parcel = Pick<
  ImportedOrder,
  'trackingNumber' | 'carrierCode' | 'shipDate' | 'deliveredAt'
>

/** An order as a provider has it. */
export type ProviderOrder = {
  /** The provider's own id of it, which need not be its number. */
  id: string
  /** When it was changed last, in milliseconds. */
  changedAt: number
  /** All but its parcel. */
  order: ImportedOrder
  /** What the order itself tells of its parcel; asking for parcels tells more. */
  parcel: Parcel
}

/** Orders that were changed, the oldest change first. */
export type Changes = {
  orders: readonly ProviderOrder[]
  /** Orders that are not understood: by number, and why. */
  unreadable: readonly { number: string; reason: string }[]
  /** Up to when changes have now been told, in milliseconds; nothing if there were none. */
  changedUntil: number | undefined
}

/** Who keeps orders, packs and ships them, and can be asked what became of them. */
export type FulfillmentProvider = {
  /** Which kind of provider it is: how far it was read is remembered by it. */
  readonly name: string
  /**
   * Tells the orders that were changed since a time in milliseconds, some at a time. It may tell of
   * changes from a little before.
   * @throws {ProviderError} when it cannot be asked; what it told before holds.
   */
  changedSince(since: number, signal: AbortSignal): AsyncIterable<Changes>
  /**
   * Tells how orders left that have shipped, by their ids, as far as it knows.
   * @throws {ProviderError} when it cannot be asked.
   */
  parcelsOf(
    orders: readonly ProviderOrder[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Parcel>>
}

/** Why a provider cannot be asked, in one line for who operates the service. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}
