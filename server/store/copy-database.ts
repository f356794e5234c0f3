import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import {
  CopyError,
  type CopyReader,
  type CopyTarget,
  type Row,
  rowText,
  type Side,
  type Table,
} from './copy-sides.ts'
import type { Location } from './open-store.ts'
import { openSqliteReader, openSqliteTarget } from './sqlite/copy.ts'

const wordAt = (bytes: string, i: number): number =>
  bytes.charCodeAt(i) +
  bytes.charCodeAt(i + 1) * 2 ** 8 +
  bytes.charCodeAt(i + 2) * 2 ** 16 +
  bytes.charCodeAt(i + 3) * 2 ** 24

/** The number of rows of a table, and a checksum that does not depend on their order. */
export class TableChecksum {
  /** Sums of the rows' hashes. A sum, unlike an exclusive or, notices a row that occurs twice. */
  readonly #sums = new Uint32Array(4)
  rows = 0

  add(row: Row): void {
    // A string of bytes: a buffer of each row would take long to be collected.
    const digest = hash('sha256', rowText(row), 'binary')
    for (let i = 0; i < this.#sums.length; i++)
      this.#sums[i] = (this.#sums[i] ?? 0) + wordAt(digest, 4 * i)
    this.rows++
  }

  /** Returns the checksum as 32 hexadecimal digits. */
  toString(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
  }
}

/**
 * Reads a table.
 * @param onRows called after each batch with its number of rows.
 */
const checksumOf = async (
  reader: CopyReader,
  table: Table,
  onRows: (rows: number) => Promise<void>,
): Promise<TableChecksum> => {
  const checksum = new TableChecksum()
  for await (const rows of reader.batches(table)) {
    for (const row of rows) checksum.add(row)
    await onRows(rows.length)
  }
  return checksum
}

const columnsOf = (tables: readonly Table[]): Set<string> =>
  new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)))

/** @throws {CopyError} that names the columns that only one of two databases has. */
const requireSameTables = (source: readonly Table[], target: readonly Table[]): void => {
  const [ofSource, ofTarget] = [columnsOf(source), columnsOf(target)]
  const differing = [...ofSource, ...ofTarget].filter(
    (column) => !(ofSource.has(column) && ofTarget.has(column)),
  )
  if (differing.length > 0)
    throw new CopyError(`Only one of the databases has the columns ${differing.join(', ')}.`)
}

/** A table of both databases. */
type ComparedTable = { name: string; source: TableChecksum; target: TableChecksum }

export type CopyOptions = {
  /** Called with the completed fraction, from 0 to 1, and what is done next. */
  onProgress?: (fraction: number, text: string) => void
  signal?: AbortSignal
}

const openReader = async (location: Location, side: Side): Promise<CopyReader> => {
  if (!location.postgres) return openSqliteReader(location.databaseFile, side)
  const { openPostgresReader } = await import('./postgres/copy.ts')
  return openPostgresReader(location.postgres.url, side)
}

const openTarget = async (location: Location): Promise<CopyTarget> => {
  if (!location.postgres) return openSqliteTarget(location.databaseFile)
  const { openPostgresTarget } = await import('./postgres/copy.ts')
  return openPostgresTarget(location.postgres.url)
}

export const isSame = ({ source, target }: ComparedTable): boolean =>
  source.rows === target.rows && `${source}` === `${target}`

/** Building takes about as long as copying this share of the rows. */
const buildShare = 0.5

/** Follows a copy by the number of rows that are read. */
class Steps {
  readonly #options: CopyOptions
  readonly #total: number
  #done = 0

  /** @param total number of rows to read */
  constructor(options: CopyOptions, total: number) {
    this.#options = options
    this.#total = total
  }

  /**
   * Reports progress, and lets signals arrive: SQLite's work is synchronous.
   * @throws if the signal is aborted.
   */
  async add(rows: number, text: string): Promise<void> {
    this.#done += rows
    this.#options.onProgress?.(this.#total === 0 ? 1 : this.#done / this.#total, text)
    await turn()
    this.#options.signal?.throwIfAborted()
  }
}

const countRows = async (reader: CopyReader): Promise<number> => {
  let rows = 0
  for (const table of reader.tables) rows += await reader.count(table)
  return rows
}

/** Copies the rows of a table. Returns what was read. */
const copyTable = async (
  source: CopyReader,
  target: CopyTarget,
  table: Table,
  steps: Steps,
): Promise<TableChecksum> => {
  const checksum = new TableChecksum()
  let inserting = Promise.resolve()
  for await (const rows of source.batches(table)) {
    for (const row of rows) checksum.add(row)
    await inserting
    inserting = target.insert(table, rows)
    // The next batch is read while this one is inserted.
    inserting.catch(() => {})
    await steps.add(rows.length, `copying ${table.name}`)
  }
  await inserting
  return checksum
}

const copyTo = async (
  source: CopyReader,
  target: CopyTarget,
  options: CopyOptions,
): Promise<ComparedTable[]> => {
  requireSameTables(source.tables, target.tables)
  const rows = await countRows(source)
  const steps = new Steps(options, rows * (2 + buildShare))
  const copied: { table: Table; source: TableChecksum }[] = []
  for (const table of source.tables)
    copied.push({ table, source: await copyTable(source, target, table, steps) })
  let built = 0
  await target.build(async (fraction) => {
    await steps.add((fraction - built) * rows * buildShare, 'building indexes')
    built = fraction
  })
  const compared: ComparedTable[] = []
  for (const { table, source } of copied)
    compared.push({
      name: table.name,
      source,
      target: await checksumOf(target, table, (rows) => steps.add(rows, `verifying ${table.name}`)),
    })
  const differing = compared.filter((table) => !isSame(table)).map(({ name }) => name)
  if (differing.length > 0)
    throw new CopyError(`The target differs from the source in ${differing.join(', ')}.`)
  await target.commit()
  return compared
}

/** Closes a database when the signal is aborted, so that its statements fail at once. */
const closingOnAbort = async <R extends CopyReader, T>(
  reader: R,
  { signal }: CopyOptions,
  use: (reader: R) => Promise<T>,
): Promise<T> => {
  const abort = () => void reader.close()
  signal?.addEventListener('abort', abort)
  try {
    return await use(reader)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    await reader.close()
  }
}

/**
 * Copies one state of a database to an empty one, and verifies the copy. The target has all rows or
 * none: the copy is one transaction.
 * @returns all tables with their checksums.
 * @throws {CopyError} if the target is not empty or the copy differs.
 */
export const copyDatabase = async (
  from: Location,
  to: Location,
  options: CopyOptions = {},
): Promise<ComparedTable[]> =>
  closingOnAbort(await openReader(from, 'source'), options, async (source) =>
    closingOnAbort(await openTarget(to), options, (target) => copyTo(source, target, options)),
  )

/** Compares all rows of two databases. */
export const compareDatabases = async (
  from: Location,
  to: Location,
  options: CopyOptions = {},
): Promise<ComparedTable[]> =>
  closingOnAbort(await openReader(from, 'source'), options, async (source) =>
    closingOnAbort(await openReader(to, 'target'), options, async (target) => {
      requireSameTables(source.tables, target.tables)
      const steps = new Steps(options, (await countRows(source)) + (await countRows(target)))
      const compared: ComparedTable[] = []
      for (const table of source.tables) {
        const read = (reader: CopyReader) =>
          checksumOf(reader, table, (rows) => steps.add(rows, `comparing ${table.name}`))
        compared.push({
          name: table.name,
          source: await read(source),
          target: await read(target),
        })
      }
      return compared
    }),
  )
