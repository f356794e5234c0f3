import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../../server/actions/issue-key.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import {
  deactivateAccount,
  insertAccount,
  listApiKeys,
  revokeApiKey,
} from '../../server/store/accounts.ts'
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
  const keys = await fill(await databases.open('template'))
  return {
    keys,
    /** Opens a copy, for one server. */
    copy: async () => {
      const name = `copy_${randomUUID()}`
      const store = await databases.open(name, 'template')
      return { store, remove: () => databases.drop(name) }
    },
    remove: () => databases.stop(),
  }
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

/** Fills a database with two demo accounts and all kinds of keys. Closes it. */
async function fill(store: Store) {
  const now = Date.now()
  const at = timestamp(now)
  const keys = await store.write(async (transaction) => {
    const issue = (account: AccountId, name = 'suite') => issueKey(transaction, account, name, now)
    const emptyAccount = async () => {
      const id = newId('acc')
      await insertAccount(transaction, { id, name: 'Empty', createdAt: at })
      return id
    }
    const account = await seedDemo(transaction, now)
    const other = await seedDemo(transaction, now)
    const deactivated = await emptyAccount()
    const issued = {
      /** The suite's account, which has demo data. */
      account,
      key: await issue(account),
      /** The key of another account with demo data. */
      otherKey: await issue(other),
      emptyKey: await issue(await emptyAccount()),
      revokedKey: await issue(account, 'revoked'),
      deactivatedKey: await issue(deactivated),
    }
    for (const { id, name } of await listApiKeys(transaction, account))
      if (name === 'revoked') await revokeApiKey(transaction, id, at)
    await deactivateAccount(transaction, deactivated, at)
    return issued
  })
  await store.close()
  return keys
}
