import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StoreFault } from '../store-error.ts'

const identityOf = (path: string): string | undefined => {
  const status = statSync(path, { throwIfNoEntry: false })
  return status && `${status.dev} ${status.ino}`
}

/**
 * Detects that the files of an open database were removed or replaced. SQLite does not notice: it writes
 * to files that no longer have a name, and the system deletes these when the process ends.
 */
export class FileIdentity {
  readonly #file: string
  readonly #identities: readonly { path: string; identity: string }[]
  #lost: StoreFault | undefined

  /**
   * Call it when the database is open and has its write-ahead log.
   * @param paths the files to compare.
   */
  constructor(file: string, paths: readonly string[]) {
    this.#file = file
    this.#identities = paths.flatMap((path) => {
      const identity = identityOf(path)
      return identity === undefined ? [] : [{ path, identity }]
    })
  }

  /**
   * Compares the open files with those at their paths. A loss is final: another process may have written
   * to the new files since.
   * @throws {StoreFault} when they are not the same.
   */
  check(): void {
    if (this.#lost) throw this.#lost
    for (const { path, identity } of this.#identities) {
      if (identityOf(path) === identity) continue
      this.#lost = new StoreFault(
        `The file ${path} was removed or replaced while it was open. Writes are rejected until a restart. Stop the server, restore ${this.#file} from a backup and start the server.`,
      )
      throw this.#lost
    }
  }

  /** Throws the error of an earlier check. Costs nothing. */
  requireKept(): void {
    if (this.#lost) throw this.#lost
  }
}

/** The paths whose permissions were changed, and those whose permissions could not be. */
type Tightened = { changed: string[]; failed: string[] }

/** The default folder of the database, which holds nothing else. */
const defaultFolder = 'data'

const isEmail = (name: string): boolean => name.endsWith('.eml')

/** Returns the emails of the outbox, or undefined if it is missing or has files of other programs. */
const emailsIn = (outbox: string): string[] | undefined => {
  try {
    const names = readdirSync(outbox)
    return names.every(isEmail) ? names.map((name) => join(outbox, name)) : undefined
  } catch {
    return undefined
  }
}

const statusOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/** Resolves links: SQLite creates `-wal` and `-shm` in the folder of the linked file. */
export const realPath = (file: string): string => {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/**
 * Removes the access of other users to the files of a database and to the emails in its outbox, which
 * earlier versions created with the permissions of the umask. Leaves folders alone that may hold files of
 * other programs: all but the default folder and an outbox that has only emails.
 */
export const tightenPermissions = (databaseFile: string, outbox: string): Tightened => {
  const changed: string[] = []
  const failed: string[] = []
  // Windows has no such permissions.
  if (!process.getuid) return { changed, failed }
  const user = process.getuid()
  const tighten = (path: string, mode: number): void => {
    const found = statusOf(path)
    if (!found || found.isSymbolicLink() || (found.mode & 0o077) === 0) return
    if (found.isDirectory() && found.uid !== user) return
    try {
      chmodSync(path, mode)
      changed.push(path)
    } catch {
      failed.push(path)
    }
  }
  const folder = dirname(databaseFile)
  if (resolve(folder) === resolve(defaultFolder)) tighten(folder, 0o700)
  const file = realPath(databaseFile)
  for (const end of ['', '-wal', '-shm', '-journal']) tighten(file + end, 0o600)
  const emails = emailsIn(outbox)
  if (emails) tighten(outbox, 0o700)
  for (const email of emails ?? []) tighten(email, 0o600)
  return { changed, failed }
}
