const delayMilliseconds = 1000

/** Writes what has accumulated in memory once a second, one write at a time. Idle while nothing accumulates. */
export class WriteBehind {
  readonly #write: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #pending = 0

  /**
   * @param write takes what has accumulated and writes it. If it fails, it keeps what it took.
   * @param onError called when a write fails.
   */
  constructor(write: () => Promise<void>, onError: (error: unknown) => void) {
    this.#write = write
    this.#onError = onError
  }

  /** Whether no write is scheduled or running. */
  get isIdle(): boolean {
    return this.#timer === undefined && this.#pending === 0
  }

  /**
   * Schedules a write, unless one is scheduled.
   * @param delay returns the milliseconds until the write. Default: one second.
   */
  schedule(delay = () => delayMilliseconds): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.flush(), delay())
    // In a browser a timer is a number and has no `unref`.
    this.#timer.unref?.()
  }

  /** Writes now. Resolves when the write is done or has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.runExclusive(this.#write).catch(this.#onError)
  }

  /** Runs work while no write is running. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#pending++
    const done = this.#last.then(work).finally(() => this.#pending--)
    this.#last = done.catch(() => {})
    return done
  }
}
