import type { PoolUse } from '../store.ts'
import { StoreFault } from '../store-error.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { Open } from './read-connections.ts'

type Waiter = {
  resolve: (connection: PostgresConnection) => void
  reject: (error: unknown) => void
}

/** Transactions that wait fail if none has ended in this time. */
export const stuckMilliseconds = 4000

const inUse = (): StoreFault =>
  new StoreFault(
    'The database failed: every connection is in use. Raise DATABASE_POOL_SIZE, or look for slow statements.',
  )

/** Connections for transactions. Each has one transaction at a time. Call `renew` when one of them is lost. */
export class WriteConnections {
  readonly #size: number
  readonly #open: Open
  readonly #free = new Set<PostgresConnection>()
  readonly #leased = new Set<PostgresConnection>()
  readonly #waiters = new Set<Waiter>()
  #opened = 0
  #stuck: NodeJS.Timeout | undefined

  constructor(size: number, open: Open) {
    this.#size = size
    this.#open = open
  }

  get usage(): PoolUse {
    return {
      size: this.#size,
      inUse: this.#opened - this.#free.size,
      waiting: this.#waiters.size,
    }
  }

  /**
   * Takes a free connection, or opens one, or waits for one.
   * @throws {StoreFault} if no transaction ends for four seconds.
   */
  async take(): Promise<PostgresConnection> {
    for (const connection of this.#free) {
      this.#free.delete(connection)
      this.#leased.add(connection)
      return connection
    }
    if (this.#opened < this.#size) return this.#openOne()
    const { promise, resolve, reject } = Promise.withResolvers<PostgresConnection>()
    this.#waiters.add({ resolve, reject })
    this.#stuck ??= setTimeout(() => this.#rejectWaiters(inUse()), stuckMilliseconds)
    return promise
  }

  /** Returns a connection. The next transaction that waits takes it. */
  release(connection: PostgresConnection): void {
    const [next] = this.#waiters
    if (next) this.#waiters.delete(next)
    this.#restart()
    if (connection.isLost || connection.isRetired) {
      this.#leased.delete(connection)
      this.#opened--
      void connection.end()
      if (next) this.#openOne().then(next.resolve, next.reject)
    } else if (next) next.resolve(connection)
    else {
      this.#leased.delete(connection)
      this.#free.add(connection)
    }
  }

  /** Opens new connections for later transactions. Closes the present ones when their transactions have ended. */
  renew(): void {
    for (const connection of this.#leased) connection.isRetired = true
    this.#opened -= this.#free.size
    void this.end()
    this.#free.clear()
  }

  /** Closes the free connections. Call it when no transaction runs. */
  async end(): Promise<void> {
    await Promise.all([...this.#free].map((connection) => connection.end()))
  }

  #restart(): void {
    if (this.#waiters.size > 0) this.#stuck?.refresh()
    else {
      clearTimeout(this.#stuck)
      this.#stuck = undefined
    }
  }

  #rejectWaiters(error: unknown): void {
    clearTimeout(this.#stuck)
    this.#stuck = undefined
    for (const { reject } of this.#waiters) reject(error)
    this.#waiters.clear()
  }

  async #openOne(): Promise<PostgresConnection> {
    this.#opened++
    try {
      const opened = await this.#open()
      this.#leased.add(opened)
      return opened
    } catch (error) {
      this.#opened--
      // No transaction runs that would return its connection to them.
      if (this.#opened === 0) this.#rejectWaiters(error)
      throw error
    }
  }
}
