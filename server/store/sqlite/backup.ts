import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { requireKnown } from '../schema.ts'
import { appliedMigrations } from './migrate.ts'
import { busyMilliseconds } from './sqlite-connection.ts'

/** Thrown when a backup fails. The message gives the reason. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The number of pages that are copied between two progress reports. */
const pagesAtOnce = 1000

/** Creates a file that only its owner can read. Fails if the file exists: another backup writes it. */
const create = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new BackupError(
      `Another backup is writing ${file}, or one was ended while it did: then remove that file`,
      { cause: error },
    )
  }
}

/** Returns the problems that SQLite's checks find in a database. */
const problemsOf = (database: DatabaseSync): string[] => [
  ...database
    .prepare('pragma integrity_check')
    .all()
    .map(({ integrity_check: line }) => String(line))
    .filter((line) => line !== 'ok'),
  ...database
    .prepare('pragma foreign_key_check')
    .all()
    .map(({ table, parent }) => `a row of ${table} leads to none of ${parent}`),
]

/** Deletes the queued deliveries of a copy. The database itself attempts them. */
const deleteDeliveries = (copy: DatabaseSync): void => {
  const table = copy.prepare(`select 1 from sqlite_schema where name = 'delivery_queue'`).get()
  if (table !== undefined) copy.exec('delete from delivery_queue')
}

/** Converts a copy to a single file and checks all of it. */
const verify = (file: string): void => {
  const copy = new DatabaseSync(file)
  try {
    // With a write-ahead log, the database would be two or three files.
    copy.exec('pragma journal_mode = delete')
    deleteDeliveries(copy)
    const [problem] = problemsOf(copy)
    if (problem !== undefined) throw new BackupError(`The copy is not sound: ${problem}`)
  } finally {
    copy.close()
  }
}

const copy = async (
  from: string,
  to: string,
  onProgress: (fraction: number) => void,
): Promise<void> => {
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyMilliseconds })
  try {
    // The transaction keeps one state for the whole copy and does not block writers. Without it, every
    // write by another process would restart the copy.
    source.exec('begin')
    requireKnown(appliedMigrations(source))
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    source.close()
  }
}

/** Writes a file, or the entries of a folder, to the disk. */
const flush = (path: string): void => {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

const make = async (
  from: string,
  to: string,
  onProgress: (fraction: number) => void,
): Promise<void> => {
  const partial = `${to}.partial`
  create(partial)
  try {
    await copy(from, partial, onProgress)
    verify(partial)
    flush(partial)
    renameSync(partial, to)
    flush(dirname(to))
  } finally {
    rmSync(partial, { force: true })
  }
}

/**
 * Copies a database, which may be in use, to a single file. The file gets its final name when it is
 * complete, checked and on disk.
 * @param onProgress called with the completed fraction, from 0 to 1.
 * @throws {BackupError} if there is no database, the file cannot be written, or the copy is corrupt.
 */
export const backUp = async (
  from: string,
  to: string,
  onProgress: (fraction: number) => void = () => {},
): Promise<void> => {
  if (!existsSync(from)) throw new BackupError(`There is no database ${from}`)
  if (resolve(from) === resolve(to)) throw new BackupError(`${to} is the database itself`)
  try {
    await make(from, to, onProgress)
  } catch (error) {
    if (error instanceof BackupError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`${from} cannot be copied to ${to}: ${reason}`, { cause: error })
  }
}
