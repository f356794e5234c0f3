import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Counts } from '../files/import-rows.ts'
import { ProviderError } from './fulfillment-provider.ts'
import type { PollTurns } from './poll-turns.ts'

type Options = {
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
export const startPoller = ({ poll, seconds, log, turns, wait = waitFor }: Options): Poller => {
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
