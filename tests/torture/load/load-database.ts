import { DatabaseSync } from 'node:sqlite'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../server/store/store.ts'
import {
  findInconsistencies,
  findPostgresInconsistencies,
} from '../../../server/testing/find-inconsistencies.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../testkit/postgres-cluster.ts'

/** The database of a server under load. */
export type LoadDatabase = {
  /** The server's DATABASE_URL. */
  url: string
  /** Undefined on SQLite. */
  cluster: PostgresCluster | undefined
  open(): Promise<Store>
  /** Returns the events in the delivery queue, as `event order`. */
  queuedEvents(): Promise<ReadonlySet<string>>
  /** Returns the violated invariants, one per line. */
  findInconsistencies(): Promise<string[]>
  remove(): Promise<void>
}

const eventsIn = (rows: readonly Record<string, unknown>[]): ReadonlySet<string> =>
  new Set(rows.map(({ event }) => String(event)))

export const sqliteLoadDatabase = (file: string): LoadDatabase => ({
  url: `file:${file}`,
  cluster: undefined,
  open: () => openSqliteStore(file),
  queuedEvents: async () => {
    const database = new DatabaseSync(file)
    const rows = database
      .prepare(`select event || ' ' || (body ->> '$.data.orderId') as event from delivery_queue`)
      .all()
    database.close()
    return eventsIn(rows)
  },
  findInconsistencies: async () => findInconsistencies(file),
  remove: async () => {},
})

/**
 * Starts a PostgreSQL server for a database. Its commits survive a crash.
 * @param folder where its data is. Default: a temporary folder.
 */
export const postgresLoadDatabase = async (folder?: {
  path: string
  remove: () => void
}): Promise<LoadDatabase> => {
  const cluster = await startPostgresCluster({ isDurable: true, ...(folder ? { folder } : {}) })
  const name = 'load'
  await cluster.create(name)
  const query = (sql: string) => cluster.query(name, sql)
  const url = cluster.urlOf(name)
  return {
    url,
    cluster,
    open: () => openPostgresStore(url, { poolSize: 4 }),
    queuedEvents: async () =>
      eventsIn(
        await query(
          `select event || ' ' || (body::json -> 'data' ->> 'orderId') as event from delivery_queue`,
        ),
      ),
    findInconsistencies: () => findPostgresInconsistencies(query),
    remove: cluster.stop,
  }
}
