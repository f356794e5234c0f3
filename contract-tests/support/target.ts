/** A POST that a subscriber received. */
export type Delivered = { url: string; headers: Record<string, string>; body: string }

/**
 * What only a server's own team can do to it from outside the API. A law that needs one of these is
 * skipped, with the reason, where the target does not have it.
 */
export type Controls = {
  /** That what it is told now is there later; a server of examples has none. */
  memory: true
  /** A key of another account. */
  otherKey: string
  /** A key of an account that has no products, campaigns, orders or stock. */
  emptyKey: string
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
  /** What subscribers answer from now on; null if they cannot be reached. */
  subscribersAnswer(status: number | null): Promise<void>
  /** What subscribers have received since this was last asked, once everything under way has arrived. */
  deliveries(): Promise<Delivered[]>
  /** Starts a server of the same kind with fresh data and its own budget, for laws that use it up. */
  fresh(budget: number): Promise<Running>
}

export type Control = keyof Controls

/** A server that claims the contract. */
export type Target = { url: string; key: string; controls: Partial<Controls> }

/** One that was started for the purpose. */
export type Running = Target & { stop(): Promise<void> }
