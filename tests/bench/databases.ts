import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { startPostgresCluster } from '../kit/postgres-cluster.ts'
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
  close(): Promise<void>
}

const data = () => sample({ variants: 10_000, contacts: 1000, orders: 10_000 })

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
    rawServer: [path('tests/bench/raw-server.ts'), raw],
    key,
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
    rawServer: [path('tests/bench/raw-server.ts'), cluster.socket, 'raw'],
    key,
    close: () => cluster.stop(),
  }
}
