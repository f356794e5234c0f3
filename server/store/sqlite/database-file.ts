import { realpathSync, statSync } from 'node:fs'
import { StoreFault } from '../store.ts'

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

/** Resolves links: SQLite creates `-wal` and `-shm` in the folder of the linked file. */
export const realPath = (file: string): string => {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
