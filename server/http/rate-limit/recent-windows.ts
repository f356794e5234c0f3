import type { RequestWindow } from './request-window.ts'

/** Approximate bytes of a window with its address, and of each second in it. */
const windowBytes = 300
const secondBytes = 12

const defaultBytes = 64 * 2 ** 20

const bytesOf = ({ window }: Tracked): number => windowBytes + secondBytes * window.length

type Tracked = { readonly window: RequestWindow }

type Generation<W> = { windows: Map<string, W>; bytes: number }

const emptyGeneration = <W>(): Generation<W> => ({ windows: new Map(), bytes: 0 })

/**
 * The windows of recently seen addresses, in a bounded amount of memory. An access moves a window to
 * the newer generation. When that is full, the older one is dropped as a whole, so that nothing is
 * sorted or searched.
 */
export class RecentWindows<W extends Tracked> {
  readonly #generationBytes: number
  #newer: Generation<W> = emptyGeneration()
  #older: Generation<W> = emptyGeneration()

  /** @param bytes about how much memory the windows may take. */
  constructor(bytes = defaultBytes) {
    this.#generationBytes = bytes / 2
  }

  /** The number of windows. */
  get size(): number {
    return this.#newer.windows.size + this.#older.windows.size
  }

  /** Returns an address's window, or undefined if it is not in memory. */
  get(address: string): W | undefined {
    const newer = this.#newer.windows.get(address)
    if (newer) return newer
    const older = this.#older.windows.get(address)
    if (!older) return undefined
    this.#older.windows.delete(address)
    this.set(address, older)
    return older
  }

  /** Adds an address's window. */
  set(address: string, tracked: W): void {
    this.#newer.windows.set(address, tracked)
    this.#newer.bytes += bytesOf(tracked)
  }

  /** Accounts for one more second in a window. */
  grow(): void {
    this.#newer.bytes += secondBytes
  }

  /** Drops the older generation if the newer is full, except the windows to keep. */
  evict(mustKeep: (tracked: W) => boolean): void {
    if (this.#newer.bytes <= this.#generationBytes) return
    const dropped = this.#older
    this.#older = this.#newer
    this.#newer = emptyGeneration()
    this.#restore(dropped, mustKeep)
  }

  /** Drops all windows, except those to keep. */
  clear(mustKeep: (tracked: W) => boolean): void {
    const dropped = [this.#older, this.#newer]
    this.#older = emptyGeneration()
    this.#newer = emptyGeneration()
    for (const generation of dropped) this.#restore(generation, mustKeep)
  }

  #restore({ windows }: Generation<W>, mustKeep: (tracked: W) => boolean): void {
    for (const [address, tracked] of windows) if (mustKeep(tracked)) this.set(address, tracked)
  }
}
