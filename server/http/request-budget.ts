import type { Clock } from '../domain/clock.ts'
import type { Counted } from '../store/request-log.ts'

/** What is left of an address's budget, this request counted if it was allowed. */
export type Budget = {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the oldest tracked request leaves the window. */
  reset: number
  /** The same as a Unix time. */
  resetAt: number
}

/** Where the log of counted requests is kept. */
export type RequestLog = {
  requestsOf(address: string, after: number): Promise<{ second: number; requests: number }[]>
  logRequests(counted: readonly Counted[], forgetUntil: number): Promise<void>
}

export type BudgetOptions = {
  /** Requests in a window. */
  limit: number
  windowSeconds: number
  clock: Clock
  log: RequestLog
  /** Told when the log cannot be written; what was counted is kept and written later. */
  onError(error: unknown): void
}

/** An address's requests: how many in each second, oldest first, from `first` on. */
type Window = { counts: Counted[]; first: number; total: number; unsaved: Counted | undefined }

/** Addresses kept in memory; others are read from the log when they are seen again. */
const mostWindows = 100_000
const saveMilliseconds = 1000

/**
 * A rolling window for each client address (specification §8). Requests are counted in memory and
 * written to the log at most a second later, so that a restart does not refill the budget. A second
 * is the unit: all requests of one second leave the window together.
 */
export class RequestBudget {
  readonly #options: BudgetOptions
  readonly #windows = new Map<string, Window>()
  readonly #reading = new Map<string, Promise<Window>>()
  #unsaved = new Set<Counted>()
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Counts a request against an address's budget, unless it is used up. */
  take(address: string): Budget | Promise<Budget> {
    const window = this.#windows.get(address)
    return window ? this.#count(address, window) : this.#takeFirst(address)
  }

  /** What an address has left; nothing is counted. */
  async look(address: string): Promise<Budget> {
    const window = this.#windows.get(address) ?? (await this.#read(address))
    return this.#count(address, window, false)
  }

  /** What can be said of an address whose requests cannot be read: the headers come on every response. */
  untracked(): Budget {
    const { limit, windowSeconds } = this.#options
    const resetAt = this.#second() + windowSeconds
    return { allowed: true, limit, remaining: limit, reset: windowSeconds, resetAt }
  }

  /** Writes what has not been written yet. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counted = [...this.#unsaved]
    this.#unsaved = new Set()
    const previous = this.#saving
    this.#saving = previous.then(() => this.#write(counted))
    await this.#saving
    this.#forget()
  }

  async #takeFirst(address: string): Promise<Budget> {
    let reading = this.#reading.get(address)
    if (!reading) {
      reading = this.#read(address)
      this.#reading.set(address, reading)
    }
    try {
      const window = await reading
      return this.#count(address, window)
    } finally {
      this.#reading.delete(address)
    }
  }

  async #read(address: string): Promise<Window> {
    await this.#saving
    const after = this.#second() - this.#options.windowSeconds
    const rows = await this.#options.log.requestsOf(address, after)
    const counts = rows.map((row) => ({ address, ...row }))
    const total = counts.reduce((sum, { requests }) => sum + requests, 0)
    const window = { counts, first: 0, total, unsaved: undefined }
    this.#windows.set(address, window)
    return window
  }

  #second(): number {
    return Math.floor(this.#options.clock() / 1000)
  }

  #count(address: string, window: Window, isRequest = true): Budget {
    const { limit, windowSeconds } = this.#options
    const newest = window.counts.at(-1)
    // A clock that is set back must not reorder the log.
    const now = Math.max(this.#second(), newest?.second ?? 0)
    this.#roll(window, now - windowSeconds)
    const allowed = window.total < limit
    if (allowed && isRequest) this.#add(address, window, now)
    const oldest = window.counts[window.first]?.second ?? now
    const resetAt = oldest + windowSeconds
    return {
      allowed,
      limit,
      remaining: Math.max(limit - window.total, 0),
      reset: resetAt - now,
      resetAt,
    }
  }

  #roll(window: Window, until: number): void {
    for (;;) {
      const oldest = window.counts[window.first]
      if (!oldest || oldest.second > until) break
      window.total -= oldest.requests
      window.first++
    }
    if (window.first > 64 && window.first * 2 > window.counts.length) {
      window.counts = window.counts.slice(window.first)
      window.first = 0
    }
  }

  #add(address: string, window: Window, now: number): void {
    window.total++
    const newest = window.counts.at(-1)
    if (newest?.second === now) newest.requests++
    else window.counts.push({ address, second: now, requests: 1 })
    if (window.unsaved?.second === now && this.#unsaved.has(window.unsaved))
      window.unsaved.requests++
    else {
      window.unsaved = { address, second: now, requests: 1 }
      this.#unsaved.add(window.unsaved)
    }
    this.#timer ??= setTimeout(() => void this.save(), saveMilliseconds)
    // A browser's timers keep nothing alive, and are numbers.
    this.#timer.unref?.()
  }

  async #write(counted: readonly Counted[]): Promise<void> {
    if (counted.length === 0) return
    try {
      await this.#options.log.logRequests(counted, this.#second() - this.#options.windowSeconds)
    } catch (error) {
      for (const each of counted) this.#unsaved.add(each)
      this.#options.onError(error)
    }
  }

  /** The addresses that came first are let go first; the log remembers them. */
  #forget(): void {
    for (const [address, { unsaved }] of this.#windows) {
      if (this.#windows.size <= mostWindows) return
      if (!unsaved || !this.#unsaved.has(unsaved)) this.#windows.delete(address)
    }
  }
}
