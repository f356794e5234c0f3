import { openSqliteStore, type StoreOptions } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'

/** Where the data is. */
export type Location = {
  /** The SQLite file, unless `postgres` is set. */
  databaseFile: string
  postgres: { url: string; poolSize: number } | undefined
}

/**
 * Opens the database and migrates it to the current schema. Creates a SQLite file if it is missing.
 * @param options `isServer` is whether it serves requests; otherwise, a command runs.
 * @throws {StoreError} when it cannot be opened, or was written by a newer version or another program.
 */
export const openStore = async (
  { databaseFile, postgres }: Location,
  options: Pick<StoreOptions, 'observer' | 'isServer'> = {},
): Promise<Store> => {
  if (!postgres) return openSqliteStore(databaseFile, options)
  // Loaded only when it is used, so that a start on SQLite does not wait for the driver.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  const { isServer = false, ...observed } = options
  return openPostgresStore(postgres.url, {
    poolSize: postgres.poolSize,
    isCommand: !isServer,
    ...observed,
  })
}
