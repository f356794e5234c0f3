/** How late what is written behind is written. */
const milliseconds = 1000

/** Writes what has gathered in memory once a second, while anything gathers, one write at a time. */
export class WriteBehind {
  readonly #write: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #busy = 0

  /** @param onError told when a write fails; what was to be written is the writer's to keep. */
  constructor(write: () => Promise<void>, onError: (error: unknown) => void) {
    this.#write = write
    this.#onError = onError
  }

  /** Whether nothing is being written or waits to be. */
  get isIdle(): boolean {
    return this.#timer === undefined && this.#busy === 0
  }

  /** Has it written in a second, together with whatever gathers until then. */
  soon(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.now(), milliseconds)
    // A browser's timers keep nothing alive, and are numbers.
    this.#timer.unref?.()
  }

  /** Writes now; answers when it is done, or has failed. */
  async now(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.inTurn(this.#write).catch(this.#onError)
  }

  /** Does something while nothing is being written. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++
    const done = this.#last.then(work).finally(() => this.#busy--)
    this.#last = done.catch(() => {})
    return done
  }
}
