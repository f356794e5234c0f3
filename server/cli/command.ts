import { readConfig } from '../config.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'

/** Prints one result as a line on stdout. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Writes a message that is not a result to stderr. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Returns a command's action that opens the store of DATABASE_URL, runs, and closes the store. */
export const withStore =
  <Args extends unknown[]>(run: (store: Store, ...args: Args) => Promise<void>) =>
  async (...args: Args): Promise<void> => {
    const store = await openSqliteStore(readConfig().databaseFile)
    try {
      await run(store, ...args)
    } finally {
      await store.close()
    }
  }
