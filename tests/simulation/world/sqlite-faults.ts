import { DatabaseSync, StatementSync } from 'node:sqlite'
import type { VirtualTime } from './virtual-time.ts'

/** How the SQL of each kind of statement begins. */
const patterns = {
  begin: /^begin immediate/,
  commit: /^commit/,
  savepoint: /^savepoint/,
  release: /^release/,
  rollback: /^rollback$/,
  write: /^(insert|update|delete)/,
  read: /^(select|with)/,
  checkpoint: /^pragma wal_checkpoint/,
  close: /^close$/,
}
/** The kinds of statements that can fail. */
export const statementKinds = [...Object.keys(patterns), 'claim commit']

/** Claims deliveries. */
const claimPattern = /^update delivery_queue set server/

/**
 * The effect of a fault: `fails` leaves the transaction open, `aborts` rolls it back, as SQLite does when
 * the disk is full. `unanswered`, `slow` and `killed after` run the statement. SQLite answers every commit; only that
 * of a claim can be `unanswered`, as a database server can leave it.
 */
export const faultModes = [
  'fails',
  'aborts',
  'busy',
  'unanswered',
  'slow',
  'killed before',
  'killed after',
] as const
type FaultMode = (typeof faultModes)[number]

export type Fault = {
  /** One of the statement kinds. */
  kind: string
  mode: FaultMode
  /** How many statements of the kind still succeed. */
  skip: number
  /** How many then meet the fault. */
  times: number
}

/** SQLite's result codes. */
const codes = { fails: 10, aborts: 13, busy: 5, unanswered: 10 } as const

/** Makes statements of the server's connections fail. */
export class SqliteFaults {
  /** Called when a statement meets a fault. */
  onFault: (kind: string, mode: FaultMode) => void = () => {}
  /** Called at the moment in which the process is killed. */
  onKill: () => void = () => {}
  /** Whether the process was killed in a statement. From then on every statement throws. */
  isDead = false
  readonly #time: VirtualTime
  #faults: Fault[] = []
  #isPaused = false
  readonly #opened = new Set<DatabaseSync>()
  readonly #databases = new WeakMap<object, DatabaseSync>()
  /** Whether a transaction has claimed deliveries, and changed nothing else. */
  readonly #claims = new WeakMap<DatabaseSync, boolean>()

  constructor(time: VirtualTime) {
    this.#time = time
  }

  /** Replaces the driver's methods. They cannot be restored. */
  install(): void {
    const faults = this
    const { prepare, exec, close } = DatabaseSync.prototype
    const note = (database: DatabaseSync) => {
      if (!faults.#opened.has(database)) Reflect.apply(exec, database, ['pragma busy_timeout = 0'])
      faults.#opened.add(database)
    }
    Object.assign(DatabaseSync.prototype, {
      prepare(this: DatabaseSync, sql: string) {
        const statement = Reflect.apply(prepare, this, [sql])
        if (faults.#isPaused) return statement
        faults.#databases.set(statement, this)
        note(this)
        return statement
      },
      exec(this: DatabaseSync, sql: string) {
        // Waiting for a lock would stop the process that holds it: all run in this thread.
        if (sql.startsWith('pragma busy_timeout') && !faults.#isPaused) return
        if (!faults.#isPaused) note(this)
        faults.#run(this, sql, () => Reflect.apply(exec, this, [sql]))
      },
      close(this: DatabaseSync) {
        faults.#run(this, 'close', () => Reflect.apply(close, this, []))
      },
    })
    for (const name of ['run', 'all', 'get']) {
      const real = Reflect.get(StatementSync.prototype, name)
      Reflect.set(StatementSync.prototype, name, function (this: StatementSync, ...given: []) {
        const call = () => Reflect.apply(real, this, given)
        const database = faults.#databases.get(this)
        return database ? faults.#run(database, this.sourceSQL, call) : call()
      })
    }
  }

  /** Adds faults. Statements meet them from now on. */
  add(faults: readonly Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ ...fault })))
  }

  clear(): void {
    this.#faults = []
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

  /** Closes the connections of a process that has ended. */
  reset(): void {
    this.isDead = false
    for (const database of this.#opened) if (database.isOpen) this.paused(() => database.close())
    this.#opened.clear()
  }

  #kindOf(database: DatabaseSync, text: string): string | undefined {
    const sql = text.trimStart()
    const kind = Object.entries(patterns).find(([, pattern]) => pattern.test(sql))?.[0]
    if (kind === 'begin') this.#claims.delete(database)
    if (kind === 'write')
      this.#claims.set(database, this.#claims.get(database) !== false && claimPattern.test(sql))
    return kind === 'commit' && this.#claims.get(database) ? 'claim commit' : kind
  }

  /** Returns the fault that a statement meets, if any. */
  #modeOf(kind: string | undefined): FaultMode | undefined {
    const fault = this.#faults.find((each) => each.kind === kind)
    if (!fault || fault.skip-- > 0) return undefined
    fault.skip = 0
    if (--fault.times <= 0) this.#faults.splice(this.#faults.indexOf(fault), 1)
    return fault.mode
  }

  #run(database: DatabaseSync, sql: string, call: () => unknown): unknown {
    if (this.#isPaused) return call()
    if (this.isDead) throw new Error('The process was killed')
    const kind = this.#kindOf(database, sql)
    const mode = this.#modeOf(kind)
    if (!kind || !mode) return call()
    this.onFault(kind, mode)
    const isLost = mode === 'unanswered' && kind === 'claim commit'
    if (mode === 'slow') {
      this.#time.now += kind === 'commit' ? 700 : 90
      return call()
    }
    if (mode === 'killed before' || mode === 'killed after') {
      if (mode === 'killed after') call()
      this.onKill()
      this.isDead = true
      throw new Error('The process was killed')
    }
    // A rollback always ends its transaction, even if it reports an error.
    if (kind === 'rollback' || isLost) call()
    else if (mode === 'aborts' && database.isTransaction)
      this.paused(() => database.exec('rollback'))
    const errstr = `simulated: ${mode}`
    throw Object.assign(new Error(errstr), {
      code: 'ERR_SQLITE_ERROR',
      errcode: codes[mode],
      errstr,
    })
  }
}
