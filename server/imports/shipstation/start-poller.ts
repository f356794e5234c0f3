import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { timestamp } from '../../domain/clock.ts'
import { findNextPoll, takePollTurn } from '../../store/provider-polls.ts'
import { ProviderError } from './client.ts'
import { provider } from './mapping.ts'
import { type SyncServices, syncOrders } from './sync-orders.ts'

/** Another node takes over when the one that polls has not extended its turn for so long. */
const turnMilliseconds = 60_000

/** Clocks of nodes differ by less, in milliseconds. */
const clockTolerance = 60_000

/** The longest pause in seconds after repeated failures. */
const maxSeconds = 3600

/**
 * Polls now and then every so many seconds, one poll at a time. A failed poll is logged and doubles the
 * pause before the next one.
 *
 * One of several nodes polls at a time. It extends its turn, which is kept in the database, regularly, so
 * that of a node that hangs or was killed ends. If it polls again then, two nodes may poll at once: imports
 * are idempotent.
 */
export const startPoller = (
  services: SyncServices,
  seconds: number,
  wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    sleep(milliseconds, undefined, { signal, ref: false }),
) => {
  const { store, clock, importer, log } = services
  const node = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  /** No turn that a right clock has set ends later. */
  const latestTurn = () => clock() + Math.max(turnMilliseconds, seconds * 1000) + clockTolerance

  /** Keeps the other nodes from polling for so many milliseconds. Returns when another's turn ends. */
  const takeTurn = (milliseconds: number): Promise<number | undefined> => {
    const now = clock()
    const latest = latestTurn()
    const nextAt = now + milliseconds
    const turn = { account: importer.account, provider, node, now, nextAt, latest }
    return store.write((transaction) => takePollTurn(transaction, turn))
  }

  const syncInTurn = async (): Promise<void> => {
    const extending = setInterval(() => {
      // If it fails, the turn ends, and so does the poll, by the same failure.
      takeTurn(turnMilliseconds).catch(() => {})
    }, turnMilliseconds / 3).unref()
    try {
      const summary = await syncOrders(services, signal)
      const { created, updated, rejected } = summary
      const level = created + updated + rejected > 0 ? 'info' : 'debug'
      log[level](summary, 'Orders synced with the provider')
    } finally {
      clearInterval(extending)
    }
  }

  /** Polls if no other node does. Returns the seconds until the next attempt. */
  const pollOnce = async (): Promise<number> => {
    try {
      const given = (await findNextPoll(store, importer.account, provider)) ?? 0
      if (given > latestTurn())
        log.warn(
          { until: timestamp(given) },
          'A clock that was ahead has kept the provider from being polled. Polling goes on',
        )
      const nextAt = await takeTurn(turnMilliseconds)
      if (nextAt !== undefined) return Math.min(Math.max(nextAt - clock(), 1) / 1000, seconds)
      await syncInTurn()
      failures = 0
    } catch (error) {
      if (signal.aborted) return 0
      failures++
      const reason = error instanceof ProviderError ? { reason: error.message } : { err: error }
      log.warn({ ...reason, failures }, 'Orders could not be synced with the provider')
    }
    // If this fails, the turn ends by itself.
    await takeTurn(seconds * 1000).catch(() => {})
    return Math.max(seconds, Math.min(seconds * 2 ** failures, maxSeconds))
  }

  const pollUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      const pause = await pollOnce()
      // A stop rejects the wait.
      await wait(pause * 1000, signal).catch(() => {})
    }
    await takeTurn(0).catch(() => {})
  }

  const done = pollUntilStopped()
  return {
    /** Stops after the current batch of orders. */
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
