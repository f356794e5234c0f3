import {
  closeSync,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import sql, { empty, raw } from 'sql-template-tag'
import type { ReadThreads } from './long-reads/read-threads.ts'
import { makeFolder } from './make-folder.ts'
import { isCurrent, type MigratedDatabase, migrate, pendingMigrations } from './migrate.ts'
import type { LogMoment, RequestLog } from './rate-limit/request-log.ts'
import { migrations } from './schema.ts'
import { apostrophes, bindable, fieldsOf, namesIn, ofAllAccounts, rowReader } from './statement.ts'
import {
  type Dialect,
  type Statement,
  type Store,
  StoreError,
  StoreFault,
  type Transaction,
  type Work,
} from './store.ts'

/** The maximum time that a connection waits for the lock of another process. A large `merch apply` has it for 5 s. */
export const busyMilliseconds = 15_000

export type StoreOptions = {
  /** Whether it is opened by a server. A file has one server at a time, and any number of commands. */
  isServer?: boolean
  /** Whether the files may be removed while they are open, because their data ends with the process. */
  temporary?: boolean
  /** Starts the threads of long reads. Without it, they run on the main thread. */
  readThreads?: ((file: string) => ReadThreads) | undefined
  connect?: (file: string, options: DatabaseSyncOptions) => DatabaseSync
}

/** Returns the reason of an error, with a remedy if SQLite's code has one. */
export const explain = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error)
  return [reason, remedyFor(error)].filter((text) => text !== undefined).join('. ')
}

/** The remedies, with SQLite's primary result codes. Other codes are errors of the program. */
const remedies: readonly (readonly [remedy: string, ...codes: number[]])[] = [
  ['Let the user of the server write the file and its folder.', 3, 8, 14],
  ['End the other process that uses the database.', 5, 6, 15],
  ['Give the server more memory.', 7],
  ['Check the disk of the database.', 10],
  ['Stop the server and restore a backup.', 11, 26],
  ['Free space on the disk of the database.', 13],
]

function remedyFor(error: unknown): string | undefined {
  return remedies.find(([, ...codes]) => codes.includes(codeOf(error)))?.[0]
}

/** The low byte of an extended result code is the primary one. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
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
 * Deleted and replaced values are overwritten, so that a person who is erased is in no free space of the file.
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
    pragma secure_delete = on;
    pragma foreign_keys = on;
    pragma temp_store = memory;
  `)

/**
 * Opens a SQLite database file and migrates it to the current schema. Creates the file and its folder
 * if they are missing. Reads use a separate connection, so they see only committed data.
 * @throws {StoreError} when it cannot be opened, or was written by another version or program.
 */
export const openSqliteStore = async (file: string, options: StoreOptions = {}): Promise<Store> => {
  const { connect = (path, settings) => new DatabaseSync(path, settings) } = options
  try {
    makeFolder(dirname(file), 0o700)
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new Error('it is a folder')
    if (found && found.nlink > 1)
      throw new Error(
        'it has a second name (a hard link), under which SQLite keeps another log. Remove that name, or open a copy',
      )
    createFile(file)
    if (options.isServer && isBackupWithLog(file))
      throw new Error(
        'it is a backup that was copied over a database whose log is still there. Run: merch restore BACKUP',
      )
    const lock = options.isServer ? lockForServer(file) : undefined
    const writing = connect(file, { timeout: busyMilliseconds })
    if (options.isServer && found && found.size < maxChecked) requireSound(writing)
    // Changes no file of another version or program.
    await pendingMigrations(toMigrate(writing), migrations.sqlite)
    makeDurable(writing)
    const migrated = await migrate(toMigrate(writing), migrations.sqlite)
    // From here on, the store waits for a busy database without blocking the event loop.
    writing.exec('pragma busy_timeout = 0')
    const reading = connect(file, { timeout: busyMilliseconds, readOnly: true })
    // Hundreds of databases that end with the process may be open.
    if (options.temporary)
      for (const each of [writing, reading])
        each.exec('pragma cache_size = -256; pragma synchronous = off')
    return createStore(file, { reading, writing, lock }, migrated, options)
  } catch (error) {
    const message = `The database ${file} cannot be opened: ${explain(error)}`
    throw new StoreError(message, { cause: error })
  }
}

/**
 * Returns whether a file is a backup beside the log of a killed server, whose changes SQLite would add to it. A server has
 * no connection to the file yet, whose locks the reading would release.
 */
function isBackupWithLog(file: string): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return false
  const opened = openSync(file, 'r')
  const header = headerOf(opened)
  closeSync(opened)
  // With a log, it is 2.
  return header?.writeVersion === 1
}

/** A start checks a file of so many bytes at most, which takes less than a second. */
const maxChecked = 128 * 1024 * 1024

/** @throws if the file is malformed, such as one that was copied over another with its log. */
function requireSound(database: DatabaseSync): void {
  const found = database.prepare('pragma quick_check(1)').get()
  if (found?.quick_check !== 'ok')
    throw new Error(`it is malformed (${found?.quick_check}). Restore a backup`)
}

/**
 * Creates a file for its owner alone, unless it exists. SQLite creates the others with its permissions.
 * Never opens an existing file: closing it would release the locks of this process's connections.
 */
export function createFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * Locks a file beside the database until the process ends. SQLite locks no file for a whole process, unless other
 * programs may not use it at all.
 * @throws if another server has locked it.
 */
export function lockForServer(file: string): DatabaseSync {
  const path = `${realpathSync(file)}.lock`
  createFile(path)
  // A command looks for a moment whether it is locked.
  const lock = new DatabaseSync(path, { timeout: 100 })
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

/** Returns whether a server has locked the file beside a database. */
function isServed(file: string): boolean {
  let probe: DatabaseSync | undefined
  try {
    probe = new DatabaseSync(`${realpathSync(file)}.lock`, { readOnly: true, timeout: 0 })
    probe.exec('select count(*) from sqlite_schema')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    probe?.close()
  }
}

function isBusy(error: unknown): boolean {
  return codeOf(error) === 5
}

/** The names of a recipient without apostrophes. */
const bareName = raw(
  Array.from(apostrophes).reduce(
    (text, sign) => `replace(${text}, '${sign === "'" ? "''" : sign}', '')`,
    namesIn('recipient'),
  ),
)

/** Whether a recipient has an apostrophe, or a letter that is not ASCII and so takes several bytes. */
const isSpecial = raw(
  ['recipient', '"companyName"']
    .flatMap((text) => [
      `${text} like '%''%'`,
      `${text} like '%\`%'`,
      `length(${text}) < octet_length(${text})`,
    ])
    .join(' or '),
)

const dialect: Dialect = {
  lock: empty,
  lockOf: () => empty,
  lockFree: empty,
  among: (query) => sql`in (${query})`,
  inShardOf: () => empty,
  time: (now) => sql`${now}`,
  elementsOf: (column) => raw(`json_each(${column})`),
  nameContains: (classes) => {
    const letters = classes.map((each) => (each === '' ? '?' : `[${each}]`))
    // Comparing classes of letters is slow. Most recipients can be compared with the letters of ASCII before.
    const ascii = `%${classes.map((each) => each[0] ?? '%').join('')}%`
    return sql`(
      (recipient like ${ascii} or "companyName" like ${ascii} or ${isSpecial})
      and ${bareName} glob ${`*${letters.join('')}*`}
    )`
  },
  arrayOf: (columns) => raw(`json_group_array(json_object(${fieldsOf(columns)}))`),
}

/** The connections of a store. Only a server locks its file. */
type Connections = { reading: DatabaseSync; writing: DatabaseSync; lock: DatabaseSync | undefined }

/** Free bytes that a disk must have: with fewer, a small write may succeed while others fail. */
const minFreeBytes = 256 * 1024

function createStore(
  file: string,
  { reading, writing, lock }: Connections,
  migrated: readonly string[],
  { temporary = false, readThreads }: StoreOptions,
): Store {
  const threads = readThreads?.(file)
  const { findLoss, stop } = watchFiles(file, temporary ? [] : [file, `${file}-wal`])
  /** A loss of the files is final: another process may have written to the new ones since. */
  let lost: Loss | undefined
  const reads = statementsOf(reading)
  const writes = createWrites(writing, () => {
    lost = findLoss()
    if (lost) throw lost.fault
  })
  const all = async <Row>(statement: Statement): Promise<Row[]> => {
    // Keys that were revoked after the backup would be valid.
    if (lost?.isOverwritten) throw lost.fault
    try {
      if (!threads || !statement.isLong) return reads.all(statement)
      const { names, rows } = await threads.read(statement)
      return rowReader(names)(rows)
    } catch (error) {
      throw toStoreError(error)
    }
  }
  const first = async <Row>(statement: Statement) => (await all<Row>(statement))[0]
  const write = async <T>(work: Work<T>): Promise<T> => {
    if (lost) throw lost.fault
    return writes.write(work)
  }
  const store: Store = {
    dialect,
    migrated,
    settleMilliseconds: 0,
    requests: sqliteRequestLog({ all, first, write }),
    all,
    first,
    write,
    change: (statement) => write((transaction) => transaction.change(statement)),
    hasServer: async () => isServed(file),
    isReady: async () => {
      try {
        lost ??= findLoss()
        if (lost) return false
        const { bavail, bsize } = statfsSync(dirname(file))
        if (bavail * bsize < minFreeBytes) return false
        return await isCurrent(store)
      } catch {
        return false
      }
    },
    emptyLog: async () => {
      for (let tries = 0; tries < 100; tries++) {
        const row = writing.prepare('pragma wal_checkpoint(truncate)').get()
        if (row?.busy === 0) return true
        await wait(20)
      }
      return false
    },
    close: async () => {
      await writes.settled()
      if (!writing.isOpen) return
      // The checkpoint would wait for them.
      await threads?.close()
      // Committed data does not depend on it: another process may be active, or the disk full. The last one
      // that closes the file repeats it.
      try {
        writing.exec('pragma wal_checkpoint(truncate)')
      } catch {}
      try {
        for (const each of [reading, writing, lock]) each?.close()
        stop()
      } catch (error) {
        throw new StoreError(`The database cannot be closed: ${explain(error)}`)
      }
    },
  }
  return store
}

/** Expired rows that are deleted beside as many as are added. Other writes wait for the transaction. */
const moreExpired = 100

/** Returns the log of counted requests on SQLite. It deletes slightly more expired rows than it adds. */
export function sqliteRequestLog(store: Pick<Store, 'all' | 'first' | 'write'>): RequestLog {
  return {
    lastMoment: () =>
      store.first<LogMoment>(ofAllAccounts`select time, wall, monotonic, boot from request_clock`),
    requestsOf: (address, after) =>
      store.all(ofAllAccounts`
        select second, requests from request_log
        where address = ${address} and second > ${after} order by second`),
    add: async (rows, { time, wall, monotonic, boot }, until) => {
      await store.write(async (transaction) => {
        await transaction.run(ofAllAccounts`delete from request_clock`)
        await transaction.run(ofAllAccounts`
          insert into request_clock (time, wall, monotonic, boot)
          values (${time}, ${wall}, ${monotonic}, ${boot})`)
        for (const { address, second, requests } of rows)
          await transaction.run(ofAllAccounts`
            insert into request_log (address, second, requests)
            values (${address}, ${second}, ${requests})
            on conflict (address, second)
              do update set requests = request_log.requests + excluded.requests`)
        await transaction.run(ofAllAccounts`
          delete from request_log where (address, second) in (
            select address, second from request_log where second <= ${until}
            order by second limit ${rows.length + moreExpired}
          )`)
      })
    },
  }
}

/** What happened to the files of a database. Reads of open files that only lost their names are still right. */
type Loss = { fault: StoreFault; isOverwritten: boolean }

/**
 * Milliseconds between two looks at the inode of the log; in between, it must only exist. From Linux 6.13 on, the next
 * write to a file that was looked at changes its inode, which the flush of that commit has to write, too.
 */
const logMilliseconds = 10

/**
 * Returns a function that finds whether files were removed, replaced or overwritten since. SQLite does not notice it: it
 * writes to files that no longer have a name, and reads pages of the other file.
 * @param paths the database file and others.
 */
function watchFiles(file: string, paths: readonly string[]) {
  const identities = paths.map(identityOf)
  // It stays open as long as the connections: closing it releases their locks.
  const opened = paths.length === 0 ? undefined : openSync(file, 'r')
  let last = opened === undefined ? undefined : headerOf(opened)
  const isOverwritten = (): boolean => {
    if (opened === undefined || last === undefined) return false
    const header = headerOf(opened)
    if (header === undefined || header.writeVersion !== last.writeVersion) return true
    if (header.changes < last.changes) return true
    last = header
    return false
  }
  let looked = 0
  return {
    findLoss: (): Loss | undefined => {
      const now = performance.now()
      const isDue = now - looked > logMilliseconds
      if (isDue) looked = now
      const moved = paths.find((path, i) =>
        path === file || isDue ? identityOf(path) !== identities[i] : !existsSync(path),
      )
      const lost = moved ?? (isOverwritten() ? file : undefined)
      if (lost === undefined) return undefined
      const fault = new StoreFault(
        `The file ${lost} was removed or replaced while it was open. Writes are rejected until a restart. Stop the server, restore ${file} from a backup and start the server.`,
      )
      return { fault, isOverwritten: moved === undefined }
    },
    stop: () => {
      if (opened !== undefined) closeSync(opened)
    },
  }
}

/**
 * Returns the header of a database file (SQLite, Database File Format §1.3): its write version, which a backup has not
 * in common with an open file, and its counter of changes. Undefined if it has none.
 */
function headerOf(opened: number): { writeVersion: number; changes: number } | undefined {
  const header = Buffer.alloc(100)
  readSync(opened, header, 0, header.length, 0)
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3') return undefined
  return { writeVersion: header.readUInt8(18), changes: header.readUInt32BE(24) }
}

function identityOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** Returns functions that run statements on a connection, and prepare each one once. */
export function statementsOf(database: DatabaseSync) {
  const prepare = (text: string) => {
    const prepared = database.prepare(text)
    prepared.setReturnArrays(true)
    return { prepared, read: rowReader(prepared.columns().map(({ name }) => name)) }
  }
  const known = new Map<string, ReturnType<typeof prepare>>()
  const of = ({ sql: text }: Statement['query']) => {
    const found = known.get(text) ?? prepare(text)
    known.set(text, found)
    return found
  }
  return {
    all: <Row>({ query }: Statement): Row[] => {
      const { prepared, read } = of(query)
      return read(prepared.all(...query.values.map(bindable)))
    },
    run: ({ query }: Statement): number =>
      Number(of(query).prepared.run(...query.values.map(bindable)).changes),
  }
}

/** A write that waits for its commit. Its work returns a function to call after the commit. */
type Job = { work: Work<() => void>; reject: (error: unknown) => void }

const freePages = ofAllAccounts`pragma freelist_count`

/** Free pages that the file keeps for later rows: 4 MiB. */
const spareFreePages = 1024

const nextOrderNumber = ofAllAccounts`
  update order_numbers set last = last + 1 returning 'MF-' || last as number`

/**
 * Returns a function that runs work in a transaction. All writes that arrive together share a commit, which
 * costs a flush to disk. Each write has its own savepoint, so it can fail without the others.
 * @param onCommit called after each commit, before its writes resolve. Throws if they are lost.
 */
function createWrites(database: DatabaseSync, onCommit: () => void) {
  const commit = createCommit(database, onCommit)
  const waiting: Job[] = []
  let committing: Promise<void> | undefined

  const commitTurns = async (): Promise<void> => {
    do {
      // Requests that waited for the last commit arrive in the second turn, and share the next one.
      await nextTurn()
      await nextTurn()
      await commit(waiting.splice(0))
    } while (waiting.length > 0)
    committing = undefined
  }
  return {
    write: <T>(work: Work<T>): Promise<T> => {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.push({
        work: async (transaction) => {
          const result = await work(transaction)
          return () => resolve(result)
        },
        reject: (error) => reject(toStoreError(error)),
      })
      committing ??= commitTurns()
      return promise
    },
    /** Resolves when no write waits. */
    settled: async (): Promise<void> => committing,
  }
}

/**
 * Returns a function that commits jobs together, in the order of arrival. If one meets a fault, each is committed
 * alone: a damaged page may concern only that one, and SQLite does not commit a transaction that met it.
 */
function createCommit(database: DatabaseSync, onCommit: () => void) {
  const statements = statementsOf(database)
  const runJob = createRunJob(database, statements)

  /** Runs a job in a savepoint. Returns a function to call after the commit. @throws when it meets a fault. */
  const attempt = async (job: Job): Promise<() => void> => {
    database.exec('savepoint work')
    try {
      const end = await runJob(job)
      database.exec('release work')
      return end
    } catch (error) {
      // SQLite may have rolled the whole transaction back.
      if (isFault(error) || !database.isTransaction) throw error
      database.exec('rollback to work; release work')
      return () => job.reject(error)
    }
  }

  const commit = async (jobs: readonly Job[]): Promise<void> => {
    let isInside = false
    try {
      await beginWrite(database)
      isInside = true
      const ends: (() => void)[] = []
      // Alone, a write needs no savepoint. For a large one, SQLite would search the pages of the savepoint
      // with each statement.
      for (const job of jobs) ends.push(await (jobs.length > 1 ? attempt(job) : runJob(job)))
      // Returns pages of deleted rows to the disk, a few at a time, so that it takes half a millisecond.
      const [free] = statements.all<{ freelist_count: number }>(freePages)
      if (Number(free?.freelist_count) > spareFreePages)
        database.exec('pragma incremental_vacuum(64)')
      isInside = false
      database.exec('commit')
      onCommit()
      for (const end of ends) end()
    } catch (error) {
      try {
        database.exec('rollback')
      } catch {
        // SQLite may have ended the transaction. If it is still open, the next begin tries again.
      }
      if (isInside && jobs.length > 1 && isFault(error)) for (const job of jobs) await commit([job])
      else for (const { reject } of jobs) reject(error)
    }
  }
  return commit
}

async function beginWrite(database: DatabaseSync): Promise<void> {
  const deadline = performance.now() + busyMilliseconds
  // A commit that failed may have left its transaction open.
  if (database.isTransaction) database.exec('rollback')
  for (;;)
    try {
      database.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await wait(5)
    }
}

/** Returns a function that runs the work of a job. It returns a function to call after the commit. */
function createRunJob(database: DatabaseSync, { all, run }: ReturnType<typeof statementsOf>) {
  /** The first error of the job that runs. Those of its later statements follow from it. */
  let failure: unknown
  /** The writes that the job that runs does not await. */
  const last: Promise<unknown>[] = []
  const within = <T>(runOne: () => T): T => {
    try {
      // Otherwise a statement would be a transaction of its own.
      if (!database.isTransaction) throw new Error('The transaction has ended')
      return runOne()
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  const rows = <Row>(statement: Statement) => within(() => all<Row>(statement))
  const transaction: Transaction = {
    dialect,
    all: async (statement) => rows(statement),
    first: async <Row>(statement: Statement) => rows<Row>(statement)[0],
    change: async (statement) => rows(statement),
    run: async (statement) => within(() => run(statement)),
    replan: async () => {},
    takeOrderNumber: () => async () => String(rows<{ number: string }>(nextOrderNumber)[0]?.number),
    commitWith: (writes) => {
      // A failure is thrown at the end.
      for (const write of writes) write.catch(() => {})
      last.push(...writes)
    },
  }
  return async ({ work }: Job): Promise<() => void> => {
    failure = undefined
    try {
      const end = await work(transaction)
      await Promise.all(last)
      return end
    } catch (error) {
      throw failure ?? error
    } finally {
      last.length = 0
    }
  }
}

/** Returns whether an error has a cause outside the program, such as the disk. */
function isFault(error: unknown): boolean {
  return remedyFor(error) !== undefined
}

function toStoreError(error: unknown): unknown {
  return isFault(error) ? new StoreFault(`The database failed: ${explain(error)}`) : error
}
