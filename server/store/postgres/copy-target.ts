import {
  CopyError,
  type CopyTarget,
  type Row,
  rowsOfMigrations,
  type Table,
} from '../copy/copy-sides.ts'
import { rowText } from '../copy/row-text.ts'
import { copyLines } from './copy-query.ts'
import { type CopySession, openSession, PostgresReader } from './copy-reader.ts'
import { migrate } from './migrate.ts'

/** Ends the statements of a copy that was killed, so that its locks are released. */
const noticeEnd = `
  select set_config(name, '1s', false) from pg_settings where name = 'client_connection_check_interval'`

const ofOwnTables = `relnamespace = current_schema()::regnamespace and relname not like 'kysely%'`

/**
 * Statements that drop and create everything that slows an insertion down: foreign keys, keys, indexes.
 * Keys come before the foreign keys that refer to them.
 */
const slowParts = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)),
    case contype when 'f' then 3 else 1 end as position
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where ${ofOwnTables} and contype in ('p', 'u', 'f')
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 2
  from pg_index join pg_class on pg_class.oid = indrelid
  where ${ofOwnTables}
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  order by position`

/** Statements that let the numbers of a table continue after the highest one. */
const sequences = `
  select format('select setval(pg_get_serial_sequence(%L, %L), max(%I)) from %s having max(%I) is not null',
    attrelid::regclass, attname, attname, attrelid::regclass, attname)
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where ${ofOwnTables} and attidentity <> ''`

/** The newest second in the request log, which has the rows of no process. */
const noteCopiedRequests = `
  insert into request_nodes (node, number, second)
  select 0, 0, max(second) from request_log having count(*) > 0`

class PostgresTarget extends PostgresReader implements CopyTarget {
  readonly #createStatements: readonly string[]

  constructor(session: CopySession, tables: readonly Table[], createStatements: readonly string[]) {
    super(session, tables)
    this.#createStatements = createStatements
  }

  async insert({ name, columns }: Table, rows: readonly Row[]): Promise<void> {
    const names = columns.map((column) => `"${column}"`).join()
    const lines = rows.map(rowText).join('')
    await this.session.run(() =>
      copyLines(this.session.client, `copy "${name}" (${names}) from stdin (freeze)`, lines),
    )
  }

  async build(onStep: (fraction: number) => Promise<void>): Promise<void> {
    const setValues = (await this.session.query(sequences)).map(([statement]) => String(statement))
    const statements = [...this.#createStatements, ...setValues, noteCopiedRequests, 'analyze']
    for (const [i, statement] of statements.entries()) {
      await onStep(i / statements.length)
      await this.session.query(statement)
    }
    await onStep(1)
  }

  async commit(): Promise<void> {
    await this.session.query('commit')
  }
}

const requireEmpty = async (session: CopySession, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables) {
    if (name === rowsOfMigrations) continue
    const rows = await session.query(`select from "${name}" limit 1`)
    if (rows.length > 0)
      throw new CopyError(
        `The target is not empty: ${name} has rows. Create a new database for the copy.`,
      )
  }
}

/** Locks the tables until the transaction ends, so that no other process reads or writes them. */
const lock = async (session: CopySession, tables: readonly Table[]): Promise<void> => {
  const names = tables.map(({ name }) => `"${name}"`).join()
  await session.query(`set local lock_timeout = '10s'`)
  await session.query(`lock table ${names} in access exclusive mode`)
}

/**
 * Migrates a database and begins the transaction of the copy.
 * @throws {CopyError} if it is not empty, or in use.
 */
export const openPostgresTarget = async (url: string): Promise<CopyTarget> => {
  const session = await openSession(url, 'target')
  try {
    await session.run(() => migrate(session.client))
    await session.query(noticeEnd).catch(() => {})
    const tables = await session.tables()
    await session.query('begin')
    await requireEmpty(session, tables)
    await lock(session, tables)
    await requireEmpty(session, tables)
    // A table that is truncated in the transaction leaves no dead rows behind if the copy is aborted.
    await session.query(`truncate request_nodes, ${tables.map(({ name }) => `"${name}"`).join()}`)
    const parts = (await session.query(slowParts)).map(([drop, create]) => ({
      drop: String(drop),
      create: String(create),
    }))
    for (const { drop } of parts.toReversed()) await session.query(drop)
    return new PostgresTarget(
      session,
      tables,
      parts.map(({ create }) => create),
    )
  } catch (error) {
    session.close()
    throw error
  }
}
