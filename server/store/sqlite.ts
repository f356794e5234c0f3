import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import { isCurrent, type MigratedDatabase, migrate, pendingMigrations } from './migrate.ts'
import { sqliteRequestLog } from './rate-limit/sqlite-request-log.ts'
import { migrations } from './schema.ts'
import {
  bindable,
  forSqlite,
  nextNumber,
  numberIn,
  requireAccount,
  rowReader,
} from './statement.ts'
import { type Store, StoreError, StoreFault, type Transaction, type Work } from './store.ts'

/** The maximum time that a connection waits for the lock of another process. A large `merch apply` has it for 5 s. */
export const busyMilliseconds = 15_000

const checkAccess = 'Let the user of the server write the file and its folder.'
const restore = 'Stop the server and restore a backup.'
const endOther = 'End the other process that uses the database.'

/** What to do, by SQLite's primary result code. Other codes are errors of the program. */
const remedies: ReadonlyMap<number, string> = new Map([
  [3, checkAccess],
  [5, endOther],
  [6, endOther],
  [7, 'Give the server more memory.'],
  [8, checkAccess],
  [10, 'Check the disk of the database.'],
  [11, restore],
  [13, 'Free space on the disk of the database.'],
  [14, checkAccess],
  [15, endOther],
  [26, restore],
])

/** The low byte of an extended result code is the primary one. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0

const isBusy = (error: unknown): boolean => codeOf(error) === 5

/** Returns whether an error has a cause outside the program, such as the disk. */
const isFault = (error: unknown): boolean => remedies.has(codeOf(error))

/** Returns the reason of an error, and what to do if SQLite's code says it. */
export const explain = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error)
  const remedy = remedies.get(codeOf(error))
  return remedy === undefined ? reason : `${reason}. ${remedy}`
}

const toStoreError = (error: unknown): unknown =>
  isFault(error) ? new StoreFault(`The database failed: ${explain(error)}`) : error

/** A SQLite connection with its prepared statements. */
class Connection {
  readonly database: DatabaseSync
  readonly #prepared = new Map<
    string,
    { prepared: StatementSync; read: ReturnType<typeof rowReader> }
  >()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  all<Row>(statement: Sql): Row[] {
    const { prepared, read } = this.#of(statement)
    return read(prepared.all(...statement.values.map(bindable)))
  }

  /** Returns the number of changed rows. */
  run(statement: Sql): number {
    return Number(this.#of(statement).prepared.run(...statement.values.map(bindable)).changes)
  }

  /** Ends the transaction that a commit has left open when it failed. */
  endTransaction(): void {
    if (this.database.isTransaction) this.database.exec('rollback')
  }

  #of({ sql: text }: Sql) {
    return this.#prepared.get(text) ?? this.#prepare(text)
  }

  #prepare(text: string) {
    requireAccount(text)
    const prepared = this.database.prepare(forSqlite(text).trim())
    prepared.setReturnArrays(true)
    const added = { prepared, read: rowReader(prepared.columns().map(({ name }) => name)) }
    this.#prepared.set(text, added)
    return added
  }
}

const freePages = sql`pragma freelist_count`

/** The maximum age of a snapshot, even while many requests arrive. */
const mostMilliseconds = 5

/** Free pages that the file keeps for later rows: 4 MiB. */
const spareFreePages = 1024

/** A write that waits for its commit. Its work returns a function to call after the commit. */
type Job = { work: Work<() => void>; reject: (error: unknown) => void }

const identityOf = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.ino

/**
 * Returns a function that finds whether files were removed or replaced since. SQLite does not notice it: it writes
 * to files that no longer have a name.
 */
const watchFiles = (file: string, paths: readonly string[]): (() => StoreFault | undefined) => {
  const identities = paths.map(identityOf)
  return () => {
    const lost = paths.find((path, i) => identityOf(path) !== identities[i])
    if (lost === undefined) return undefined
    return new StoreFault(
      `The file ${lost} was removed or replaced while it was open. Writes are rejected until a restart. Stop the server, restore ${file} from a backup and start the server.`,
    )
  }
}

/** Returns a connection as a migration uses it. */
export const toMigrate = (database: DatabaseSync): MigratedDatabase => ({
  tables: `select name from sqlite_schema where type = 'table'`,
  names: async (query) =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name)),
  begin: async () => database.exec('begin immediate'),
  execute: async (statement) => database.exec(statement),
})

/**
 * Flushes every commit to disk before it returns. Readers and the writer do not block each other. What a
 * savepoint must restore is kept in memory: in a file, it costs more writes than the commit itself.
 *
 * Only a file without tables takes `auto_vacuum`. A write-ahead log that a large transaction has made larger than
 * 4 MiB, the size of an ordinary one, is truncated when it starts again.
 */
export const makeDurable = (database: DatabaseSync): void =>
  database.exec(`
    pragma auto_vacuum = incremental;
    pragma journal_mode = wal;
    pragma journal_size_limit = 4194304;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
  `)

/** Free bytes that a disk must have: with fewer, a small write may succeed while others fail. */
const minFreeBytes = 256 * 1024

/**
 * All reads of a turn of the event loop share a read transaction: its lock costs more than finding a row. All
 * writes share a commit, which costs a flush to disk. Each write has its own savepoint, so it can fail without
 * the others.
 *
 * A read must be at least as new as its request: a key that another process revoked is rejected on the
 * next request. Requests that are read from their sockets in one turn arrived before the turn began,
 * so they may share a snapshot that one of them opened.
 */
class SqliteStore implements Store {
  readonly migrated: readonly string[]
  readonly settleMilliseconds = 0
  readonly requests = sqliteRequestLog(this)
  readonly #file: string
  readonly #reading: Connection
  readonly #writing: Connection
  readonly #lock: DatabaseSync | undefined
  readonly #now: () => number
  readonly #findLoss: () => StoreFault | undefined
  /** A loss of the files is final: another process may have written to the new ones since. */
  #lost: StoreFault | undefined
  #snapshotOpenedAt: number | undefined
  #turnHasRequests = false
  #endOfTurn: NodeJS.Immediate | undefined
  readonly #waiting: Job[] = []
  #committing: Promise<void> | undefined

  constructor(
    file: string,
    [reading, writing, lock]: readonly [DatabaseSync, DatabaseSync, DatabaseSync | undefined],
    migrated: readonly string[],
    { now = () => performance.now(), temporary = false }: StoreOptions,
  ) {
    this.migrated = migrated
    this.#file = file
    this.#lock = lock
    this.#now = now
    this.#reading = new Connection(reading)
    this.#writing = new Connection(writing)
    this.#findLoss = watchFiles(file, temporary ? [] : [file, `${file}-wal`])
  }

  freshen(): void {
    if (this.#snapshotOpenedAt !== undefined)
      if (!this.#turnHasRequests || this.#now() - this.#snapshotOpenedAt > mostMilliseconds)
        this.#endSnapshot()
    this.#turnHasRequests = true
    this.#scheduleEnd()
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    try {
      this.#openSnapshot()
      return this.#reading.all(statement)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async first<Row>(statement: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(statement))[0]
  }

  async write<T>(work: Work<T>): Promise<T> {
    if (this.#lost) throw this.#lost
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.push({
      work: async (transaction) => {
        const result = await work(transaction)
        return () => resolve(result)
      },
      reject: (error) => reject(toStoreError(error)),
    })
    this.#committing ??= this.#commitTurns()
    return promise
  }

  change<Row>(statement: Sql): Promise<Row[]> {
    return this.write((transaction) => transaction.change(statement))
  }

  async isReady(): Promise<boolean> {
    const { database } = this.#writing
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#file))
      if (bavail * bsize < minFreeBytes) return false
      // Commits a change of one page.
      await this.write(() => database.exec('pragma user_version = 0'))
      return await isCurrent(this)
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    await this.#committing
    const { database } = this.#writing
    if (!database.isOpen) return
    // The checkpoint would wait for it.
    this.#endSnapshot()
    // Committed data does not depend on it: another process may be active, or the disk full.
    try {
      database.exec('pragma busy_timeout = 2000; pragma wal_checkpoint(truncate)')
    } catch {}
    try {
      for (const each of [this.#reading.database, database, this.#lock]) each?.close()
    } catch (error) {
      throw new StoreError(`The database cannot be closed: ${explain(error)}`)
    }
  }

  #openSnapshot(): void {
    if (this.#snapshotOpenedAt !== undefined) return
    this.#reading.endTransaction()
    this.#reading.database.exec('begin')
    this.#snapshotOpenedAt = this.#now()
    this.#scheduleEnd()
  }

  #endSnapshot(): void {
    if (this.#snapshotOpenedAt === undefined) return
    this.#snapshotOpenedAt = undefined
    try {
      this.#reading.database.exec('commit')
    } catch {
      // SQLite rejects the commit of a transaction that met a damaged page. That read has failed already.
    }
  }

  #scheduleEnd(): void {
    this.#endOfTurn ??= setImmediate(() => {
      this.#endOfTurn = undefined
      this.#turnHasRequests = false
      this.#endSnapshot()
    })
  }

  async #commitTurns(): Promise<void> {
    do {
      await nextTurn()
      await this.#commit(this.#waiting.splice(0))
    } while (this.#waiting.length > 0)
    this.#committing = undefined
  }

  /**
   * Commits jobs together, in the order of arrival. If one meets a fault, each is committed alone: a damaged page
   * may concern only that one, and SQLite does not commit a transaction that met it.
   */
  async #commit(jobs: readonly Job[]): Promise<void> {
    const { database } = this.#writing
    let isInside = false
    try {
      await this.#begin()
      isInside = true
      const ends: (() => void)[] = []
      // Alone, a write needs no savepoint. For a large one, SQLite would search the pages of the savepoint
      // with each statement.
      for (const job of jobs)
        ends.push(await (jobs.length > 1 ? this.#attempt(job) : job.work(this.#transaction())))
      // Returns pages of deleted rows to the disk, a few at a time, so that it takes half a millisecond.
      const [free] = this.#writing.all<{ freelist_count: number }>(freePages)
      if (Number(free?.freelist_count) > spareFreePages)
        database.exec('pragma incremental_vacuum(64)')
      isInside = false
      database.exec('commit')
      this.#endSnapshot()
      this.#lost = this.#findLoss()
      if (this.#lost) throw this.#lost
      for (const end of ends) end()
    } catch (error) {
      try {
        database.exec('rollback')
      } catch {
        // SQLite may have ended the transaction. If it is still open, the next begin tries again.
      }
      if (isInside && jobs.length > 1 && isFault(error))
        for (const job of jobs) await this.#commit([job])
      else for (const { reject } of jobs) reject(error)
    }
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + busyMilliseconds
    this.#writing.endTransaction()
    for (;;)
      try {
        this.#writing.database.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await wait(5)
      }
  }

  /** Runs a job in a savepoint. Returns what to call after the commit. @throws when it meets a fault. */
  async #attempt({ work, reject }: Job): Promise<() => void> {
    const { database } = this.#writing
    database.exec('savepoint work')
    try {
      const end = await work(this.#transaction())
      database.exec('release work')
      return end
    } catch (error) {
      // SQLite may have rolled the whole transaction back.
      if (isFault(error) || !database.isTransaction) throw error
      database.exec('rollback to work; release work')
      return () => reject(error)
    }
  }

  #transaction(): Transaction {
    const within = () => {
      // Otherwise a statement would be a transaction of its own.
      if (!this.#writing.database.isTransaction) throw new Error('The transaction has ended')
      return this.#writing
    }
    return {
      all: async (statement) => within().all(statement),
      first: async <Row>(statement: Sql) => within().all<Row>(statement)[0],
      change: async (statement) => within().all(statement),
      run: async (statement) => within().run(statement),
      replan: async () => {},
      takeNumber: (account, series) => async () =>
        numberIn(series, within().all(nextNumber(account, series))),
    }
  }
}

export type StoreOptions = {
  /** A clock that never goes back, in milliseconds. */
  now?: () => number
  /** Whether it is opened by a server. A file has one server at a time, and any number of commands. */
  isServer?: boolean
  /** Whether the files may be removed while they are open, because their data ends with the process. */
  temporary?: boolean
  /** Opens a connection. */
  connect?: (file: string, options: DatabaseSyncOptions) => DatabaseSync
}

/**
 * Creates a file for its owner alone, unless it exists. SQLite creates the others with its permissions.
 * Never opens an existing file: closing it would release the locks of this process's connections.
 */
const createFile = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * Locks a file beside the database until the process ends. SQLite locks no file for a whole process, unless other
 * programs may not use it at all.
 * @throws if another server has locked it.
 */
const lockForServer = (file: string): DatabaseSync => {
  const path = `${realpathSync(file)}.lock`
  createFile(path)
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = off; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new Error(
      'another server uses it. Stop that server, or set DATABASE_URL to another file or to PostgreSQL',
    )
  }
}

/**
 * Opens a SQLite database file and migrates it to the current schema. Creates the file and its folder
 * if they are missing. Reads use a separate connection, so they see only committed data.
 * @throws {StoreError} when it cannot be opened, or was written by another version or program.
 */
export const openSqliteStore = async (file: string, options: StoreOptions = {}): Promise<Store> => {
  const { connect = (path, settings) => new DatabaseSync(path, settings) } = options
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    createFile(file)
    const lock = options.isServer ? lockForServer(file) : undefined
    const writing = connect(file, { timeout: busyMilliseconds })
    // Changes no file of another version or program.
    await pendingMigrations(toMigrate(writing), migrations.sqlite)
    makeDurable(writing)
    const migrated = await migrate(toMigrate(writing), migrations.sqlite)
    // From here on, the store waits for a busy database without blocking the event loop.
    writing.exec('pragma busy_timeout = 0')
    const reading = connect(file, { timeout: busyMilliseconds, readOnly: true })
    return new SqliteStore(file, [reading, writing, lock], migrated, options)
  } catch (error) {
    const message = `The database ${file} cannot be opened: ${explain(error)}`
    throw new StoreError(message, { cause: error })
  }
}
