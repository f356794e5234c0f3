import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openPostgresStore } from '../server/store/postgres.ts'
import { openSqliteStore } from '../server/store/sqlite.ts'
import { startPostgresCluster } from '../testkit/postgres-cluster.ts'
import { load } from './data-set.ts'
import { path } from './harness.ts'
import { sample } from './sample.ts'

/** Two databases with the same data: one for the server, one for the server that it is measured against. */
export type BenchDatabase = {
  databaseUrl: string
  /** The command line of the other server. */
  rawServer: string[]
  /** A key of the account. */
  key: string
  /**
   * Adds a subscription to `order.created` whose endpoint refuses connections.
   * @returns a function that activates and deactivates it.
   */
  addSubscription(): Promise<(isActive: boolean) => Promise<void>>
  close(): Promise<void>
}

const data = () => sample({ variants: 10_000, contacts: 1000, orders: 10_000 })

/** Adds a subscription with a function that runs SQL. */
const subscribing = (run: (sql: string) => Promise<unknown>) => async () => {
  await run(`
    insert into webhooks (id, account_id, url, "canonicalUrl", events, active, secret, "createdAt", "updatedAt")
    select 'whk_bench', id, 'https://127.0.0.1:1/', 'https://127.0.0.1:1/', '["order.created"]', 0, 'whsec', '', ''
    from accounts`)
  return async (isActive: boolean) => {
    await run(`update webhooks set active = ${Number(isActive)}`)
  }
}

/** Creates two SQLite files. */
export const sqliteDatabases = async (): Promise<BenchDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-bench-'))
  const file = join(folder, 'ours.db')
  const raw = join(folder, 'raw.db')
  const store = await openSqliteStore(file)
  const key = await load(store, data(), Date.now())
  await store.close()
  copyFileSync(file, raw)
  return {
    databaseUrl: `file:${file}`,
    rawServer: [path('bench/raw/raw-sqlite.ts'), raw],
    key,
    addSubscription: subscribing(async (sql) => {
      const database = new DatabaseSync(file, { timeout: 5000 })
      database.exec(sql)
      database.close()
    }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts a PostgreSQL server with two databases. */
export const postgresDatabases = async (): Promise<BenchDatabase> => {
  const cluster = await startPostgresCluster({ isDurable: true })
  await cluster.create('ours')
  const store = await openPostgresStore(cluster.urlOf('ours'), { poolSize: 4 })
  const key = await load(store, data(), Date.now())
  await store.close()
  await cluster.create('raw', 'ours')
  for (const name of ['ours', 'raw']) await cluster.query(name, 'vacuum analyze')
  return {
    databaseUrl: cluster.urlOf('ours'),
    rawServer: [path('bench/raw/raw-postgres.ts'), cluster.socket, 'raw'],
    key,
    addSubscription: subscribing((sql) => cluster.query('ours', sql)),
    close: () => cluster.stop(),
  }
}
