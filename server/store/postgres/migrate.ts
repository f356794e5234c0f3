import { Kysely, PostgresDialect } from 'kysely'
import { Migrator, DEFAULT_MIGRATION_TABLE as table } from 'kysely/migration'
import type { Client } from 'pg'
import { isMigrated, migrations, requireKnown } from '../schema.ts'

const oldestVersion = 150_000

const dialect = (client: Client) => {
  const pooled = Object.assign(client, { release: () => {} })
  return new PostgresDialect({
    pool: { connect: async () => pooled, end: async () => {}, options: {} },
  })
}

/** Tables in the schema of this program, without those of extensions. */
export const ownTables = `
  select relname from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`

const names = async (client: Client, query: string): Promise<string[]> =>
  (await client.query({ text: query, rowMode: 'array' })).rows.map(([name]) => String(name))

/**
 * @param version the server's `server_version_num`.
 * @throws {Error} if the server or the database cannot hold the service's data.
 */
export const requireSuitable = (version: string, encoding: string): void => {
  if (Number(version) < oldestVersion) throw new Error('PostgreSQL 15 or newer is needed')
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and must be UTF8`)
}

/**
 * Returns the names of the migrations that were applied.
 * @throws {Error} if the database has the tables of another program, or of a newer version.
 */
const requireOwn = async (client: Client): Promise<string[]> => {
  const found = await names(client, ownTables)
  if (found.length === 0) return []
  if (!found.includes(table)) throw new Error('it holds the tables of another program')
  const applied = await names(client, `select name from ${table}`)
  requireKnown(applied)
  return applied
}

/**
 * Migrates a database to the current schema. Runs all migrations or none. Of several processes, one
 * migrates and the others wait for it.
 * @throws {Error} if a newer version or another program has created tables.
 */
export const migrate = async (client: Client): Promise<void> => {
  const [[version = ''], [encoding = '']] = await Promise.all([
    names(client, 'show server_version_num'),
    names(client, 'show server_encoding'),
  ])
  requireSuitable(version, encoding)
  const applied = await requireOwn(client)
  if (isMigrated(applied)) return
  const db = new Kysely<unknown>({ dialect: dialect(client) })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations.postgres },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
