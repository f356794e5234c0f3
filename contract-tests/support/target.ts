/**
 * What only a server's own team can do to it from outside the API. A law that needs one of these is
 * skipped, with the reason, where the target does not have it.
 */
export type Controls = {
  /** A key of another account. */
  otherKey: string
  revokedKey: string
  /** A key of an account that was deactivated. */
  deactivatedKey: string
  /** Moves the server's clock forward. */
  advance(seconds: number): Promise<void>
  /** Makes the next call of an operation fail inside the server. */
  failNext(operationId: string): Promise<void>
  /** What the warehouse and the carrier do. */
  ship(orderId: string): Promise<void>
  deliver(orderId: string): Promise<void>
  returnOrder(orderId: string): Promise<void>
  /** Decides what comes of the next test delivery. */
  nextTestDelivery(outcome: 'delivered' | 'failed'): Promise<void>
  /** Starts a server of the same kind with fresh data and its own budget, for laws that use it up. */
  fresh(budget: number): Promise<Target & { stop(): Promise<void> }>
}

export type Control = keyof Controls

/** A server that claims the contract. */
export type Target = { url: string; key: string; controls: Partial<Controls> }
