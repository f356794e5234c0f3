import { fieldPath } from '../../domain/field-path.ts'
import { checkOrder } from './check-order.ts'
import { ImportFileError } from './import-file-error.ts'
import { lineColumns, readHeader } from './order-columns.ts'
import type { OrderRow, RowFailure, UncheckedRow } from './order-row.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

/** More rows than an order may have lines: what comes after them need not be kept. */
const mostRows = 501

/** A row by its columns; a cell that is empty is not there. */
type TableRow = { line: number; cells: ReadonlyMap<string, string>; problem?: string }

/** Rows of one order, one after the other. */
type Group = {
  number: string
  rows: [TableRow, ...TableRow[]]
  lastLine: number
  /** A row beside them that may be one of them and cannot be read. */
  doubt: number | undefined
}

const toTableRow = ({ line, fields, problem }: CsvRow, columns: readonly string[]): TableRow => {
  const cells = new Map<string, string>()
  for (const [i, name] of columns.entries()) {
    const cell = fields[i]
    if (cell !== undefined && cell !== '') cells.set(name, cell)
  }
  if (problem !== undefined) return { line, cells, problem }
  return fields.length === columns.length
    ? { line, cells }
    : {
        line,
        cells,
        problem: `must have ${columns.length} fields, as the first line has, not ${fields.length}`,
      }
}

const nested = (cells: Iterable<[string, string]>): Record<string, unknown> => {
  const order: Record<string, unknown> = {}
  const shipTo: Record<string, unknown> = {}
  for (const [name, cell] of cells) {
    const [outer = '', inner] = name.split('.')
    if (inner !== undefined) shipTo[inner] = cell
    else if (!lineColumns.has(outer)) order[outer] = cell
  }
  return { ...order, shipTo }
}

const orderLine = ({ cells }: TableRow) => {
  const quantity = cells.get('quantity')
  const isNumber = /^[0-9]{1,15}$/.test(quantity ?? '')
  return { sku: cells.get('sku'), quantity: isNumber ? Number(quantity) : quantity }
}

/** What a row says of the order otherwise than the first row of the order. */
const differences = (first: TableRow, { line, cells }: TableRow): RowFailure[] =>
  [...cells]
    .filter(([name, cell]) => !lineColumns.has(name) && first.cells.get(name) !== cell)
    .map(([name]) => ({ line, reason: `${name}: must be as on line ${first.line}, or empty` }))

const uncheckedOf = (first: TableRow, { rows, lastLine }: Group): UncheckedRow => ({
  line: first.line,
  lastLine,
  value: { ...nested(first.cells), products: rows.map(orderLine) },
  placeOf: (path) => {
    const [, index, column] = path
    const row = typeof index === 'number' ? rows[index] : undefined
    return row
      ? { line: row.line, name: String(column) }
      : { line: first.line, name: fieldPath(path) }
  },
})

const checkGroup = (group: Group): OrderRow[] => {
  const { rows, lastLine, doubt } = group
  const [first] = rows
  const { line } = first
  const unreadable = rows.flatMap(({ line: on, problem }) =>
    problem === undefined ? [] : [{ line: on, reason: problem }],
  )
  const failures =
    unreadable.length > 0 ? unreadable : rows.flatMap((row) => differences(first, row))
  if (failures.length === 0 && doubt !== undefined)
    failures.push({ line, reason: `line ${doubt} may be of this order and cannot be read` })
  return [
    failures.length > 0 ? { line, lastLine, failures } : checkOrder(uncheckedOf(first, group)),
  ]
}

/** A row of which it cannot be said which order it is of. */
const stray = ({ line, problem = 'sourceOrderNumber: is required' }: TableRow): OrderRow => ({
  line,
  lastLine: line,
  failures: [{ line, reason: problem }],
})

const isBlank = ({ fields, problem }: CsvRow): boolean =>
  problem === undefined && fields.every((field) => field === '')

/**
 * Reads a table of orders: comma-separated, in UTF-8, with a first line that names its columns, and a
 * row for each line of an order, the rows of an order together. An order of which a row cannot be
 * read is not imported without it.
 * @throws {ImportFileError} when the first line does not name the columns of orders.
 */
export async function* readCsvOrders(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OrderRow> {
  let columns: string[] | undefined
  let group: Group | undefined
  let doubt: number | undefined
  for await (const read of readCsv(chunks)) {
    if (isBlank(read)) continue
    if (!columns) {
      if (read.problem !== undefined) throw new ImportFileError(`the first line: ${read.problem}`)
      columns = readHeader(read.fields)
      continue
    }
    const row = toTableRow(read, columns)
    const number = row.cells.get('sourceOrderNumber')
    if (number === undefined) {
      yield stray(row)
      if (group) group.doubt = row.line
      if (row.problem !== undefined) doubt = row.line
      continue
    }
    if (group?.number === number) {
      group.lastLine = row.line
      if (group.rows.length < mostRows) group.rows.push(row)
    } else {
      if (group) yield* checkGroup(group)
      group = { number, rows: [row], lastLine: row.line, doubt }
    }
    doubt = undefined
  }
  if (!columns) readHeader([])
  if (group) yield* checkGroup(group)
}
