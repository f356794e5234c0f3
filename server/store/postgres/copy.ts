import { type Client, type Connection, Query } from 'pg'
import {
  CopyError,
  type CopyReader,
  type CopyTarget,
  firstBatchSize,
  nextBatchSize,
  notCurrent,
  type Row,
  rowText,
  type Side,
  type Table,
} from '../copy-sides.ts'
import { isMigrated } from '../schema.ts'
import { connect, explain } from './connect.ts'
import { migrate, ownTables } from './migrate.ts'

const columnsOfTables = `
  select relname, attname from pg_attribute join pg_class on pg_class.oid = attrelid
  where attnum > 0 and not attisdropped and attgenerated = ''
    and relnamespace = current_schema()::regnamespace and relname in (${ownTables})
    and relname not like 'kysely%'
  order by relname collate "C", attname collate "C"`

/** The tables that follow from others, or are about the processes that claim deliveries. */
const notCopied: ReadonlySet<unknown> = new Set(['request_budgets', 'delivery_claims'])

/** A copy takes as long as it takes. */
const withoutLimits = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** A connection with one transaction. */
class CopySession {
  readonly client: Client
  readonly #side: Side

  constructor(client: Client, side: Side) {
    this.client = client
    this.#side = side
  }

  /** Runs a statement. Returns its rows. */
  query(text: string): Promise<Row[]> {
    return this.run(async () => (await this.client.query({ text, rowMode: 'array' })).rows)
  }

  /** @throws {CopyError} for an error of the driver or of PostgreSQL, without values. */
  async run<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      throw new CopyError(`The ${this.#side} failed: ${explain(error)}`)
    }
  }

  /** @throws {CopyError} unless all migrations of this version have run. */
  async requireCurrent(): Promise<void> {
    const tables = await this.query(ownTables)
    const isOwn = tables.some(([name]) => name === 'kysely_migration')
    const applied = isOwn ? await this.query('select name from kysely_migration') : []
    const names = applied.map(([name]) => name)
    if (!isMigrated(names)) throw notCurrent(this.#side)
  }

  async tables(): Promise<Table[]> {
    const columns = (await this.query(columnsOfTables)).filter(([table]) => !notCopied.has(table))
    return [...Map.groupBy(columns, ([table]) => String(table))].map(([name, rows]) => ({
      name,
      columns: rows.map(([, column]) => String(column)),
    }))
  }

  /** Closes the connection at once. PostgreSQL rolls its transaction back. */
  close(): void {
    this.client.connection.stream.destroy()
  }
}

/**
 * Opens a connection for a copy.
 * @throws {CopyError} if no host accepts it.
 */
const openSession = async (url: string, side: Side): Promise<CopySession> => {
  const client = await connect(url).catch((error: unknown) => {
    throw new CopyError(`The ${side} cannot be opened: ${explain(error)}`)
  })
  const session = new CopySession(client, side)
  await session.query(withoutLimits)
  return session
}

/** Reads a database within the transaction that its session has open. */
class PostgresReader implements CopyReader {
  readonly session: CopySession
  readonly tables: readonly Table[]

  constructor(session: CopySession, tables: readonly Table[]) {
    this.session = session
    this.tables = tables
  }

  async count({ name }: Table): Promise<number> {
    const [row] = await this.session.query(`select count(*) from "${name}"`)
    return Number(row?.[0])
  }

  async *batches({ name, columns }: Table): AsyncGenerator<Row[]> {
    const select = `select ${columns.map((column) => `"${column}"`).join()} from "${name}"`
    await this.session.query(`declare copied no scroll cursor for ${select}`)
    const readNext = (size: number) => {
      const reading = this.session.query(`fetch ${size} from copied`)
      reading.catch(() => {})
      return reading
    }
    let next = readNext(firstBatchSize)
    for (;;) {
      const rows = await next
      if (rows.length === 0) break
      // PostgreSQL reads the next batch while this one is used.
      next = readNext(nextBatchSize(rows))
      yield rows
    }
    await this.session.query('close copied')
  }

  async close(): Promise<void> {
    this.session.close()
  }
}

/**
 * Opens a database for reading, and keeps its state.
 * @throws {CopyError} if it cannot be opened, or is no database of this version.
 */
export const openPostgresReader = async (url: string, side: Side): Promise<PostgresReader> => {
  const session = await openSession(url, side)
  try {
    await session.query('begin isolation level repeatable read, read only')
    await session.requireCurrent()
    return new PostgresReader(session, await session.tables())
  } catch (error) {
    session.close()
    throw error
  }
}

/** The type and the length of a message of PostgreSQL's protocol. */
const header = (type: string, bytes: number): Buffer => {
  const start = Buffer.alloc(5)
  start.write(type, 'latin1')
  start.writeUInt32BE(bytes + 4, 1)
  return start
}

/** A `copy … from stdin`. The driver has none, and calls a method of a query when data is expected. */
class CopyQuery extends Query {
  readonly #data: Buffer

  constructor(text: string, data: Buffer, onEnd: (error?: Error) => void) {
    super(text, onEnd)
    this.#data = data
  }

  handleCopyInResponse({ stream }: Connection): void {
    stream.write(header('d', this.#data.length))
    stream.write(this.#data)
    stream.write(header('c', 0))
  }
}

/** Runs a `copy … from stdin` with its lines, on a connection without a pipeline. */
const copyLines = (client: Client, text: string, lines: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(
      new CopyQuery(text, Buffer.from(lines), (error) => (error ? reject(error) : resolve())),
    )
  })

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

const addBudgets = `
  insert into request_budgets (address, used, granted, leased, leased_until, oldest, newest)
  select address, sum(requests), 0, 0, 0, min(second), max(second) from request_log group by address`

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
    const statements = [...this.#createStatements, ...setValues, addBudgets, 'analyze']
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
    await session.query(`truncate request_budgets, ${tables.map(({ name }) => `"${name}"`).join()}`)
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
