import { createReadThreads } from './long-reads/read-threads.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Store } from './store.ts'

export type Location = {
  /** The SQLite file, unless `postgres` is set. */
  databaseFile: string
  postgres: { url: string; poolSize: number } | undefined
  readThreads?: number
}

/**
 * Opens the database and migrates it to the current schema. Creates a SQLite file if it is missing.
 * @param options `isServer` is whether it serves requests; otherwise, a command runs.
 * @throws {StoreError} when it cannot be opened, or was written by another version or program.
 */
export const openStore = async (
  { databaseFile, postgres, readThreads = 0 }: Location,
  { isServer = false }: { isServer?: boolean } = {},
): Promise<Store> => {
  if (!postgres)
    return openSqliteStore(databaseFile, {
      isServer,
      readThreads: readThreads > 0 ? (file) => createReadThreads(file, readThreads) : undefined,
    })
  // Loaded only when it is used, so that a start on SQLite does not wait for the driver.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts')
  return openPostgresStore(postgres.url, { poolSize: postgres.poolSize, isCommand: !isServer })
}
