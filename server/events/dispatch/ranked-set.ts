/** A set whose items have a rank, a small integer. */
export class RankedSet<T> {
  readonly #byRank: (Set<T> | undefined)[] = []
  readonly #ranks = new Map<T, number>()

  get size(): number {
    return this.#ranks.size
  }

  add(item: T, rank: number): void {
    this.#ranks.set(item, rank)
    const same = this.#byRank[rank] ?? new Set()
    this.#byRank[rank] = same.add(item)
  }

  delete(item: T): void {
    const rank = this.#ranks.get(item)
    if (rank === undefined) return
    this.#ranks.delete(item)
    this.#byRank[rank]?.delete(item)
  }

  /** Returns the first item, in the order of ranks, that a function accepts. */
  find(accepts: (item: T) => boolean): T | undefined {
    for (const same of this.#byRank)
      if (same) for (const item of same) if (accepts(item)) return item
    return undefined
  }
}
