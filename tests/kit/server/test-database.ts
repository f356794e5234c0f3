import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject, onTestFinished } from 'vitest'
import { openPostgresStore } from '../../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { databasesOf, type PostgresDatabases } from '../postgres-cluster.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { findInconsistencies, findPostgresInconsistencies } from './find-inconsistencies.ts'
import { emptyTemplate } from './postgres-setup.ts'

/** A database of a test's own. */
export type TestDatabase = {
  /** Its URL, as DATABASE_URL has it. */
  url: string
  /** Opens it. Several stores on one database act as several processes do. */
  open(): Promise<Store>
  /** Runs SQL. Returns the rows. */
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Returns the number of rows of each table. */
  rowCounts(): Promise<Record<string, number>>
  /** Returns the violated invariants, one per line. */
  findInconsistencies(): Promise<string[]>
  remove(): Promise<void>
}

const createEmpty = async (): Promise<Buffer> => {
  const { path, remove } = makeTemporaryFolder()
  const file = join(path, 'empty.db')
  const store = await openSqliteStore(file)
  await store.close()
  const bytes = readFileSync(file)
  remove()
  return bytes
}

/** A migrated SQLite file without data. Copying it is faster than migrating a new one. */
let empty: Promise<Buffer> | undefined

const countRows = async (query: TestDatabase['query'], listTables: string) => {
  const tables = (await query(listTables)).map(({ name }) => String(name))
  const counts = tables.map((name) => `select '${name}' as name, count(*) as n from "${name}"`)
  const rows = await query(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]))
}

export const sqliteDatabase = (file: string): TestDatabase => {
  const query = async (sql: string) => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }
  return {
    url: `file:${file}`,
    open: async () => {
      empty ??= createEmpty()
      const bytes = await empty
      if (!existsSync(file)) writeFileSync(file, bytes)
      return openSqliteStore(file)
    },
    query,
    rowCounts: () =>
      countRows(
        query,
        `select name from sqlite_schema where type = 'table' and sql like '%strict%'`,
      ),
    findInconsistencies: async () => findInconsistencies(file),
    remove: async () => {},
  }
}

export const postgresDatabase = (databases: PostgresDatabases, name: string): TestDatabase => {
  const query = (sql: string) => databases.query(name, sql)
  return {
    url: databases.urlOf(name),
    open: () => openPostgresStore(databases.urlOf(name), { poolSize: 6 }),
    query,
    rowCounts: () =>
      countRows(query, `select tablename as name from pg_tables where schemaname = 'public'`),
    findInconsistencies: () => findPostgresInconsistencies(query),
    remove: () => databases.drop(name),
  }
}

/** Creates a PostgreSQL database as a copy of another, which is dropped after the test. */
export const newPostgresDatabase = async (template = emptyTemplate): Promise<TestDatabase> => {
  const databases = databasesOf(inject('postgresSocket') ?? '')
  const name = `own_${randomUUID()}`
  await databases.create(name, template)
  onTestFinished(() => databases.drop(name))
  return postgresDatabase(databases, name)
}

/** Databases that tests have removed. Cleaning one is faster than creating one. */
const unused: string[] = []

/** Takes a database that is no longer used, or creates one: on Citus, on each of its nodes. */
const reusedDatabase = async (sockets: readonly string[]): Promise<TestDatabase> => {
  const nodes = sockets.map((socket) => databasesOf(socket))
  const [coordinator] = nodes
  if (!coordinator) throw new Error('There is no server')
  const reused = unused.pop()
  const name = reused ?? `test_${randomUUID()}`
  if (reused === undefined) await Promise.all(nodes.map((node) => node.create(name, emptyTemplate)))
  const database = postgresDatabase(coordinator, name)
  const remove = async () => {
    try {
      await database.query(inject('postgresReset'))
      unused.push(name)
    } catch {
      // The test has changed the schema. Citus maintains each database, and may connect to it again meanwhile.
      for (const node of nodes) await node.drop(name).catch(() => {})
    }
  }
  return { ...database, remove }
}

/**
 * Creates an empty database: on PostgreSQL in the project for it, else a SQLite file.
 * @param folder where a file is created. The caller removes it.
 */
export const newTestDatabase = async (folder: string): Promise<TestDatabase> => {
  const socket = inject('postgresSocket')
  if (socket === undefined) return sqliteDatabase(join(folder, 'test.db'))
  return reusedDatabase([socket, ...(inject('citusWorkers') ?? [])])
}
