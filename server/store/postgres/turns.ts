/** The conflicts of an account's transactions. */
type Account = {
  /** Each conflict adds four, and each transaction without one takes one away. */
  pressure: number
  /** Transactions that took turns without a conflict of their own. */
  followed: number
  /** The last transaction that takes turns. */
  last: Promise<void>
}

const pressureOfConflict = 4
/** From this pressure on, transactions without a conflict take turns too. */
const crowd = 16
const mostPressure = 32
/** Of those, each eighth takes no turn: it finds out whether conflicts are over. */
const probe = 8

const follows = (queue: Account): boolean =>
  queue.pressure >= crowd && ++queue.followed % probe !== 0

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
    if (account === undefined) return () => {}
    const found = this.#accounts.get(account)
    if (!hasConflict && !(found && follows(found)))
      return () => {
        if (found && --found.pressure === 0) this.#accounts.delete(account)
      }
    const queue = found ?? { pressure: 0, followed: 0, last: Promise.resolve() }
    this.#accounts.set(account, queue)
    if (hasConflict) queue.pressure = Math.min(queue.pressure + pressureOfConflict, mostPressure)
    const before = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    await before
    return resolve
  }
}
