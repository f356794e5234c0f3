import os from 'node:os'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'

/** A timer or an immediate of the server. */
class Task {
  readonly run: () => void
  /** Milliseconds of its delay. */
  readonly delay: number
  readonly repeats: boolean
  readonly #time: VirtualTime
  /** When it is due. */
  at: number

  constructor(time: VirtualTime, run: () => void, delay: number, repeats = false) {
    this.#time = time
    this.run = run
    this.delay = delay
    this.repeats = repeats
    this.at = time.now + delay
  }

  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => true
  /** Begins the delay again. */
  refresh = (): this => {
    this.at = this.#time.now + this.delay
    return this
  }
}

const realImmediate = setImmediate
/** Runs all microtasks, `process.nextTick` callbacks and in-memory streams to their end. */
export const settleMicrotasks = (): Promise<void> =>
  new Promise((resolve) => realImmediate(resolve))

/** The first moment of the simulation. */
const epoch = Date.UTC(2030, 0, 1)
/** Milliseconds that a turn of the event loop takes. */
const turnMilliseconds = 0.1
/** Turns without a pause after which a process that found no end of its work never will. */
const maxSpins = 30_000

type Callback = (...given: unknown[]) => void

/**
 * The clock, timers and immediates of the simulated process. Time passes only when `run` finds
 * nothing else to do, so that a run depends on nothing but its steps.
 */
export class VirtualTime {
  /** Milliseconds since the Unix epoch. Never decreases. */
  now = epoch
  /** Number of callbacks that have run. */
  turn = 0
  /** Called with an error that would end a real process. */
  onUncaught: (error: unknown) => void = () => {}
  readonly #immediates = new Set<Task>()
  readonly #timers = new Set<Task>()
  #moment = 0
  /** Milliseconds by which the wall clock was set. */
  #set = 0

  /** A number that orders what a run sees: greater each time. Its whole part is the turn. */
  get moment(): number {
    this.#moment = Math.max(this.turn, this.#moment + 1e-6)
    return this.#moment
  }

  /** Sets the wall clock forward or back. Timers and other clocks do not change. */
  setClock(milliseconds: number): void {
    this.#set += milliseconds
  }

  /** Replaces the process's clocks and timers. They cannot be restored. */
  install(): void {
    const start = (tasks: Set<Task>, call: () => void, delay: number, repeats = false) => {
      const task = new Task(this, call, delay, repeats)
      tasks.add(task)
      return task
    }
    const clear = (task: unknown) => {
      if (!(task instanceof Task)) return
      this.#timers.delete(task)
      this.#immediates.delete(task)
    }
    const atLeast1 = (ms: unknown) => Math.max(1, Number(ms) || 0)
    const functions = {
      setTimeout: (call: Callback, ms?: number, ...given: unknown[]) =>
        start(this.#timers, () => call(...given), atLeast1(ms)),
      setInterval: (call: Callback, ms?: number, ...given: unknown[]) =>
        start(this.#timers, () => call(...given), atLeast1(ms), true),
      setImmediate: (call: Callback, ...given: unknown[]) =>
        start(this.#immediates, () => call(...given), 0),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    }
    Object.assign(globalThis, functions)
    Object.assign(timers, functions)
    Object.assign(timersPromises, {
      setTimeout: (ms: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise((resolve, reject) => {
          functions.setTimeout(() => resolve(value), ms)
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
      setImmediate: (value?: unknown) =>
        new Promise((resolve) => functions.setImmediate(() => resolve(value))),
    })
    // All clocks show whole milliseconds. Otherwise their seconds begin at different moments.
    Object.assign(Date, { now: () => Math.floor(this.now + this.#set) })
    Object.assign(performance, { now: () => Math.floor(this.now) - epoch })
    Object.assign(os, { uptime: () => (Math.floor(this.now) - epoch) / 1000 })
  }

  /** Drops all callbacks, as the end of a process does. */
  clear(): void {
    this.#immediates.clear()
    this.#timers.clear()
  }

  /** Starts another day, with the right time. Ids sort by time, also those of different runs. */
  startDay(): void {
    this.clear()
    this.#set = 0
    this.now = (Math.floor(this.now / 86_400_000) + 1) * 86_400_000
  }

  /**
   * Runs callbacks in the order of Node's event loop.
   * @param done ends the run early.
   * @param milliseconds how far the clock may advance to the next timer.
   */
  async run(milliseconds: number, done: () => boolean = () => false): Promise<void> {
    const end = this.now + milliseconds
    await settleMicrotasks()
    let spins = 0
    while (!done()) {
      const next = this.#nextTimer
      if (next && next.at <= Math.min(this.now, end)) {
        if (next.repeats) next.refresh()
        else this.#timers.delete(next)
        await this.#call(next)
      } else if (this.#immediates.size > 0) {
        for (const task of [...this.#immediates])
          if (this.#immediates.delete(task)) await this.#call(task)
        this.now += turnMilliseconds
        if (++spins > maxSpins) throw new Error('The process never becomes idle')
      } else if (!next || next.at > end) break
      else {
        this.now = next.at
        spins = 0
      }
    }
    if (!done()) this.now = Math.max(this.now, end)
  }

  /** Runs until a promise settles. @throws what the promise rejects with, or when it does not settle. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    const mark = () => {
      settled = true
    }
    promise.then(mark, mark)
    await this.run(60_000, () => settled)
    if (!settled) throw new Error('Nothing happened within a minute')
    return promise
  }

  /** The timer that is due first. Of several, the one that was started first. */
  get #nextTimer(): Task | undefined {
    let next: Task | undefined
    for (const timer of this.#timers) if (!next || timer.at < next.at) next = timer
    return next
  }

  async #call({ run }: Task): Promise<void> {
    this.turn++
    try {
      run()
    } catch (error) {
      this.onUncaught(error)
    }
    await settleMicrotasks()
  }
}
