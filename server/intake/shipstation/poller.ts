import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId } from '../../domain/ids.ts'
import { takePollTurn } from '../../store/intake/provider-polls.ts'
import type { Store } from '../../store/store.ts'
import type { Counts } from '../files/import-rows.ts'
import { ProviderError } from './sync.ts'

/** Lets one of several nodes poll at a time. */
type PollTurns = {
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

type PollerOptions = {
  /** Polls once. */
  poll: (signal: AbortSignal) => Promise<Counts>
  /** Seconds between two polls. */
  seconds: number
  log: Logger
  /** Lets one node poll at a time. */
  turns: PollTurns
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** A loop that polls until it is stopped. */
export type Poller = {
  /** Stops after the current batch of orders. */
  stop(): Promise<void>
}

/** The longest pause in seconds after repeated failures. */
export const maxSeconds = 3600

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal, ref: false })

/**
 * Polls now and then repeatedly, one poll at a time. A failed poll is logged and doubles the pause
 * before the next one. While another node polls, waits for its turn.
 */
export const startPoller = ({
  poll,
  seconds,
  log,
  turns,
  wait = waitFor,
}: PollerOptions): Poller => {
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  /** Polls if no other node does. Returns the seconds until the next attempt. */
  const pollOnce = async (): Promise<number> => {
    try {
      const left = await turns.take()
      if (left > 0) return Math.min(left / 1000, seconds)
      const counts = await poll(signal)
      failures = 0
      const level = counts.created + counts.updated + counts.refused > 0 ? 'info' : 'debug'
      log[level](counts, 'orders synced with the provider')
    } catch (error) {
      if (signal.aborted) return 0
      failures++
      const reason = error instanceof ProviderError ? { reason: error.message } : { err: error }
      log.warn({ ...reason, failures }, 'orders could not be synced with the provider')
    }
    // If this fails, the turn ends by itself.
    await turns.pass(seconds * 1000).catch(() => {})
    return Math.max(seconds, Math.min(seconds * 2 ** failures, maxSeconds))
  }

  const pollUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      const pause = await pollOnce()
      // A stop rejects the wait.
      await wait(pause * 1000, signal).catch(() => {})
    }
    await turns.pass(0).catch(() => {})
  }

  const done = pollUntilStopped()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
