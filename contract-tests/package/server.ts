import type { Controls, Target } from '../support/target.ts'

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

/** What a server can offer beside a URL and a key. */
export type ServerControls = Omit<Controls, 'memory' | 'fresh'> & {
  /** Starts a server of the same kind with fresh data and a rate limit of its own. */
  fresh(budget: number): Promise<Server & { stop(): Promise<void> }>
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

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Removes what is undefined, such as keys from unset environment variables. */
const withoutUndefined = <T extends object>(given: T): Defined<T> => {
  const kept: Defined<T> = { ...given }
  for (const name in kept) if (kept[name] === undefined) delete kept[name]
  return kept
}
