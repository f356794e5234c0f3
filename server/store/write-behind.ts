const delayMilliseconds = 1000

/** Writes what has accumulated in memory once a second, one write at a time. Idle while nothing accumulates. */
export class WriteBehind {
  readonly #write: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #last = Promise.resolve()

  /**
   * @param write takes what has accumulated and writes it. If it fails, it keeps what it took.
   * @param onError called when a write fails.
   */
  constructor(write: () => Promise<void>, onError: (error: unknown) => void) {
    this.#write = write
    this.#onError = onError
  }

  /** Schedules a write, unless one is scheduled. */
  schedule(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.flush(), delayMilliseconds)
    // In a browser a timer is a number and has no `unref`.
    this.#timer.unref?.()
  }

  /** Writes now. Resolves when the write is done or has failed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#last = this.#last.then(this.#write).catch(this.#onError)
    return this.#last
  }
}
