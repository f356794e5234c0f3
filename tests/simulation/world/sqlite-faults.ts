import { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type DatabaseFaults,
  type Fault,
  FaultList,
  type FaultMode,
  patterns,
  type StatementKind,
  sqliteError,
} from './fault.ts'

/** Makes statements of the server's connections fail. */
export class SqliteFaults implements DatabaseFaults {
  /** Called when a statement meets a fault. */
  onFault: (kind: StatementKind, mode: FaultMode) => void = () => {}
  onAftermath: () => void = () => {}
  /** Called with how long a slow statement takes. */
  onSlow: (milliseconds: number) => void = () => {}
  /** Called at the moment in which the process is killed. */
  onKill: () => void = () => {}
  readonly #faults = new FaultList()
  /** Whether the process was killed in a statement. From then on every statement throws. */
  isDead = false
  #isPaused = false
  readonly #opened = new Set<DatabaseSync>()
  readonly #databases = new WeakMap<object, DatabaseSync>()
  readonly #snapshots = new WeakSet<DatabaseSync>()

  /** Replaces the driver's methods. There is no way back. */
  install(): void {
    this.#wrap(DatabaseSync.prototype, 'prepare', (database, _, call) => {
      const statement = call()
      const isOurs = this.#isPaused
      if (!isOurs && statement instanceof StatementSync && database instanceof DatabaseSync) {
        this.#databases.set(statement, database)
        if (!this.#opened.has(database)) this.paused(() => database.exec('pragma busy_timeout = 0'))
        this.#opened.add(database)
      }
      return statement
    })
    this.#wrap(DatabaseSync.prototype, 'exec', (database, [sql], call) => {
      // Waiting for a lock would stop the process that holds it: all run in this thread.
      if (String(sql).startsWith('pragma busy_timeout') && !this.#isPaused) return undefined
      return database instanceof DatabaseSync ? this.#run(database, String(sql), call) : call()
    })
    this.#wrap(DatabaseSync.prototype, 'close', (database, _, call) =>
      database instanceof DatabaseSync ? this.#run(database, 'close', call) : call(),
    )
    for (const name of ['run', 'all', 'get'])
      this.#wrap(StatementSync.prototype, name, (statement, _, call) => {
        const database = this.#databases.get(statement)
        return database && statement instanceof StatementSync
          ? this.#run(database, statement.sourceSQL, call)
          : call()
      })
  }

  add(fault: Fault): void {
    this.#faults.add(fault)
  }

  clear(): void {
    this.#faults.clear()
  }

  /** Runs and prepares statements of the simulation itself, which meet no faults. */
  paused<T>(work: () => T): T {
    const before = this.#isPaused
    this.#isPaused = true
    try {
      return work()
    } finally {
      this.#isPaused = before
    }
  }

  /** Closes the connections of a killed process, without a trace in its files' copies. */
  reset(): void {
    this.isDead = false
    for (const database of this.#opened) if (database.isOpen) this.paused(() => database.close())
    this.#opened.clear()
  }

  #wrap(
    target: object,
    name: string,
    around: (self: object, given: readonly unknown[], call: () => unknown) => unknown,
  ): void {
    const real = Reflect.get(target, name)
    Reflect.set(target, name, function (this: object, ...given: unknown[]) {
      return around(this, given, () => Reflect.apply(real, this, given))
    })
  }

  #kindOf(database: DatabaseSync, sql: string): StatementKind | undefined {
    const kind = patterns.find(([pattern]) => pattern.test(sql))?.[1]
    if (kind === 'snapshot begin') this.#snapshots.add(database)
    if (kind === 'begin') this.#snapshots.delete(database)
    return kind === 'commit' && this.#snapshots.has(database) ? 'snapshot commit' : kind
  }

  #run(database: DatabaseSync, sql: string, call: () => unknown): unknown {
    if (this.#isPaused) return call()
    if (this.isDead) throw new Error('The process was killed')
    const kind = this.#kindOf(database, sql)
    const mode = this.#faults.meet(kind)
    if (!kind || !mode) return call()
    this.onFault(kind, mode)
    return this.#meet(database, kind, mode, call)
  }

  #meet(
    database: DatabaseSync,
    kind: StatementKind,
    mode: FaultMode,
    call: () => unknown,
  ): unknown {
    if (mode === 'slow') {
      this.onSlow(kind === 'commit' ? 700 : 90)
      return call()
    }
    if (mode === 'killed before' || mode === 'killed after') {
      if (mode === 'killed after') call()
      this.onKill()
      this.isDead = true
      throw new Error('The process was killed')
    }
    // A rollback always ends its transaction, even if it reports an error.
    if (kind === 'rollback') call()
    else if (mode === 'aborts' && database.isTransaction)
      this.paused(() => database.exec('rollback'))
    throw sqliteError(mode)
  }
}
