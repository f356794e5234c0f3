import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreFault } from '../store-error.ts'

/** How long a request may wait for the database in total, so that its response is sent within 5 s. */
export const limitMilliseconds = 4500

export const limitExceeded = (): StoreFault =>
  new StoreFault(
    'The database failed: a request waited for it for 4.5 seconds. Look for locks and slow statements in pg_stat_activity.',
  )

/** Limits how long the reads and writes of a request wait for the database, all together. */
export class RequestLimit {
  #left = limitMilliseconds
  /** When the reads and writes that wait now began to. */
  #since = performance.now()
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false
  /** Whether the request has waited for too long. Its work must stop. */
  isOver = false
  /** Called when the request has waited for too long. */
  readonly #waiting = new Set<() => void>()
  readonly #listeners = new Set<() => void>()

  /** Whether the response has been made. What still runs then is not limited. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Runs a read or a write. @throws {StoreFault} when the request has waited for too long. */
  wait<T>(run: () => Promise<T>): Promise<T> {
    if (this.isOver) return Promise.reject(limitExceeded())
    if (this.#waiting.size === 0) this.#begin()
    return new Promise((resolve, reject) => {
      const isLate = () => reject(limitExceeded())
      this.#waiting.add(isLate)
      const settle = () => {
        this.#waiting.delete(isLate)
        if (this.#waiting.size === 0) this.#pause()
      }
      run().then(
        (value) => {
          settle()
          resolve(value)
        },
        (error: unknown) => {
          settle()
          reject(error)
        },
      )
    })
  }

  /** Calls a function if the request waits for too long. Returns a function that prevents the call. */
  onOver(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
  }

  #begin(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(() => {
      this.isOver = true
      for (const call of [...this.#waiting, ...this.#listeners]) call()
    }, Math.ceil(this.#left))
  }

  #pause(): void {
    this.#left -= performance.now() - this.#since
    clearTimeout(this.#timer)
  }
}

/** What a transaction needs of the limit of its request. */
export type Limit = Pick<RequestLimit, 'isOver' | 'onOver'>

const current = new AsyncLocalStorage<RequestLimit>()

/** Returns the limit of the request that the caller works for. */
export const requestLimit = (): RequestLimit | undefined => {
  const limit = current.getStore()
  return limit?.hasEnded ? undefined : limit
}

/** Runs the work of a request, whose reads and writes fail when they have waited for 4.5 seconds in total. */
export const runRequest = <T>(work: () => T): T => {
  const limit = new RequestLimit()
  const result = current.run(limit, work)
  if (result instanceof Promise) {
    const end = () => limit.end()
    result.then(end, end)
  } else limit.end()
  return result
}
