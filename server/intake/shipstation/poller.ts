import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Counts } from '../files/import-rows.ts'
import { ProviderError } from './fulfillment-provider.ts'

type Options = {
  /** Polls once. */
  poll: (signal: AbortSignal) => Promise<Counts>
  /** How long it rests between two polls. */
  seconds: number
  log: Logger
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Something that polls until it is stopped. */
export type Poller = {
  /** Ends it after the orders under way. */
  stop(): Promise<void>
}

/** A provider that fails is asked less and less often, but so often at least. */
const mostSeconds = 3600

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal, ref: false })

/**
 * Polls at once, and again some time after each poll has ended: never two at a time. A poll that fails
 * is logged; the next one waits twice as long.
 */
export const startPoller = ({ poll, seconds, log, wait = waitFor }: Options): Poller => {
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  const pollOnce = async (): Promise<void> => {
    try {
      const counts = await poll(signal)
      failures = 0
      const level = counts.created + counts.updated + counts.refused > 0 ? 'info' : 'debug'
      log[level](counts, 'orders were synced with the provider')
    } catch (error) {
      if (signal.aborted) return
      failures++
      const reason = error instanceof ProviderError ? { reason: error.message } : { err: error }
      log.warn({ ...reason, failures }, 'orders cannot be synced with the provider')
    }
  }

  const pollUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      await pollOnce()
      const rest = Math.max(seconds, Math.min(seconds * 2 ** failures, mostSeconds))
      // Stopping ends a rest by failing it.
      await wait(rest * 1000, signal).catch(() => {})
    }
  }

  const done = pollUntilStopped()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
