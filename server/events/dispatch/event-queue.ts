import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId } from '../../domain/ids.ts'

/** An event that has happened to an account. */
export type Happened = {
  account: AccountId
  event: SubscribableEvent
  /** To be called once every subscriber was told or could not be. */
  done: () => void
}

/**
 * Keeps events until the turn of the event loop in which they happened is over, so that the answers to
 * the calls that caused them are written first, and hands on all of a turn together.
 */
export class EventQueue {
  readonly #handle: (events: readonly Happened[]) => Promise<void>
  #waiting: Happened[] = []
  #handing: Promise<void> | undefined

  /** @param handle takes the events of a turn; never throws. */
  constructor(handle: (events: readonly Happened[]) => Promise<void>) {
    this.#handle = handle
  }

  add(happened: Happened): void {
    this.#waiting.push(happened)
    this.#handing ??= this.#handOn()
  }

  get isEmpty(): boolean {
    return this.#handing === undefined
  }

  /** Answers when every event has been handed on. */
  async empty(): Promise<void> {
    await this.#handing
  }

  async #handOn(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn()
      const events = this.#waiting
      this.#waiting = []
      await this.#handle(events)
    }
    this.#handing = undefined
  }
}
