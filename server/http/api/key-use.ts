import { type Clock, timestamp } from '../../domain/clock.ts'
import { WriteBehind } from '../rate-limit/write-behind.ts'

const minute = 60_000

export type KeyUseOptions = {
  clock: Clock
  /** Records when keys were used, by their ids. */
  record(used: ReadonlyMap<string, string>): Promise<void>
  /** Told when that fails; it is tried again. */
  onError(error: unknown): void
}

/**
 * When keys were used last, to the minute. A key is written at most once a minute, at most a second
 * after it was used, together with others: a request writes nothing.
 */
export class KeyUse {
  readonly #options: KeyUseOptions
  readonly #behind: WriteBehind
  #used = new Map<string, string>()
  #minute = { number: Number.NaN, text: '' }

  constructor(options: KeyUseOptions) {
    this.#options = options
    this.#behind = new WriteBehind(() => this.#write(), options.onError)
  }

  /**
   * Notes that a key was used now.
   * @param lastUsedAt what is written of it already.
   */
  note(key: string, lastUsedAt: string | null): void {
    const now = this.#now()
    if (lastUsedAt !== null && lastUsedAt >= now) return
    this.#used.set(key, now)
    this.#behind.soon()
  }

  /** Writes what has not been written yet. */
  async save(): Promise<void> {
    await this.#behind.now()
  }

  /** The minute that it is, written once for all requests in it. */
  #now(): string {
    const number = Math.floor(this.#options.clock() / minute)
    if (number !== this.#minute.number) this.#minute = { number, text: timestamp(number * minute) }
    return this.#minute.text
  }

  async #write(): Promise<void> {
    const used = this.#used
    if (used.size === 0) return
    this.#used = new Map()
    try {
      await this.#options.record(used)
    } catch (error) {
      this.#used = new Map([...used, ...this.#used])
      this.#behind.soon()
      throw error
    }
  }
}
