/** A POST that a subscriber received. */
export type Delivered = { url: string; headers: Record<string, string>; body: string }

/** What a server can offer beside a URL and a key. A law that needs a missing control is skipped. */
export type ServerControls = {
  /** A key of another account. */
  otherKey: string
  /** A key of an account without data. */
  emptyKey: string
  revokedKey: string
  /** A key of a deactivated account. */
  deactivatedKey: string
  /** Moves the server's clock forward. */
  advance(seconds: number): Promise<void>
  /** Makes the next call of an operation fail inside the server. */
  failNext(operationId: string): Promise<void>
  /** Changes an order as the warehouse or the carrier does. */
  ship(orderId: string): Promise<void>
  deliver(orderId: string): Promise<void>
  returnOrder(orderId: string): Promise<void>
  /** Sets the status code of subscribers; null makes them unreachable. */
  subscribersAnswer(status: number | null): Promise<void>
  /** Returns the deliveries since the last call, after pending ones have arrived. */
  deliveries(): Promise<Delivered[]>
  /** Returns the ids of the account's campaigns, contacts, orders, inventory items and webhooks, and its SKUs. */
  records(): Promise<string[]>
  /** Starts a server of the same kind with fresh data and a rate limit of its own. */
  fresh(rateLimit: number): Promise<Running>
}

/** The server under test. */
export type Server = {
  /** Such as `http://127.0.0.1:8080`. */
  url: string
  /** A key of an account with data. The laws create contacts, invites, orders and subscriptions in it. */
  key: string
  /** Whether the server keeps no data, as a mock or stubs. Laws about later state are then skipped. */
  stateless?: boolean | undefined
  /**
   * More keys, and the actions of the server's team outside the API, such as shipping an order. Laws that need a
   * missing control are skipped.
   */
  controls?: { [Name in keyof ServerControls]?: ServerControls[Name] | undefined } | undefined
}

/** A server that the suite can stop. */
export type Running = Server & { stop(): Promise<void> }

/** What a law can need: a control, or a server that keeps data. */
export type Need = keyof ServerControls | 'memory'

/** Returns the needs that a server does not meet. */
export const lacking = (needs: readonly Need[], { stateless, controls = {} }: Server): Need[] =>
  needs.filter((need) => (need === 'memory' ? stateless === true : controls[need] === undefined))

/** Returns why a version of Node cannot run the suite; undefined if it can. */
export const nodeProblem = (version = process.versions.node): string | undefined => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return undefined
  return `The contract suite needs Node 22.18 or newer, not ${version}. Install Node 24 from https://nodejs.org`
}

/** Thrown when the suite cannot run, or not any longer. The message names the remedy. */
export class SuiteError extends Error {
  override name = 'SuiteError'
}
