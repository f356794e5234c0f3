import { StoreFault } from './store.ts'

/** Observes the faults of a store, for example to log them. */
export type StoreObserver = {
  /** Called at the first failure, then once a second with the number of failures since. */
  failed(fault: StoreFault, failures: number): void
  /** Called when everything that failed succeeds again. */
  recovered(): void
}

export const noStoreObserver: StoreObserver = { failed: () => {}, recovered: () => {} }

const probeMilliseconds = 500
const ticksPerReport = 2

/** Counts the faults of a store. Twice a second, while there are no new ones, probes whether they are over. */
export class FaultMonitor {
  readonly #observer: StoreObserver
  readonly #probe: () => Promise<void>
  /** Failures since the last report, by message. */
  readonly #failures = new Map<string, { fault: StoreFault; count: number }>()
  #timer: NodeJS.Timeout | undefined
  #ticks = 0
  #isProbing = false
  #hasNewFailure = false

  /** @param probe throws while a fault lasts. */
  constructor(observer: StoreObserver, probe: () => Promise<void>) {
    this.#observer = observer
    this.#probe = probe
  }

  /** Whether no fault has occurred or all are over. */
  get isHealthy(): boolean {
    return this.#timer === undefined
  }

  /** Counts a failed read or write. Ignores errors that are no faults. */
  note(error: unknown): void {
    if (!(error instanceof StoreFault)) return
    this.#hasNewFailure = true
    const failures = this.#failures.get(error.message)
    if (failures) failures.count++
    else {
      this.#failures.set(error.message, { fault: error, count: 0 })
      this.#observer.failed(error, 1)
    }
    this.#timer ??= setInterval(() => void this.#tick(), probeMilliseconds).unref()
  }

  /** Reports the last failures and ends the probes. */
  stop(): void {
    this.#report()
    clearInterval(this.#timer)
  }

  #report(): void {
    for (const failures of this.#failures.values()) {
      if (failures.count > 0) this.#observer.failed(failures.fault, failures.count)
      failures.count = 0
    }
  }

  async #tick(): Promise<void> {
    if (++this.#ticks % ticksPerReport === 0) this.#report()
    if (this.#isProbing) return
    if (this.#hasNewFailure) {
      this.#hasNewFailure = false
      return
    }
    this.#isProbing = true
    try {
      await this.#probe()
      if (this.#timer && !this.#hasNewFailure) this.#recover()
    } catch {
      // The next probe tries again.
    } finally {
      this.#isProbing = false
    }
  }

  #recover(): void {
    this.#report()
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#failures.clear()
    this.#observer.recovered()
  }
}
