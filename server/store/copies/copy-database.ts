import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { migrationTable, notIn } from '../migrate.ts'
import { type Location, openStore } from '../open-store.ts'
import { migrations, sharedTables } from '../schema.ts'
import { busyMilliseconds, explain } from '../sqlite.ts'
import { StoreError } from '../store.ts'

type ComparedTable = { name: string; source: Sum; target: Sum }

type CopyOptions = {
  /** Whether the databases are only compared. */
  compare?: boolean | undefined
  /** Called with the completed fraction, from 0 to 1, and the next step. */
  onProgress?: (fraction: number, text: string) => void
  signal?: AbortSignal
}

/** One of the two databases of a copy, within one transaction. */
type Side = {
  /** Begins a transaction that sees one state, or one that writes and has all tables for itself. */
  begin(mode: 'read' | 'write'): Promise<void>
  query(text: string): Promise<readonly Row[]>
  /** Reads the rows of a table in any order. */
  batches(table: string): AsyncIterable<readonly Row[]>
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Sets sequences and counts by the rows, and commits. */
  commit(): Promise<void>
  /** Ends the transaction if it is not committed, and a statement that runs. */
  close(): Promise<void>
}

type Row = Record<string, SQLInputValue>

/**
 * Copies one state of a database to an empty one, and verifies the copy; or only compares them. A copy is
 * one transaction: the target has all rows or none.
 * @returns all tables with their checksums.
 * @throws {StoreError} if the target is not empty or the copy differs.
 */
export const copyDatabase = async (
  from: Location,
  to: Location,
  options: CopyOptions = {},
): Promise<ComparedTable[]> => {
  const { compare, signal } = options
  const sides: Side[] = []
  const close = () => Promise.all(sides.map((side) => side.close()))
  const open = async (location: Location, name: string, mode: 'read' | 'write'): Promise<Side> => {
    const side = await openSide(location)
    sides.push(side)
    await side.begin(mode)
    await requireThisVersion(side, name)
    return side
  }
  // A statement that runs fails at once.
  signal?.addEventListener('abort', close)
  try {
    const source = await open(from, 'source', 'read')
    // Creates the file or the tables if they are missing.
    if (!compare) await (await openStore(to)).close()
    const target = await open(to, 'target', compare ? 'read' : 'write')
    return await transfer(source, target, options)
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`The copy failed: ${explain(error)}`, { cause: error })
  } finally {
    signal?.removeEventListener('abort', close)
    await close()
  }
}

async function openSide({ databaseFile, postgres }: Location): Promise<Side> {
  if (postgres) return openPostgresSide(postgres.url)
  if (!existsSync(databaseFile)) throw new StoreError(`The file ${databaseFile} does not exist.`)
  return openSqliteSide(databaseFile)
}

export function isSame({ source, target }: ComparedTable): boolean {
  return source.rows === target.rows && source.checksum === target.checksum
}

const batchRows = 200

const numberedTables = `
  select table_name as name from information_schema.columns
  where table_schema = current_schema() and column_name = 'seq'`

const addRateLimits = `
  insert into rate_limits (address, used, granted, oldest, newest)
  select address, sum(requests), 0, min(second), max(second) from request_log group by address`

async function openPostgresSide(url: string): Promise<Side> {
  // Loaded only when it is used.
  const { connect } = await import('../postgres/postgres-connection.ts')
  const { toStoreError } = await import('../postgres/postgres-errors.ts')
  const client = await connect(url)
  const query = async (text: string, values: string[] = []) => {
    try {
      return (await client.query(text, values)).rows
    } catch (error) {
      throw toStoreError(error)
    }
  }
  return {
    begin: async (mode) => {
      await query(mode === 'write' ? 'begin' : 'begin isolation level repeatable read, read only')
      // The user may have a limit that is shorter than a batch.
      await query('set local idle_in_transaction_session_timeout = 0')
      await query(`set local lock_timeout = '10s'`)
      if (mode === 'write')
        await query(`lock table ${quoted(sharedTables)} in access exclusive mode`)
    },
    query,
    batches: async function* (table) {
      await query(`declare copied no scroll cursor for select * from "${table}"`)
      for (;;) {
        const rows = await query(`fetch ${batchRows} from copied`)
        if (rows.length === 0) break
        yield rows
      }
      await query('close copied')
    },
    insert: async (table, rows) => {
      const columns = quoted(columnsOf(rows))
      await query(
        `insert into "${table}" (${columns})
         select ${columns} from json_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows)],
      )
    },
    commit: async () => {
      for (const { name } of await query(numberedTables))
        await query(`
        select setval('${name}_numbers', max(seq)) from "${name}" having max(seq) is not null`)
      await query(addRateLimits)
      await query(
        `select setval('order_numbers', number) from (${lastOrderNumber}) as last where number > 0`,
      )
      await query('commit')
    },
    close: () => client.end(),
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

function columnsOf([row = {}]: readonly Row[]): string[] {
  return Object.keys(row)
}

const lastOrderNumber = `
  select max(cast(substr("orderNumber", 4) as bigint)) as number from orders where "orderNumber" like 'MF-%'`

function openSqliteSide(file: string): Side {
  const database = new DatabaseSync(file, { timeout: busyMilliseconds })
  return {
    begin: async (mode) => {
      // A rollback journal does not hold the new rows, as a write-ahead log does. Servers change it back.
      if (mode === 'write') database.exec('pragma journal_mode = delete; begin exclusive')
      // The state is that of the first read.
      else database.exec('pragma query_only = on; begin; select name from sqlite_schema')
    },
    query: async (text) => database.prepare(text).all(),
    batches: async function* (table) {
      let rows: Row[] = []
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        rows.push(row)
        if (rows.length < batchRows) continue
        yield rows
        rows = []
      }
      if (rows.length > 0) yield rows
    },
    insert: async (table, rows) => {
      const columns = columnsOf(rows)
      const values = columns.map((column) => `:${column}`).join()
      const insert = database.prepare(
        `insert into "${table}" (${quoted(columns)}) values (${values})`,
      )
      for (const row of rows) insert.run(row)
    },
    commit: async () =>
      database.exec(
        `update order_numbers set last = number from (${lastOrderNumber}) where number > 0; commit`,
      ),
    close: async () => {
      if (database.isOpen) database.close()
    },
  }
}

/** @throws {StoreError} unless exactly the migrations of this version have run. */
async function requireThisVersion(side: Side, name: string): Promise<void> {
  const rows = await side.query(`select name from ${migrationTable}`).catch(() => [])
  const reason = differenceOf(rows.map((row) => String(row.name)))
  if (reason !== undefined) throw new StoreError(`The ${name} cannot be copied: ${reason}`)
}

/** Returns how a database differs from those of this version, with a remedy. */
function differenceOf(applied: readonly string[]): string | undefined {
  if (applied.length === 0) return 'it has no tables of this program. Check its URL'
  if (notIn(applied, migrations.sqlite).length > 0)
    return 'an earlier version has written it. Set DATABASE_URL to it and run merch migrate, then copy it'
  const newer = applied.find((each) => !(each in migrations.sqlite))
  return (
    newer && `a newer version has changed its schema (${newer}). Run merch copy of that version`
  )
}

async function transfer(
  source: Side,
  target: Side,
  { compare = false, onProgress, signal }: CopyOptions,
): Promise<ComparedTable[]> {
  let total = 0
  for (const table of sharedTables) {
    const rows = await rowsOf(target, table)
    if (rows > 0 && !compare)
      throw new StoreError(
        `The target is not empty: ${table} has rows. Create a new database for the copy.`,
      )
    // A copy reads each row twice.
    total += rows + (await rowsOf(source, table)) * (compare ? 1 : 2)
  }
  let done = 0
  const advance = async (rows: number, text: string): Promise<void> => {
    done += rows
    onProgress?.(total === 0 ? 1 : done / total, text)
    // Lets signals arrive: SQLite's work is synchronous.
    await turn()
    signal?.throwIfAborted()
  }
  const compared: ComparedTable[] = []
  for (const table of sharedTables) {
    const ofSource = await readTable(source, table, async (rows) => {
      if (!compare) await target.insert(table, rows)
      await advance(rows.length, `${compare ? 'comparing' : 'copying'} ${table}`)
    })
    const ofTarget = await readTable(target, table, (rows) =>
      advance(rows.length, `${compare ? 'comparing' : 'verifying'} ${table}`),
    )
    compared.push({ name: table, source: ofSource, target: ofTarget })
  }
  if (compare) return compared
  const differing = compared.filter((table) => !isSame(table)).map(({ name }) => name)
  if (differing.length > 0)
    throw new StoreError(`The target differs from the source in ${differing.join(', ')}.`)
  await target.commit()
  return compared
}

async function rowsOf(side: Side, table: string): Promise<number> {
  return Number((await side.query(`select count(*) as rows from "${table}"`))[0]?.rows)
}

/** The number of rows of a table, and a checksum that does not depend on their order. */
type Sum = { rows: number; checksum: string }

async function readTable(
  side: Side,
  table: string,
  onRows: (rows: readonly Row[]) => Promise<void>,
): Promise<Sum> {
  let rows = 0
  // A sum, unlike an exclusive or, notices a row that occurs twice.
  let sum = 0n
  for await (const batch of side.batches(table)) {
    for (const row of batch) {
      const text = JSON.stringify(Object.values(row))
      sum = BigInt.asUintN(128, sum + BigInt(`0x${hash('sha256', text)}`))
    }
    rows += batch.length
    await onRows(batch)
  }
  return { rows, checksum: sum.toString(16).padStart(32, '0') }
}
