import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { settleMicrotasks, Task } from './task.ts'

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
  now = Date.UTC(2030, 0, 1)
  /** Number of callbacks that have run. Orders events of the same millisecond. */
  turn = 0
  /** Called with an error that would end a real process. */
  onUncaught: (error: unknown) => void = () => {}
  /** Waits until the process is idle. Time does not advance meanwhile. */
  settle: () => Promise<void> = settleMicrotasks
  #immediates: Task[] = []
  #timers: Task[] = []

  /** Replaces the process's clocks and timers. There is no way back. */
  install(): void {
    const later =
      (repeats: boolean) =>
      (call: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
        const delay = Math.max(1, Number(ms) || 0)
        const task = new Task(() => call(...given), this.now + delay, repeats ? delay : undefined)
        task.refresh = () => {
          this.#timers = this.#timers.filter((other) => other !== task)
          task.at = this.now + delay
          return this.#add(task)
        }
        return this.#add(task)
      }
    const immediate = (call: (...given: unknown[]) => void, ...given: unknown[]) => {
      const task = new Task(() => call(...given), this.now)
      this.#immediates.push(task)
      return task
    }
    const clear = (task: unknown) => {
      if (task instanceof Task) task.at = undefined
    }
    const functions = {
      setTimeout: later(false),
      setInterval: later(true),
      setImmediate: immediate,
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
      setImmediate: (value?: unknown) => new Promise((resolve) => immediate(() => resolve(value))),
    })
    Object.assign(Date, { now: () => Math.floor(this.now) })
    Object.assign(performance, { now: () => this.now - Date.UTC(2030, 0, 1) })
    Object.assign(os, { uptime: () => (this.now - Date.UTC(2030, 0, 1)) / 1000 })
    syncBuiltinESMExports()
  }

  /** Drops all callbacks, as the end of a process does. */
  clear(): void {
    this.#immediates = []
    this.#timers = []
  }

  /** Calls back after some milliseconds of the simulation. */
  after(ms: number, call: () => void): void {
    this.#add(new Task(call, this.now + ms))
  }

  /**
   * Runs callbacks in the order of Node's event loop.
   * @param done ends the run early.
   * @param milliseconds how far the clock may advance to the next timer.
   */
  async run(milliseconds: number, done: () => boolean = () => false): Promise<void> {
    const end = this.now + milliseconds
    await this.settle()
    let spins = 0
    while (!done()) {
      const next = this.#timers.find(({ at }) => at !== undefined)?.at
      if (next !== undefined && next <= Math.min(this.now, end)) await this.#runTimers()
      else if (await this.#runImmediates()) {
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
    // Cleared timers have no time, so they say nothing about the order.
    const before = this.#timers.findLastIndex((other) => other.at !== undefined && other.at <= at)
    this.#timers.splice(before + 1, 0, task)
    return task
  }

  async #runImmediates(): Promise<boolean> {
    const due = this.#immediates
    if (due.length === 0) return false
    this.#immediates = []
    for (const task of due) await this.#call(task)
    return true
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
    await this.settle()
  }
}
