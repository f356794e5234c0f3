import { send } from '../../testkit/http.ts'

/** A POST that a subscriber received. */
export type Delivered = { url: string; headers: Record<string, string>; body: string }

/**
 * Controls of a target outside the API. A law that needs a control is skipped when the target does not
 * have it.
 */
export type Controls = {
  /** The target keeps data. Stateless mocks and stubs do not. */
  memory: true
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
  /** Starts a server of the same kind with fresh data and its own rate limit. */
  fresh(budget: number): Promise<Running>
}

export type Control = keyof Controls

/** A server under test. */
export type Target = { url: string; key: string; controls: Partial<Controls> }

/** A target that the suite started. */
export type Running = Target & { stop(): Promise<void> }

/** Thrown when the suite cannot run. The message says what to do. */
export class SuiteError extends Error {
  override name = 'SuiteError'
}

const reason = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}

/**
 * Checks that the target can be tested.
 * @throws {SuiteError} when it is unreachable, rejects the key or has used up the rate limit.
 */
export const checkTarget = async ({ url, key }: Target): Promise<void> => {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await send(url, { path: '/v1/auth', headers }).catch((error: unknown) => {
    throw new SuiteError(`No server responds at ${url}: ${reason(error)}`)
  })
  if (status === 401) throw new SuiteError(`${url} rejects the key. Pass a valid one with --key.`)
  if (status === 429) throw new SuiteError(budgetSpent(url))
}

/** Returns the message for a used-up rate limit. */
export const budgetSpent = (url: string): string =>
  `The rate limit of ${url} is used up. Raise it for this machine’s address (our server: RATE_LIMIT_BUDGET).`
