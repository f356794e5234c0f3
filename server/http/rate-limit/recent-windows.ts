import type { RequestWindow } from '../../domain/request-window.ts'

/** About what a window takes in memory with its address, and each second in it. */
const windowBytes = 300
const secondBytes = 12

/** Half of what is kept: one half is filled while the other waits to be wanted again. */
const halfBytes = 32 * 2 ** 20

const weightOf = ({ window }: Tracked): number => windowBytes + secondBytes * window.length

/** Whatever is kept of an address beside its window. */
type Tracked = { readonly window: RequestWindow }

type Half<W> = { windows: Map<string, W>; bytes: number }

const emptyHalf = <W>(): Half<W> => ({ windows: new Map(), bytes: 0 })

/**
 * Windows of the addresses that were seen last, in a bounded amount of memory. What is wanted moves to
 * the newer half; when that is full the older half is let go, whole, so that nothing is ever sorted
 * or searched.
 */
export class RecentWindows<W extends Tracked> {
  readonly #halfBytes: number
  #newer: Half<W> = emptyHalf()
  #older: Half<W> = emptyHalf()

  /** @param bytes about how much memory they may take. */
  constructor(bytes = 2 * halfBytes) {
    this.#halfBytes = bytes / 2
  }

  /** How many there are. */
  get size(): number {
    return this.#newer.windows.size + this.#older.windows.size
  }

  /** An address's window, if it is here. */
  get(address: string): W | undefined {
    const newer = this.#newer.windows.get(address)
    if (newer) return newer
    const older = this.#older.windows.get(address)
    if (!older) return undefined
    this.#older.windows.delete(address)
    this.set(address, older)
    return older
  }

  /** Keeps an address's window. */
  set(address: string, tracked: W): void {
    this.#newer.windows.set(address, tracked)
    this.#newer.bytes += weightOf(tracked)
  }

  /** To be called for each second that a window grows by. */
  grown(): void {
    this.#newer.bytes += secondBytes
  }

  /** Lets go of the older half if the newer is full, but for those that are needed. */
  tidy(isNeeded: (tracked: W) => boolean): void {
    if (this.#newer.bytes <= this.#halfBytes) return
    const gone = this.#older
    this.#older = this.#newer
    this.#newer = emptyHalf()
    this.#keepOf(gone, isNeeded)
  }

  /** Lets go of all but those that are needed. */
  clear(isNeeded: (tracked: W) => boolean): void {
    const gone = [this.#older, this.#newer]
    this.#older = emptyHalf()
    this.#newer = emptyHalf()
    for (const half of gone) this.#keepOf(half, isNeeded)
  }

  #keepOf(half: Half<W>, isNeeded: (tracked: W) => boolean): void {
    for (const [address, tracked] of half.windows) if (isNeeded(tracked)) this.set(address, tracked)
  }
}
