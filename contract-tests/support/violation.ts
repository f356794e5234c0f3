import type { Received, Sent } from '../../testkit/http.ts'

/** A request and its response. */
export type Exchange = { sent: Sent; received: Received }

/** Thrown when a response breaks a promise of the contract. */
export class Violation extends Error {
  override name = 'Violation'
  /** The request that shows the violation, and its response. */
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}
