import { randomUUID } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId } from '../../domain/ids.ts'
import { takePollTurn } from '../../store/intake/provider-polls.ts'
import type { Store } from '../../store/store.ts'

/** Lets one of several nodes poll at a time. */
export type PollTurns = {
  /** Takes the turn until it is passed on. Returns the milliseconds until another node's turn ends, or 0. */
  take(): Promise<number>
  /** Passes the turn on. No other node polls for so many milliseconds. */
  pass(milliseconds: number): Promise<void>
}

/** Another node takes over when the one that polls has not extended its turn for so long. */
export const turnMilliseconds = 60_000

type Options = { store: Store; clock: Clock; account: AccountId; provider: string }

/**
 * Creates the turns of a node, kept in the database. A node that polls extends its turn regularly, so
 * that of one that hangs or was killed ends. If it polls again then, two nodes may poll at once: imports
 * are idempotent.
 */
export const pollTurns = ({ store, clock, account, provider }: Options): PollTurns => {
  const node = randomUUID()
  let extending: NodeJS.Timeout | undefined
  const set = (milliseconds: number): Promise<number | undefined> => {
    const now = clock()
    return store.write((transaction) =>
      takePollTurn(transaction, { account, provider, node, now, nextAt: now + milliseconds }),
    )
  }
  return {
    take: async () => {
      const nextAt = await set(turnMilliseconds)
      if (nextAt !== undefined) return Math.max(nextAt - clock(), 1)
      extending = setInterval(() => {
        // If it fails, the turn ends, and so does the poll, by the same failure.
        set(turnMilliseconds).catch(() => {})
      }, turnMilliseconds / 3).unref()
      return 0
    },
    pass: async (milliseconds) => {
      clearInterval(extending)
      await set(milliseconds)
    },
  }
}
