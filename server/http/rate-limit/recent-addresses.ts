const defaultBytes = 64 * 2 ** 20

type Generation<T> = { entries: Map<string, T>; bytes: number }

const emptyGeneration = <T>(): Generation<T> => ({ entries: new Map(), bytes: 0 })

export type RecentOptions<T> = {
  /** Returns the approximate bytes of an entry with its address. */
  bytesOf(entry: T): number
  /** Whether an entry may not be dropped. */
  mustKeep(entry: T): boolean
  /** Approximate bytes of memory for all entries. */
  bytes?: number | undefined
}

/**
 * An entry for each recently seen address, in a bounded amount of memory. An access moves an entry to
 * the newer generation. When that is full, the older one is dropped as a whole, so that nothing is
 * sorted or searched.
 */
export class RecentAddresses<T> {
  readonly #options: RecentOptions<T>
  readonly #generationBytes: number
  #newer: Generation<T> = emptyGeneration()
  #older: Generation<T> = emptyGeneration()

  constructor(options: RecentOptions<T>) {
    this.#options = options
    this.#generationBytes = (options.bytes ?? defaultBytes) / 2
  }

  /** The number of addresses. */
  get size(): number {
    return this.#newer.entries.size + this.#older.entries.size
  }

  /** Returns an address's entry, or undefined if it is not in memory. */
  get(address: string): T | undefined {
    const newer = this.#newer.entries.get(address)
    if (newer) return newer
    const older = this.#older.entries.get(address)
    if (!older) return undefined
    this.#older.entries.delete(address)
    this.set(address, older)
    return older
  }

  /** Adds an address's entry. */
  set(address: string, entry: T): void {
    this.#newer.entries.set(address, entry)
    this.#newer.bytes += this.#options.bytesOf(entry)
  }

  /** Accounts for bytes that an entry has grown by. */
  grow(bytes: number): void {
    this.#newer.bytes += bytes
  }

  /** Drops the older generation if the newer is full, except the entries to keep. */
  evict(): void {
    if (this.#newer.bytes <= this.#generationBytes) return
    const dropped = this.#older.entries
    this.#older = this.#newer
    this.#newer = emptyGeneration()
    for (const [address, entry] of dropped)
      if (this.#options.mustKeep(entry)) this.set(address, entry)
  }
}
