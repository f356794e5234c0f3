import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKeys } from '../../mock/demo-keys.ts'
import { fillAccounts } from '../../mock/session/databases.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import { startPostgresCluster } from '../../tests/kit/postgres-cluster.ts'
import { SuiteError } from '../support/server.ts'

export type Template = Awaited<ReturnType<typeof makeTemplate>>

/**
 * Makes a template: a database with demo data. Copying it is faster than filling a new one.
 * @param database `sqlite`, or `postgres` for a PostgreSQL server that runs as long.
 */
export async function makeTemplate(database = 'sqlite') {
  if (database !== 'sqlite' && database !== 'postgres')
    throw new SuiteError(`--database must be sqlite or postgres: ${database}`)
  const databases = await (database === 'sqlite' ? sqliteFiles() : postgresDatabases())
  const filled = await databases.open('template')
  const account = await filled.write((each) => fillAccounts(each, seedDemo, Date.now()))
  await filled.close()
  return {
    /** The suite's account, which has demo data. */
    account,
    /** Opens a copy, for one server. */
    copy: async () => {
      const name = `copy_${randomUUID()}`
      const store = await databases.open(name, 'template')
      return { store, remove: () => databases.drop(name) }
    },
    remove: () => databases.stop(),
  }
}

/** The key of the suite's account, and those of the controls. */
export const controlKeys = {
  key: demoKeys.demo,
  otherKey: demoKeys.other,
  emptyKey: demoKeys.empty,
  revokedKey: demoKeys.revoked,
  deactivatedKey: demoKeys.deactivated,
}

/** A folder of SQLite files, or a PostgreSQL server. */
type Databases = {
  /** Opens a new database, or a copy of one that is closed. */
  open(name: string, copyOf?: string): Promise<Store>
  drop(name: string): Promise<void>
  stop(): Promise<void>
}

async function sqliteFiles(): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'merch-contract-'))
  const gone = () => rmSync(folder, { recursive: true, force: true })
  // A process that is stopped leaves no files either.
  process.once('exit', gone)
  const fileOf = (name: string) => join(folder, `${name}.db`)
  return {
    open: async (name, copyOf) => {
      if (copyOf !== undefined) copyFileSync(fileOf(copyOf), fileOf(name))
      return openSqliteStore(fileOf(name))
    },
    drop: async (name) => rmSync(fileOf(name), { force: true }),
    stop: async () => {
      process.off('exit', gone)
      gone()
    },
  }
}

async function postgresDatabases(): Promise<Databases> {
  const cluster = await startPostgresCluster()
  return {
    open: async (name, copyOf) => {
      await cluster.create(name, copyOf)
      return openPostgresStore(cluster.urlOf(name), { poolSize: 8 })
    },
    drop: (name) => cluster.drop(name),
    stop: () => cluster.stop(),
  }
}
