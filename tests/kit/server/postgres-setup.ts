import type { TestProject } from 'vitest/node'
import { openPostgresStore } from '../../../server/store/postgres/open-postgres-store.ts'
import {
  type PostgresDatabases,
  postgresPrograms,
  startPostgresCluster,
} from '../postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the socket of a PostgreSQL server. Undefined if tests run on SQLite. */
    postgresSocket: string | undefined
    /** SQL that makes a used database equal to a new one. */
    postgresReset: string
  }
}

/** A migrated database. Copying it is faster than migrating a new one. */
export const emptyTemplate = 'migrated'

/** A value that differs if anything was added to the schema, or removed. */
const schema = `(
  select md5(string_agg(name, ',' order by name)) from (
    select relname || '.' || attname || attnotnull from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace
    union all select conname from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgname from pg_trigger where not tgisinternal
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
  ) as names(name))`

/**
 * Returns SQL that deletes the rows of tests from a database, and puts back those of migrations.
 * It fails if the schema was changed.
 */
export const resetOf = async (databases: PostgresDatabases): Promise<string> => {
  const query = (sql: string) => databases.query(emptyTemplate, sql)
  const tables = await query(
    `select tablename as name from pg_tables join pg_class on oid = quote_ident(tablename)::regclass
     where schemaname = 'public' and tablename <> 'migrations' order by oid desc`,
  )
  const names = tables.map(({ name }) => `"${name}"`)
  const added = await Promise.all(
    names.map(async (name) => {
      const [found] = await query(`select quote_literal(json_agg(t)) as rows from ${name} t`)
      if (found?.rows == null) return ''
      return `insert into ${name} select * from json_populate_recordset(null::${name}, ${found.rows})`
    }),
  )
  const [unchanged] = await query(`select ${schema} as schema`)
  return [
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    `select 1 / (${schema} = '${unchanged?.schema}')::int`,
    // Tables that refer to others come before them.
    ...names.map((name) => `delete from ${name}`),
    ...added.toReversed(),
    `select setval(format('%I', sequencename), start_value, false) from pg_sequences
     where schemaname = 'public'`,
  ].join(';')
}

/** Starts a PostgreSQL server for all test files of a project. */
export const setup = async (project: TestProject) => {
  if (postgresPrograms === undefined) return undefined
  // Tests are about tables that PostgreSQL has no statistics of.
  const cluster = await startPostgresCluster({ settings: ['autovacuum=off'] })
  await cluster.create(emptyTemplate)
  const store = await openPostgresStore(cluster.urlOf(emptyTemplate), { poolSize: 2 })
  await store.close()
  project.provide('postgresSocket', cluster.socket)
  project.provide('postgresReset', await resetOf(cluster))
  return () => cluster.stop()
}
