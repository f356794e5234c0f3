import { isDeepStrictEqual } from 'node:util'
import type { VirtualTime } from '../world/virtual-time.ts'

/** A value that a change sets, from the moment at which the change begins. */
type Version<T> = {
  /** Undefined while only the server knows it. */
  value: T | undefined
  from: number
  /** When the change was acknowledged. Infinite while it was not. */
  acknowledged: number
  /** When a later change was acknowledged. */
  until: number
}

/** A change that has begun. Without an outcome, it may have happened or not. */
export type Change<T> = {
  /** The change was acknowledged. @param value that it has set, if it was not known before. */
  happened(value?: T): void
  rejected(): void
}

/**
 * A value as clients know it, who change it concurrently and do not learn the outcome of each change. A
 * value counts as possible from the begin of its change. It no longer does once a change that began after
 * its acknowledgement is acknowledged too.
 */
export class Register<T> {
  /** Milliseconds of the last begin or end of a change. */
  changedAt = Number.NEGATIVE_INFINITY
  readonly #time: VirtualTime
  readonly #versions: Version<T>[]

  constructor(time: VirtualTime, value: T) {
    this.#time = time
    this.#versions = [{ value, from: 0, acknowledged: 0, until: Infinity }]
  }

  /** Begins a change. @param value that it sets, if known. */
  begin(value?: T): Change<T> {
    const version = { value, from: this.#now(), acknowledged: Infinity, until: Infinity }
    this.#versions.push(version)
    return {
      happened: (result = value) => {
        const now = this.#now()
        Object.assign(version, { value: result, acknowledged: now })
        for (const other of this.#versions)
          if (other.acknowledged < version.from) other.until = Math.min(other.until, now)
      },
      rejected: () => {
        this.#now()
        this.#versions.splice(this.#versions.indexOf(version), 1)
      },
    }
  }

  /** Changes the value at once. */
  set(value: T): void {
    this.begin(value).happened()
  }

  /** Returns whether it can have had a value since a moment. */
  may(is: T | ((value: T) => boolean), since = this.#time.moment): boolean {
    const test = is instanceof Function ? is : (value: T) => isDeepStrictEqual(value, is)
    return this.#since(since).some(({ value }) => value === undefined || test(value))
  }

  /** Returns the value that it must have had since a moment. Undefined if several are possible. */
  only(since = this.#time.moment): T | undefined {
    const possible = this.#since(since)
    return possible.length === 1 ? possible[0]?.value : undefined
  }

  #since(since: number): Version<T>[] {
    return this.#versions.filter(({ until }) => until >= since)
  }

  #now(): number {
    this.changedAt = this.#time.now
    return this.#time.moment
  }
}
