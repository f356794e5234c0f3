import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Statement, Values } from '../statement.ts'
import type { Store, Transaction } from '../store.ts'
import { GroupCommit } from './group-commit.ts'
import { isForeign, migrate } from './migrate.ts'
import { ReadSnapshot } from './read-snapshot.ts'
import { SqliteConnection } from './sqlite-connection.ts'

/** Flushes every commit to disk before it returns. Readers and the writer do not block each other. */
export const makeDurable = (database: DatabaseSync): void =>
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
  `)

/**
 * Moves the write-ahead log into the file and updates the query planner's statistics. Committed data
 * does not depend on it, so errors are ignored: another process may be active, or the disk full.
 */
const tidy = (database: DatabaseSync): void => {
  database.exec('pragma busy_timeout = 2000')
  for (const pragma of ['optimize', 'wal_checkpoint(truncate)'])
    try {
      database.exec(`pragma ${pragma}`)
    } catch {}
}

class SqliteStore implements Store {
  readonly #reading: SqliteConnection
  readonly #writing: SqliteConnection
  readonly #snapshot: ReadSnapshot
  readonly #commits: GroupCommit

  constructor(reading: DatabaseSync, writing: DatabaseSync, now: () => number) {
    this.#reading = new SqliteConnection(reading)
    this.#writing = new SqliteConnection(writing)
    this.#snapshot = new ReadSnapshot(reading, now)
    this.#commits = new GroupCommit(this.#writing, () => this.#snapshot.end())
  }

  freshen(): void {
    this.#snapshot.freshen()
  }

  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    this.#snapshot.use()
    return this.#reading.all(statement, values)
  }

  async first<P extends Values, Row>(
    statement: Statement<P, Row>,
    values: P,
  ): Promise<Row | undefined> {
    this.#snapshot.use()
    return this.#reading.all(statement, values)[0]
  }

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#commits.write(work)
  }

  async close(): Promise<void> {
    await this.#commits.idle()
    if (!this.#writing.database.isOpen) return
    this.#snapshot.end()
    this.#reading.database.close()
    tidy(this.#writing.database)
    this.#writing.database.close()
  }
}

/** Thrown when a database cannot be opened. The message gives the reason. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * Opens a SQLite database file and migrates it to the current schema. Creates the file and its folder
 * if they are missing. Reads use a separate connection, so they see only committed data.
 * @param now a clock that never goes back, in milliseconds.
 * @throws {StoreError} when it cannot be opened, or was written by a newer version or another program.
 */
export const openSqliteStore = async (
  file: string,
  now: () => number = () => performance.now(),
): Promise<Store> => {
  try {
    return await open(file, now)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(`The database ${file} cannot be opened: ${reason}`, { cause: error })
  }
}

const open = async (file: string, now: () => number): Promise<Store> => {
  mkdirSync(dirname(file), { recursive: true })
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
  const writing = new DatabaseSync(file, { timeout: 5000 })
  if (isForeign(writing)) throw new Error('it holds the tables of another program')
  makeDurable(writing)
  await migrate(writing)
  // From here on, GroupCommit waits for a busy database without blocking the event loop.
  writing.exec('pragma busy_timeout = 0')
  const reading = new DatabaseSync(file, { timeout: 5000, readOnly: true })
  return new SqliteStore(reading, writing, now)
}
