import { threadId } from 'node:worker_threads'
import { findPostgresInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import { must } from '../violation.ts'
import type { PostgresLink } from '../world/postgres-link.ts'
import { checkedRows, queuedRows, statementsIn } from './rows.ts'
import type { RowReader, RunDatabase } from './run-database.ts'

/** Connections of the server. Few, so that transactions wait for them. */
const poolSize = 6

const statements = statementsIn({
  object: 'json_build_object',
  field: (path) => `body::json #>> '{${path.replace('.', ',')}}'`,
})

/** JSON as JavaScript writes it. */
const compact = (row: Record<string, unknown>) =>
  row.kind === 'webhook' ? { ...row, state: JSON.stringify(JSON.parse(String(row.state))) } : row

const openReader = async (link: PostgresLink, name: string): Promise<RowReader> => {
  const client = await link.connect(name)
  const query = async (text: string): Promise<Record<string, unknown>[]> =>
    (await client.query(text)).rows
  return {
    read: async () =>
      checkedRows((await query(statements.rows)).map(compact), await query(statements.stockApart)),
    queued: async () => queuedRows(await query(statements.queued)),
    checkAll: async () => {
      const found = await findPostgresInconsistencies(query)
      must(found.length === 0, 'stock is the sum of its events', () => found.join('\n'))
    },
    close: () => client.end(),
  }
}

/** Returns the URL of a database for simulated processes. */
const simulatedUrl = (link: PostgresLink, name: string): string =>
  // The clock of the simulation hides PostgreSQL's. The simulation cancels statements itself.
  `${link.urlOf(name)}&options=${encodeURIComponent('-c search_path=public,pg_catalog -c statement_timeout=0')}`

/** Returns the database of a run on PostgreSQL, a copy of another one. */
const postgresDatabase = async (
  link: PostgresLink,
  template: string,
  name: string,
): Promise<RunDatabase> => {
  await link.query(`create database "${name}" template "${template}"`)
  return {
    environment: () => ({
      DATABASE_URL: simulatedUrl(link, name),
      DATABASE_POOL_SIZE: String(poolSize),
    }),
    kill: () => link.cut(),
    end: () => link.end(name),
    openReader: () => openReader(link, name),
    remove: async () => {
      await link.query(`drop database "${name}" with (force)`)
    },
  }
}

/** Creates an empty database to fill. Returns its URL, and a function that copies it for a run. */
export const postgresTemplate = async (link: PostgresLink) => {
  const template = `template_${threadId}`
  await link.query(`create database "${template}" template template0`)
  const client = await link.connect(template)
  await client.query(`
    create function clock_timestamp() returns timestamptz language sql volatile as
    $$ select to_timestamp(pg_read_file('${link.clockFile}')::float8 / 1000) $$`)
  await client.end()
  let copies = 0
  return {
    url: simulatedUrl(link, template),
    copy: () => postgresDatabase(link, template, `run_${threadId}_${copies++}`),
  }
}
