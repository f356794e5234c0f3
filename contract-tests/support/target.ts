import { send } from '../../testkit/http.ts'

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
  /** Starts a server of the same kind with fresh data and a rate limit of its own. */
  fresh(budget: number): Promise<Server & { stop(): Promise<void> }>
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
   * More keys, and what the server's team can do outside the API, such as to ship an order. Laws that need a
   * missing control are skipped.
   */
  controls?: { [Name in keyof ServerControls]?: ServerControls[Name] | undefined } | undefined
}

/** The controls of a target. */
export type Controls = Omit<ServerControls, 'fresh'> & {
  /** The target keeps data. Stateless mocks and stubs do not. */
  memory: true
  /** Starts a target of the same kind with fresh data and a rate limit of its own. */
  fresh(budget: number): Promise<Running>
}

export type Control = keyof Controls

/** A server under test. */
export type Target = { url: string; key: string; controls: Partial<Controls> }

/** A target that the suite started. */
export type Running = Target & { stop(): Promise<void> }

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Removes what is undefined, such as keys from unset environment variables. */
const withoutUndefined = <T extends object>(given: T): Defined<T> => {
  const kept: Defined<T> = { ...given }
  for (const name in kept) if (kept[name] === undefined) delete kept[name]
  return kept
}

/** Adapts a server for the runner. */
export const targetOf = ({ url, key, stateless, controls = {} }: Server): Target => {
  const { fresh, ...rest } = controls
  return {
    url: url.replace(/\/$/, ''),
    key,
    controls: {
      ...(stateless ? {} : { memory: true }),
      ...withoutUndefined(rest),
      ...(fresh && {
        fresh: async (budget) => {
          const started = await fresh(budget)
          return { ...targetOf(started), stop: () => started.stop() }
        },
      }),
    },
  }
}

/** Thrown when the suite cannot run. The message says what to do. */
export class SuiteError extends Error {
  override name = 'SuiteError'
}

/**
 * Checks that the target can be tested.
 * @throws {SuiteError} when it is unreachable, rejects the key or has used up the rate limit.
 */
export const checkTarget = async ({ url, key }: Target): Promise<void> => {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await send(url, { path: '/v1/auth', headers }).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new SuiteError(`No server responds at ${url}: ${reason}`)
  })
  if (status === 401) throw new SuiteError(`${url} rejects the key. Pass a valid one with --key.`)
  if (status === 429) throw new SuiteError(budgetSpent(url))
}

/** Returns the message for a used-up rate limit. */
export const budgetSpent = (url: string): string =>
  `The rate limit of ${url} is used up. Raise it for this machine’s address (our server: RATE_LIMIT_BUDGET).`
