import { type Clock, timestamp } from '../../domain/clock.ts'
import type { KeyId } from '../../domain/ids.ts'
import { WriteBehind } from '../../store/engine/write-behind.ts'

const minute = 60_000

export type KeyUseOptions = {
  clock: Clock
  /** Writes when keys were last used, by key id. */
  record(used: ReadonlyMap<KeyId, string>): Promise<void>
  /** Called when `record` fails. It is retried. */
  onError(error: unknown): void
}

/**
 * Records when each key was last used, to the minute. A key is written at most once a minute, in a
 * batch, at most a second after its use. A request itself writes nothing.
 */
export class KeyUse {
  readonly #options: KeyUseOptions
  readonly #writeBehind: WriteBehind
  #used = new Map<KeyId, string>()
  #minute = { number: Number.NaN, text: '' }

  constructor(options: KeyUseOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  /**
   * Records that a key was used now.
   * @param lastUsedAt the stored value.
   */
  note(key: KeyId, lastUsedAt: string | null): void {
    const now = this.#now()
    if (lastUsedAt !== null && lastUsedAt >= now) return
    this.#used.set(key, now)
    this.#writeBehind.schedule()
  }

  /** Writes all recorded uses. */
  async save(): Promise<void> {
    await this.#writeBehind.flush()
  }

  /** Returns the current minute as a timestamp, formatted once per minute. */
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
      this.#writeBehind.schedule()
      throw error
    }
  }
}
