import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { unknownMigration } from './migrate.ts'

/** A backup that was not made, and why. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Pages that are copied before anybody is told how far it is. */
const pagesAtOnce = 1000

const flush = (path: string): void => {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** A file that nobody but its owner can read, and that nobody else is writing. */
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

/** What is wrong with a database file, if anything is. */
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

/** Makes a copy complete by itself, and looks at all of it. */
const verify = (file: string): void => {
  const copy = new DatabaseSync(file)
  try {
    // A database with a write-ahead log is two files or three.
    copy.exec('pragma journal_mode = delete')
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
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    // One state from beginning to end, however much is written meanwhile: writers do not wait for
    // readers. Without it, every write by another process would begin the copy anew.
    source.exec('begin')
    const unknown = unknownMigration(source)
    if (unknown !== undefined)
      throw new BackupError(`A newer version has changed its schema (${unknown}): use that one`)
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    source.close()
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
 * Copies a database that may be in use into one file, which has its name only once it is complete,
 * looked at and on disk.
 * @param onProgress told how much is done, from 0 to 1.
 * @throws {BackupError} when there is nothing to copy, no place for it, or the copy is not sound.
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
