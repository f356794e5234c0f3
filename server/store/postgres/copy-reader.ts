import type { Client } from 'pg'
import {
  CopyError,
  type CopyReader,
  firstBatchSize,
  nextBatchSize,
  notCurrent,
  type Row,
  type Side,
  type Table,
} from '../copy/copy-sides.ts'
import { isMigrated } from '../schema.ts'
import { connect } from './connect.ts'
import { ownTables } from './migrate.ts'
import { toStoreError } from './to-fault.ts'

const columnsOfTables = `
  select relname, attname from pg_attribute join pg_class on pg_class.oid = attrelid
  where attnum > 0 and not attisdropped and attgenerated = ''
    and relnamespace = current_schema()::regnamespace and relname in (${ownTables})
    and relname not like 'kysely%'
  order by relname collate "C", attname collate "C"`

/** The processes that count requests and claim deliveries. A copy is read as rows of none of them. */
const ofProcesses: ReadonlySet<string> = new Set([
  ...['request_nodes.node', 'request_nodes.number', 'request_nodes.second'],
  ...['request_log.node', 'request_log.number'],
  ...['node', 'number', 'is_made', 'recorded_at'].map((column) => `delivery_claims.${column}`),
])

/** A copy takes as long as it takes. */
const withoutLimits = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** A connection with one transaction. */
export class CopySession {
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
      throw new CopyError(`The ${this.#side} failed. ${toStoreError(error).message}`)
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
    const columns = (await this.query(columnsOfTables)).filter(
      ([table, column]) => !ofProcesses.has(`${table}.${column}`),
    )
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
export const openSession = async (url: string, side: Side): Promise<CopySession> => {
  const client = await connect(url).catch((error: unknown) => {
    throw new CopyError(`The ${side} cannot be opened. ${toStoreError(error).message}`)
  })
  const session = new CopySession(client, side)
  await session.query(withoutLimits)
  return session
}

/** Reads a database within the transaction that its session has open. */
export class PostgresReader implements CopyReader {
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
