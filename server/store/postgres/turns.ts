/** With so many transactions that take turns, those without a conflict take turns too. */
const crowd = 4

/**
 * Lets the transactions of an account run one after another while they are in each other's way. Run at
 * once, all but one of them would fail and begin again. Transactions of other processes take no turns.
 */
export class Turns {
  /** The last transaction of each account that takes turns, and their number. */
  readonly #queues = new Map<string, { last: Promise<void>; length: number }>()

  /**
   * Waits for the turn of a transaction.
   * @param hasConflict whether it was in another's way. If not, it waits only behind several others.
   * @returns a function to call when the transaction has ended.
   */
  async enter(account: string | undefined, hasConflict: boolean): Promise<() => void> {
    if (account === undefined) return () => {}
    const found = this.#queues.get(account)
    if (!hasConflict && (found?.length ?? 0) < crowd) return () => {}
    const queue = found ?? { last: Promise.resolve(), length: 0 }
    this.#queues.set(account, queue)
    const before = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    queue.length++
    await before
    return () => {
      if (--queue.length === 0) this.#queues.delete(account)
      resolve()
    }
  }
}
