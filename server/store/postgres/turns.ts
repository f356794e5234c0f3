/** A transaction with a conflict adds one, a transaction without one takes away a quarter. */
type Account = {
  conflicts: number
  /** Transactions that took turns without a conflict of their own. */
  followed: number
  /** The last transaction that takes turns, and their number. */
  last: Promise<void>
  length: number
}

const relief = 1 / 4
/** From so many conflicts on, transactions without a conflict take turns too. */
const crowd = 4
const mostConflicts = 8
/** Of those, each eighth takes no turn: it finds out whether conflicts are over. */
const probe = 8

/**
 * Lets the transactions of an account run one after another while they are in each other's way. Run at
 * once, all but one of them would fail and begin again. Transactions of other processes take no turns.
 */
export class Turns {
  readonly #accounts = new Map<string, Account>()

  /**
   * Waits for the turn of a transaction.
   * @param hasConflict whether it was in another's way. If not, it waits only while most others were.
   * @returns a function to call when the transaction has ended.
   */
  async enter(account: string | undefined, hasConflict: boolean): Promise<() => void> {
    const found = account === undefined ? undefined : this.#accounts.get(account)
    if (account === undefined || (!hasConflict && !(found && this.#follows(found))))
      return () => this.#succeed(account, found)
    const queue = found ?? { conflicts: 0, followed: 0, last: Promise.resolve(), length: 0 }
    this.#accounts.set(account, queue)
    if (hasConflict) queue.conflicts = Math.min(queue.conflicts + 1, mostConflicts)
    const before = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    queue.length++
    await before
    return () => {
      queue.length--
      this.#forget(account, queue)
      resolve()
    }
  }

  #follows(queue: Account): boolean {
    return queue.conflicts >= crowd && ++queue.followed % probe !== 0
  }

  #succeed(account: string | undefined, queue: Account | undefined): void {
    if (account === undefined || !queue) return
    queue.conflicts = Math.max(queue.conflicts - relief, 0)
    this.#forget(account, queue)
  }

  #forget(account: string, queue: Account): void {
    if (queue.length === 0 && queue.conflicts < 1) this.#accounts.delete(account)
  }
}
