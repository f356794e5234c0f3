import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../migrate.ts'
import { migrations } from '../schema.ts'
import { busyMilliseconds, explain, toMigrate } from '../sqlite.ts'
import { StoreError } from '../store.ts'

/**
 * Copies a database, which may be in use, to a single file. The file gets its final name when it is
 * complete, checked and on disk.
 * @param onProgress called with the completed fraction, from 0 to 1.
 * @throws {StoreError} if there is no database, the file cannot be written, or the copy is corrupt.
 */
export const backUp = async (
  from: string,
  to: string,
  onProgress: (fraction: number) => void = () => {},
): Promise<void> => {
  if (!existsSync(from)) throw new StoreError(`There is no database ${from}`)
  if (resolve(from) === resolve(to)) throw new StoreError(`${to} is the database itself`)
  const folder = dirname(to)
  if (!existsSync(folder)) throw new StoreError(`There is no folder ${folder}. Create it first.`)
  const partial = `${to}.partial`
  let isCreated = false
  try {
    create(partial)
    isCreated = true
    await copy(from, partial, onProgress)
    verify(partial)
    flush(partial)
    renameSync(partial, to)
    flush(folder)
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`${from} cannot be copied to ${to}: ${explain(error)}`, { cause: error })
  } finally {
    if (isCreated) rmSync(partial, { force: true })
  }
}

/** Creates a file that only its owner can read. @throws {StoreError} if it exists. */
function create(file: string): void {
  if (existsSync(file))
    throw new StoreError(
      `Another backup is writing ${file}, or one was ended while it did: then remove that file`,
    )
  closeSync(openSync(file, 'wx', 0o600))
}

/** The number of pages that are copied between two progress reports. */
const pagesAtOnce = 1000

async function copy(from: string, to: string, onProgress: (fraction: number) => void) {
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyMilliseconds })
  try {
    // The transaction keeps one state for the whole copy and does not block writers. Without it, every
    // write by another process would restart the copy.
    source.exec('begin')
    if ((await pendingMigrations(toMigrate(source), migrations.sqlite)).length > 0)
      throw new StoreError(
        `An earlier version has written ${from}. Back it up with that version, or run merch migrate first.`,
      )
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    source.close()
  }
}

/** Converts a copy to a single file and checks all of it. */
export function verify(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    // With a write-ahead log, the database would be two or three files. It makes the queued deliveries itself.
    copy.exec('pragma journal_mode = delete; delete from delivery_queue')
    const [integrity] = copy.prepare('pragma integrity_check').all()
    const [dangling] = copy.prepare('pragma foreign_key_check').all()
    if (integrity?.integrity_check !== 'ok' || dangling)
      throw new StoreError(
        `The copy is not sound: ${dangling ? `a row of ${dangling.table} leads to none of ${dangling.parent}` : integrity?.integrity_check}`,
      )
  } finally {
    copy.close()
  }
}

/** Writes a file, or the entries of a folder, to the disk. */
export function flush(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
