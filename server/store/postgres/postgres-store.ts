import { setTimeout as wait } from 'node:timers/promises'
import type { AccountId } from '../../domain/ids.ts'
import { FaultMonitor, noStoreObserver, type StoreObserver } from '../engine/fault-monitor.ts'
import { isCurrent } from '../engine/is-current.ts'
import type { RequestLog } from '../request-log.ts'
import { everyAccountStatement, type Statement, type Values } from '../statement.ts'
import type { Sending, ServerUse, Store, Work } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { Claims } from './claims.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { Connector } from './connector.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { PostgresConnection, PreparedStatements } from './postgres-connection.ts'
import { postgresRequestLog } from './postgres-request-log.ts'
import { readPostgresUrl } from './postgres-url.ts'
import { type Open, ReadConnections } from './read-connections.ts'
import { type Limit, type RequestLimit, requestLimit, runRequest } from './request-limit.ts'
import { shareRead } from './shared-reads.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { toStoreError } from './to-fault.ts'
import { ConflictError, type Isolation, transact } from './transact.ts'
import { Turns } from './turns.ts'
import { WriteConnections } from './write-connections.ts'

/** After this time, a write that is in the way of others fails. */
export const conflictMilliseconds = 4000
/** What `Store.settleMilliseconds` is, unless an option sets another. */
export const defaultSettleMilliseconds = 200
/** A unique row that exists after so many attempts is an error of the program. */
const mostDuplicates = 3

/** A part of the connections is for reads, which share them. */
const readShare = 4

/** A probe may wait for a server that is gone, so the next ones do not wait for it. */
const mostProbes = 8

/** Assigns a transaction number, so that the commit is written to disk. */
const probe = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectNoFrom(({ fn }) => fn<number>('pg_current_xact_id').as('number')),
)

class PostgresStore implements Store {
  readonly settleMilliseconds: number
  readonly #reads: ReadConnections
  readonly #writes: WriteConnections
  readonly #faults: FaultMonitor
  readonly #watch: ConnectionWatch
  readonly #turns = new Turns()
  readonly #shared = new SharedTransactions((work, limit) =>
    this.#transact(work, 'serializable', limit),
  )
  readonly #claims = new Claims((work) => this.writeSoon(work))
  readonly #running = new Set<Promise<unknown>>()
  readonly #retries = { serialization: 0, deadlock: 0, duplicate: 0 }
  #isClosed = false

  constructor(connector: Connector, options: PostgresOptions) {
    const { poolSize, observer = noStoreObserver } = options
    this.settleMilliseconds = options.settleMilliseconds ?? defaultSettleMilliseconds
    const statements = new PreparedStatements()
    const open: Open = async () => {
      if (this.#isClosed) throw new StoreError('The database is closed')
      const connected = await connector.connect()
      const opened = new PostgresConnection(connected, statements, (connection) => {
        this.#watch.delete(connection)
        // The others may be to the same server, without knowing that it is gone.
        if (!connection.isRetired) this.#renew()
      })
      this.#watch.add(opened)
      return opened
    }
    const readers = Math.ceil(poolSize / readShare)
    this.#reads = new ReadConnections(readers, open)
    this.#writes = new WriteConnections(Math.max(poolSize - readers, 1), open)
    this.#watch = new ConnectionWatch(connector)
    const runProbe = async () => {
      await this.#reads.use((connection) => connection.command('select'))
      await this.#transact((transaction) => transaction.first(probe, {}), 'serializable')
    }
    this.#faults = new FaultMonitor(observer, runProbe, mostProbes)
  }

  isHealthy(): boolean {
    return this.#faults.isHealthy
  }

  isCurrent(): Promise<boolean> {
    return isCurrent(this, migrations)
  }

  serverUse(): ServerUse {
    const pools = { read: this.#reads.usage, write: this.#writes.usage }
    return { pools, retries: { ...this.#retries } }
  }

  openRequestLog(): RequestLog {
    return postgresRequestLog((statement, values) => this.all(statement, values))
  }

  /** Each read sees all that was committed before it. */
  freshen(): void {}

  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    const send = () => this.#reads.use((connection) => connection.all(statement, values))
    const read = () => shareRead(this, statement, values, send)
    try {
      return await (requestLimit()?.wait(read) ?? read())
    } catch (error) {
      this.#faults.note(error)
      throw error
    }
  }

  async first<P extends Values, Row>(
    statement: Statement<P, Row>,
    values: P,
  ): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#waitFor((limit) => this.#transact(work, 'serializable', limit))
  }

  writeTogether<T>(account: AccountId, work: (sending: Sending) => T): Promise<T> {
    return this.#waitFor((limit) => this.#shared.add(account, work, limit))
  }

  /** Transactions share no commit, so there is nothing to wait for. */
  writeSoon<T>(work: Work<T>): Promise<T> {
    return this.#waitFor((limit) => this.#transact(work, 'statement', limit))
  }

  claim<T>(work: Work<T>, stop: AbortSignal): Promise<T> {
    return this.#claims.run(work, stop)
  }

  runRequest<T>(work: () => T): T {
    return runRequest(work)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
    this.#isClosed = true
    this.#faults.stop()
    this.#watch.stop()
    await Promise.all([this.#reads.end(), this.#writes.end()])
  }

  /** Waits for a transaction, for as long as the request may wait. */
  async #waitFor<T>(transact: (limit: RequestLimit | undefined) => Promise<T>): Promise<T> {
    const limit = requestLimit()
    const run = () => {
      const running = transact(limit)
      this.#running.add(running)
      return running.finally(() => this.#running.delete(running))
    }
    try {
      return await (limit?.wait(run) ?? run())
    } catch (error) {
      this.#faults.note(error)
      throw error
    }
  }

  /** Replaces all connections, in case they are to a server that is gone. */
  #renew(): void {
    void this.#reads.end()
    this.#writes.renew()
  }

  /** Runs work in a transaction, and again if another transaction was in the way. */
  async #transact<T>(work: Work<T>, isolation: Isolation, limit?: Limit): Promise<T> {
    let begun = 0
    let conflict: ConflictError | undefined
    for (let attempt = 1; ; attempt++)
      try {
        const { result, mustSettle } = await transact(
          async (account) => {
            // Only serializable transactions are in each other's way.
            const queue = isolation === 'serializable' ? (conflict?.account ?? account) : undefined
            const leave = await this.#turns.enter(queue, conflict !== undefined)
            try {
              const connection = await this.#writes.take()
              begun ||= performance.now()
              if (limit?.isOver) connection.destroy()
              const forget = limit?.onOver(() => this.#watch.terminate(connection))
              const release = () => {
                forget?.()
                this.#writes.release(connection)
                leave()
              }
              return { connection, release }
            } catch (error) {
              leave()
              throw error
            }
          },
          work,
          isolation,
        )
        if (mustSettle) await wait(this.settleMilliseconds)
        return result
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error
        const isLate = limit?.isOver || performance.now() - begun > conflictMilliseconds
        if (isLate || (error.reason === 'duplicate' && attempt >= mostDuplicates)) throw error
        this.#retries[error.reason]++
        conflict = error
        await wait(Math.random() * Math.min(2 ** attempt, 64))
      }
  }
}

export type PostgresOptions = {
  /** Number of connections that the store opens at most. */
  poolSize: number
  observer?: StoreObserver
  /** What `Store.settleMilliseconds` is. Default: `defaultSettleMilliseconds`. */
  settleMilliseconds?: number
}

/**
 * Opens a PostgreSQL database and migrates it to the current schema.
 * @throws {StoreError} when it cannot be opened, or was written by a newer version or another program.
 */
export const openPostgresStore = async (url: string, options: PostgresOptions): Promise<Store> => {
  try {
    const connector = new Connector(readPostgresUrl(url))
    const { client } = await connector.connect(true)
    try {
      await migrate(client)
    } finally {
      await client.end()
    }
    return new PostgresStore(connector, options)
  } catch (error) {
    const { message } = error instanceof Error && !('code' in error) ? error : toStoreError(error)
    throw new StoreError(`The PostgreSQL database cannot be opened: ${message}`)
  }
}
