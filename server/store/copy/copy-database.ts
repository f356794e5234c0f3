import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { type Location, openStore } from '../open-store.ts'
import { isMigrated, migrations } from '../schema.ts'
import { explain } from '../sqlite/sqlite-connection.ts'
import { StoreError } from '../store.ts'
import { commonTables, type Row, type Side, type Table } from './side.ts'
import { openSqliteSide } from './sqlite-side.ts'

/** The number of rows of a table, and a checksum that does not depend on their order. */
type Sum = { rows: number; checksum: string }

/** A table of both databases. */
type ComparedTable = { name: string; source: Sum; target: Sum }

export const isSame = ({ source, target }: ComparedTable): boolean =>
  source.rows === target.rows && source.checksum === target.checksum

type Options = {
  /** Whether the databases are only compared. */
  compare?: boolean | undefined
  /** Called with the completed fraction, from 0 to 1, and what is done next. */
  onProgress?: (fraction: number, text: string) => void
  signal?: AbortSignal
}

const openSide = async ({ databaseFile, postgres }: Location): Promise<Side> => {
  if (!postgres) {
    if (!existsSync(databaseFile)) throw new StoreError(`The file ${databaseFile} does not exist.`)
    return openSqliteSide(databaseFile)
  }
  const { openPostgresSide } = await import('./postgres-side.ts')
  return openPostgresSide(postgres.url)
}

/** @throws {StoreError} unless exactly the migrations of this version have run. */
const requireThisVersion = async (side: Side, name: string): Promise<void> => {
  const rows = await side.query('select name from kysely_migration').catch(() => [])
  const applied = rows.map((row) => String(row.name))
  if (!isMigrated(applied) || applied.length > Object.keys(migrations.sqlite).length)
    throw new StoreError(
      `The ${name} does not have the schema of this version. Start the server of this version on it once.`,
    )
}

const rowsOf = async (side: Side, { name }: Table): Promise<number> =>
  Number((await side.query(`select count(*) as rows from "${name}"`))[0]?.rows)

/** Reads all rows of a table. */
const readTable = async (
  side: Side,
  table: Table,
  onRows: (rows: readonly Row[]) => Promise<void>,
): Promise<Sum> => {
  let rows = 0
  // A sum, unlike an exclusive or, notices a row that occurs twice.
  let sum = 0n
  for await (const batch of side.batches(table)) {
    for (const row of batch) {
      const text = JSON.stringify(table.columns.map((column) => row[column]))
      sum = BigInt.asUintN(128, sum + BigInt(`0x${hash('sha256', text)}`))
    }
    rows += batch.length
    await onRows(batch)
  }
  return { rows, checksum: sum.toString(16).padStart(32, '0') }
}

const transfer = async (
  source: Side,
  target: Side,
  { compare = false, onProgress, signal }: Options,
): Promise<ComparedTable[]> => {
  const tables = commonTables()
  let total = 0
  for (const table of tables) {
    const rows = await rowsOf(target, table)
    if (rows > 0 && !compare)
      throw new StoreError(
        `The target is not empty: ${table.name} has rows. Create a new database for the copy.`,
      )
    total += rows
  }
  // A copy reads each row twice.
  for (const table of tables) total += (await rowsOf(source, table)) * (compare ? 1 : 2)
  let done = 0
  const advance = async (rows: number, text: string): Promise<void> => {
    done += rows
    onProgress?.(total === 0 ? 1 : done / total, text)
    // Lets signals arrive: SQLite's work is synchronous.
    await turn()
    signal?.throwIfAborted()
  }
  const compared: ComparedTable[] = []
  for (const table of tables) {
    const { name } = table
    const ofSource = await readTable(source, table, async (rows) => {
      if (!compare) await target.insert(table, rows)
      await advance(rows.length, `${compare ? 'comparing' : 'copying'} ${name}`)
    })
    const ofTarget = await readTable(target, table, (rows) =>
      advance(rows.length, `${compare ? 'comparing' : 'verifying'} ${name}`),
    )
    compared.push({ name, source: ofSource, target: ofTarget })
  }
  if (compare) return compared
  const differing = compared.filter((table) => !isSame(table)).map(({ name }) => name)
  if (differing.length > 0)
    throw new StoreError(`The target differs from the source in ${differing.join(', ')}.`)
  await target.commit()
  return compared
}

/**
 * Copies one state of a database to an empty one, and verifies the copy; or only compares them. A copy is
 * one transaction: the target has all rows or none.
 * @returns all tables with their checksums.
 * @throws {StoreError} if the target is not empty or the copy differs.
 */
export const copyDatabase = async (
  from: Location,
  to: Location,
  options: Options = {},
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
