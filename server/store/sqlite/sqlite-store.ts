import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { FaultMonitor, noStoreObserver, type StoreObserver } from '../fault-monitor.ts'
import type { RequestLog } from '../rate-limit/request-log.ts'
import { sqliteRequestLog } from '../rate-limit/sqlite-request-log.ts'
import { isCurrent } from '../schema.ts'
import type { Statement, Values } from '../statement.ts'
import { type Store, StoreError, type Work } from '../store.ts'
import { FileIdentity, realPath } from './database-file.ts'
import { GroupCommit } from './group-commit.ts'
import { isForeign, migrate } from './migrate.ts'
import {
  busyMilliseconds,
  explain,
  isBusy,
  SqliteConnection,
  toFault,
} from './sqlite-connection.ts'

/** The maximum age of a snapshot, even while many requests arrive. */
const mostMilliseconds = 5

/**
 * Shares one read transaction between all reads of a turn of the event loop. Without it, SQLite takes
 * and releases a lock for every statement, which costs more than finding a row.
 *
 * A read must be at least as new as its request: a key that another process revoked is rejected on the
 * next request. Requests that are read from their sockets in one turn arrived before the turn began,
 * so they may share a snapshot of that turn. `freshen` is called as each request arrives and ends an
 * older snapshot.
 */
class ReadSnapshot {
  readonly #database: DatabaseSync
  readonly #begin
  readonly #commit
  readonly #now: () => number
  #openedAt: number | undefined
  #takenInThisTurn = false
  #turnHasRequests = false
  #end: NodeJS.Immediate | undefined

  /** @param now a clock that never goes back, in milliseconds. */
  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database
    this.#now = now
    this.#begin = database.prepare('begin')
    this.#commit = database.prepare('commit')
  }

  /** Ends an older snapshot, so that all later reads are at least as new as this moment. */
  freshen(): void {
    if (this.#openedAt !== undefined) {
      const isOld = this.#now() - this.#openedAt > mostMilliseconds
      if (isOld || !this.#takenInThisTurn) this.end()
    }
    this.#turnHasRequests = true
    this.#scheduleEnd()
  }

  /** Opens a snapshot if none is open. Call before each read. */
  use(): void {
    if (this.#openedAt !== undefined) return
    // A commit has failed and left its transaction open.
    if (this.#database.isTransaction) this.#database.exec('rollback')
    this.#begin.run()
    this.#openedAt = this.#now()
    this.#takenInThisTurn = this.#turnHasRequests
    this.#scheduleEnd()
  }

  /** Ends the snapshot, if one is open. Never throws. */
  end(): void {
    if (this.#openedAt === undefined) return
    this.#openedAt = undefined
    try {
      this.#commit.run()
    } catch {
      // A transaction that only reads has nothing to lose. SQLite rejects the commit of one that met a
      // damaged page; that read has failed already.
    }
  }

  #scheduleEnd(): void {
    this.#end ??= setImmediate(() => {
      this.#end = undefined
      this.#turnHasRequests = false
      this.end()
    })
  }
}

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

/**
 * Moves the write-ahead log into the file and updates the query planner's statistics. Committed data
 * does not depend on it, so errors are ignored: another process may be active, or the disk full.
 */
const tidy = (database: DatabaseSync): void => {
  for (const pragma of ['busy_timeout = 2000', 'optimize', 'wal_checkpoint(truncate)'])
    try {
      database.exec(`pragma ${pragma}`)
    } catch {}
}

/** Once in this time, the files are compared with those that were opened, and the database shrinks. */
const checkMilliseconds = 1000

/** Returns the error of closing, if there is one. */
const closeDatabase = (database: DatabaseSync | undefined): unknown[] => {
  try {
    database?.close()
    return []
  } catch (error) {
    return [error]
  }
}

/** Free bytes that a disk must have for the store to be healthy again. */
const minFreeBytes = 256 * 1024

/** @throws {StoreError} when too little is free: then a small write may succeed while others fail. */
const requireSpace = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new StoreError(`${folder} has too little space`)
}

class SqliteStore implements Store {
  readonly migrated: readonly string[]
  readonly settleMilliseconds = 0
  readonly requests: RequestLog = sqliteRequestLog(this)
  readonly #reading: SqliteConnection
  readonly #writing: SqliteConnection
  readonly #snapshot: ReadSnapshot
  readonly #commits: GroupCommit
  readonly #faults: FaultMonitor
  readonly #files: FileIdentity
  readonly #timer: NodeJS.Timeout
  readonly #lock: DatabaseSync | undefined

  constructor(
    file: string,
    reading: DatabaseSync,
    writing: DatabaseSync,
    migrated: readonly string[],
    lock: DatabaseSync | undefined,
    { now = () => performance.now(), observer = noStoreObserver, temporary = false }: StoreOptions,
  ) {
    this.migrated = migrated
    this.#lock = lock
    this.#reading = new SqliteConnection(reading)
    this.#writing = new SqliteConnection(writing)
    this.#snapshot = new ReadSnapshot(reading, now)
    this.#files = new FileIdentity(file, temporary ? [] : [file, `${file}-wal`])
    this.#commits = new GroupCommit(this.#writing, () => {
      this.#snapshot.end()
      this.#files.check()
    })
    this.#timer = setInterval(() => this.#maintain(), checkMilliseconds).unref()
    this.#faults = new FaultMonitor(observer, async () => {
      requireSpace(dirname(file))
      await this.#commits.probe()
    })
  }

  isHealthy(): boolean {
    return this.#faults.isHealthy
  }

  isCurrent(): Promise<boolean> {
    return isCurrent(this)
  }

  freshen(): void {
    this.#snapshot.freshen()
  }

  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    return this.#read(statement, values)
  }

  async first<P extends Values, Row>(
    statement: Statement<P, Row>,
    values: P,
  ): Promise<Row | undefined> {
    return this.#read(statement, values)[0]
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#write(() => this.#commits.write(work))
  }

  claim<T>(work: Work<T>): Promise<T> {
    return this.#write(() => this.#commits.writeSoon(work))
  }

  async #write<T>(commit: () => Promise<T>): Promise<T> {
    try {
      this.#files.requireKept()
      return await commit()
    } catch (error) {
      throw this.#noted(error)
    }
  }

  async close(): Promise<void> {
    await this.#commits.idle()
    this.#faults.stop()
    clearInterval(this.#timer)
    if (!this.#writing.database.isOpen) return
    tidy(this.#writing.database)
    const errors = [this.#reading.database, this.#writing.database, this.#lock].flatMap(
      closeDatabase,
    )
    if (errors.length > 0)
      throw new StoreError(`The database cannot be closed: ${errors.map(explain).join('; ')}`)
  }

  #read<P extends Values, Row>(statement: Statement<P, Row>, values: P): Row[] {
    try {
      this.#snapshot.use()
      return this.#reading.all(statement, values)
    } catch (error) {
      throw this.#noted(error)
    }
  }

  /** While a fault lasts, its probes check the files. */
  #maintain(): void {
    if (!this.isHealthy()) return
    try {
      this.#files.check()
      this.#commits.shrink().catch((error: unknown) => this.#noted(error))
    } catch (error) {
      this.#faults.note(error)
    }
  }

  #noted(error: unknown): unknown {
    const noted = toFault(error)
    this.#faults.note(noted)
    return noted
  }
}

export type StoreOptions = {
  /** A clock that never goes back, in milliseconds. */
  now?: () => number
  observer?: StoreObserver
  /** Whether it is opened by a server. A file has one server at a time, and any number of commands. */
  isServer?: boolean
  /** Whether the files may be removed while they are open, because their data ends with the process. */
  temporary?: boolean
  /** Opens a connection. */
  connect?: (file: string, options: DatabaseSyncOptions) => DatabaseSync
}

/**
 * Opens a SQLite database file and migrates it to the current schema. Creates the file and its folder
 * if they are missing. Reads use a separate connection, so they see only committed data.
 * @throws {StoreError} when it cannot be opened, or was written by a newer version or another program.
 */
export const openSqliteStore = async (file: string, options: StoreOptions = {}): Promise<Store> => {
  try {
    return await open(file, options)
  } catch (error) {
    throw new StoreError(`The database ${file} cannot be opened: ${explain(error)}`, {
      cause: error,
    })
  }
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
  const path = `${realPath(file)}.lock`
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

const open = async (file: string, options: StoreOptions): Promise<Store> => {
  const { connect = (path, settings) => new DatabaseSync(path, settings) } = options
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
  createFile(file)
  const lock = options.isServer ? lockForServer(file) : undefined
  const writing = connect(file, { timeout: busyMilliseconds })
  if (isForeign(writing)) throw new Error('it holds the tables of another program. Use a new file')
  makeDurable(writing)
  const migrated = migrate(writing)
  // From here on, GroupCommit waits for a busy database without blocking the event loop.
  writing.exec('pragma busy_timeout = 0')
  const reading = connect(file, { timeout: busyMilliseconds, readOnly: true })
  return new SqliteStore(file, reading, writing, migrated, lock, options)
}
