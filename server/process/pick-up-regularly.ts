import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from '../events/dispatch/dispatcher.ts'

/** Milliseconds until the server delivers what another process queued and did not deliver. */
export const everyMilliseconds = 5000

/**
 * Delivers what other processes have queued, now and regularly.
 * @returns a function that ends it.
 */
export const pickUpRegularly = (dispatcher: Pick<Dispatcher, 'pickUp'>): (() => Promise<void>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async () => {
    while (!signal.aborted) {
      await dispatcher.pickUp()
      await wait(everyMilliseconds, undefined, { signal }).catch(() => {})
    }
  }
  const repeating = repeat()
  return () => {
    stopping.abort()
    return repeating
  }
}
