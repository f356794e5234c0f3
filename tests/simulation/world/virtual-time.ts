import os from 'node:os'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'

type Callback = (...given: unknown[]) => void

/** A callback of the server that waits for its turn. */
class Task {
  readonly run: () => void
  readonly repeat: number | undefined
  /** When it is due, in milliseconds of the simulation. Undefined once it has run or was cleared. */
  at: number | undefined

  constructor(run: () => void, at: number, repeat?: number) {
    this.run = run
    this.at = at
    this.repeat = repeat
  }

  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => true
  /** Begins the delay of a timer again. */
  refresh = (): this => this
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
const mostSpins = 30_000

/**
 * The clock, timers and immediates of the simulated process. Time passes only when `run` finds
 * nothing else to do, so that a run depends on nothing but its steps.
 */
export class VirtualTime {
  /** Milliseconds since the Unix epoch. Never decreases. */
  now = epoch
  /** Number of callbacks that have run. */
  turn = 0
  #moment = 0
  /** Called with an error that would end a real process. */
  onUncaught: (error: unknown) => void = () => {}
  #immediates: Task[] = []
  #timers: Task[] = []
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
    const timer = (repeats: boolean, call: Callback, ms: unknown, given: unknown[]) => {
      const delay = Math.max(1, Number(ms) || 0)
      const task = new Task(() => call(...given), this.now + delay, repeats ? delay : undefined)
      task.refresh = () => {
        this.#timers = this.#timers.filter((other) => other !== task)
        task.at = this.now + delay
        return this.#add(task)
      }
      return this.#add(task)
    }
    const clear = (task: unknown) => {
      if (task instanceof Task) task.at = undefined
    }
    const functions = {
      setTimeout: (call: Callback, ms?: number, ...given: unknown[]) =>
        timer(false, call, ms, given),
      setInterval: (call: Callback, ms?: number, ...given: unknown[]) =>
        timer(true, call, ms, given),
      setImmediate: (call: Callback, ...given: unknown[]) => {
        const task = new Task(() => call(...given), this.now)
        this.#immediates.push(task)
        return task
      },
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
    this.#immediates = []
    this.#timers = []
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
      const next = this.#timers.find(({ at }) => at !== undefined)?.at
      if (next !== undefined && next <= Math.min(this.now, end)) await this.#runTimers()
      else if (this.#immediates.length > 0) {
        for (const task of this.#immediates.splice(0)) await this.#call(task)
        this.now += turnMilliseconds
        if (++spins > mostSpins) throw new Error('The process never becomes idle')
      } else if (next === undefined || next > end) break
      else {
        this.now = next
        spins = 0
      }
    }
    if (!done()) this.now = Math.max(this.now, end)
  }

  /** Runs until a promise settles. @throws what the promise rejects with, or when it does not settle. */
  async until<T>(promise: Promise<T>, milliseconds = 60_000): Promise<T> {
    let settled = false
    const mark = () => {
      settled = true
    }
    promise.then(mark, mark)
    await this.run(milliseconds, () => settled)
    if (!settled) throw new Error(`Nothing happened within ${milliseconds / 1000} seconds`)
    return promise
  }

  #add(task: Task): Task {
    const at = task.at ?? this.now
    // Cleared timers have no time, so they do not affect the order.
    const before = this.#timers.findLastIndex((other) => other.at !== undefined && other.at <= at)
    this.#timers.splice(before + 1, 0, task)
    return task
  }

  async #runTimers(): Promise<void> {
    const due = this.#timers.filter(({ at }) => at === undefined || at <= this.now)
    this.#timers = this.#timers.filter((task) => !due.includes(task))
    for (const task of due) {
      // One of the others may have cleared or refreshed it.
      if (task.at === undefined || task.at > this.now) continue
      await this.#call(task)
      if (task.at === undefined || task.repeat === undefined) continue
      task.at = this.now + task.repeat
      this.#add(task)
    }
  }

  async #call(task: Task): Promise<void> {
    if (task.at === undefined) return
    if (task.repeat === undefined) task.at = undefined
    this.turn++
    try {
      task.run()
    } catch (error) {
      this.onUncaught(error)
    }
    await settleMicrotasks()
  }
}
