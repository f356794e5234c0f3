import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId } from '../../domain/ids.ts'

/** A published event of an account. */
export type PublishedEvent = { account: AccountId; event: SubscribableEvent }

/**
 * Holds events until the next turn of the event loop, so that the responses to the requests that caused
 * them are written first. The events of one turn are handled together.
 */
export class EventQueue {
  readonly #handle: (events: readonly PublishedEvent[]) => Promise<void>
  #waiting: PublishedEvent[] = []
  #draining: Promise<void> | undefined

  /** @param handle handles the events of a turn. Must not throw. */
  constructor(handle: (events: readonly PublishedEvent[]) => Promise<void>) {
    this.#handle = handle
  }

  add(event: PublishedEvent): void {
    this.#waiting.push(event)
    this.#draining ??= this.#drain()
  }

  get isEmpty(): boolean {
    return this.#draining === undefined
  }

  /** Resolves when all events have been handled. */
  async drained(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn()
      const events = this.#waiting
      this.#waiting = []
      await this.#handle(events)
    }
    this.#draining = undefined
  }
}
