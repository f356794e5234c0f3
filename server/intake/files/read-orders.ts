import { extname } from 'node:path'
import { z } from 'zod'
import {
  FilledText,
  FilledText100,
  OrderCreate,
  OrderStatus,
  ShipTo,
  Text100,
  Text2000,
  Timestamp,
} from '../../../generated/schemas.ts'
import { timestamp } from '../../domain/clock.ts'
import { fieldPath } from '../../domain/field-path.ts'
import { toId } from '../../domain/ids.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { recipientOf } from '../../domain/order.ts'
import { type CsvRow, ImportFileError, readCsv } from './read-csv.ts'

/** What is wrong with an order of a file, and on which line. */
export type RowFailure = { line: number; reason: string }

/** An order of a file, or why it is none; `line` is its first line, `lastLine` its last. */
export type OrderRow = { line: number; lastLine: number } & (
  | { order: ImportedOrder }
  | { failures: readonly RowFailure[] }
)

/** A value that is to be an order, and where in the file a field of it stands, under which name. */
type UncheckedRow = {
  line: number
  lastLine: number
  value: unknown
  placeOf: (path: readonly PropertyKey[]) => { line: number; name: string }
}

type Column = { name: string; required: boolean; about: string }

const column = (name: string, about: string): Column => ({ name, required: false, about })
const required = (name: string, about: string): Column => ({ name, required: true, about })

/** The columns of a table of orders. Where a name has a dot, the field is inside another. */
export const columns: readonly Column[] = [
  required('sourceOrderNumber', 'the provider’s number; rows of one order follow one another'),
  required('sku', 'what was ordered, attached to the campaign; a row for each line'),
  required('quantity', 'how many of it, 1 to 100000'),
  required('shipTo.firstName', 'the recipient'),
  required('shipTo.lastName', ''),
  required('shipTo.email', ''),
  required('shipTo.street1', ''),
  required('shipTo.city', ''),
  required('shipTo.zip', ''),
  required('shipTo.country', ''),
  column('shipTo.street2', ''),
  column('shipTo.state', ''),
  column('shipTo.phone', ''),
  column('shipTo.companyName', ''),
  column('campaignId', 'the campaign; unset: --campaign'),
  column('status', 'AWAITING_SHIPMENT (if unset), SHIPPED, CANCELLED or RETURNED'),
  column('orderDate', 'a day or a time in ISO 8601; unset: when it is imported'),
  column('shipDate', 'when it shipped; unset: when that is imported'),
  column('trackingNumber', 'the carrier’s number of the parcel'),
  column('carrierCode', 'the carrier, such as ups'),
  column('deliveredAt', 'when it arrived'),
  column('notes', 'for the warehouse'),
]

/** The columns that belong to a line of an order, not to the order. */
const lineColumns: ReadonlySet<string> = new Set(['sku', 'quantity'])

/**
 * Reads a table's first row.
 * @throws {ImportFileError} when it does not name columns of orders, each once, the required ones all.
 */
const readHeader = (fields: readonly string[]): string[] => {
  const names = fields.map((field) => field.trim())
  const known = new Set(columns.map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new ImportFileError(
      `the first line must name the columns, separated by commas; there is no column ${JSON.stringify(unknown[0])}`,
    )
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new ImportFileError(`the column ${twice} is there twice`)
  const missing = columns.filter(({ name, required }) => required && !names.includes(name))
  if (missing.length > 0) {
    const list = missing.map(({ name }) => name).join(', ')
    throw new ImportFileError(`the first line must name the columns; there is no ${list}`)
  }
  return names
}

/** A time, or a day: then its beginning in UTC. */
const moment = z
  .string('must be a string')
  .transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
  .refine((text) => Timestamp.safeParse(text).success, {
    error: 'must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z',
    abort: true,
  })
  .transform((text) => timestamp(Date.parse(text)))

/** An object with these fields alone: one that is misspelt must not be taken for one that is unset. */
const strict = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') return `must not have ${issue.keys.join(', ')}`
      return issue.input === undefined ? 'is required' : 'must be an object'
    },
  })

/** An order of a file: lines and recipient within the bounds of the API's own orders. */
const FileOrder = strict({
  sourceOrderNumber: FilledText100,
  campaignId: FilledText.nullish(),
  status: OrderStatus.default('AWAITING_SHIPMENT'),
  orderDate: moment.nullish(),
  shipDate: moment.nullish(),
  deliveredAt: moment.nullish(),
  trackingNumber: Text100.nullish(),
  carrierCode: Text100.nullish(),
  shipTo: strict(ShipTo.shape),
  notes: Text2000.nullish(),
  products: OrderCreate.shape.products,
})

type FileOrder = z.output<typeof FileOrder>

/** What only an order that has shipped has. */
const ofShipped = ['shipDate', 'deliveredAt', 'trackingNumber', 'carrierCode'] as const

const checked = FileOrder.superRefine((order, context) => {
  if (order.status === 'SHIPPED' || order.status === 'RETURNED') return
  for (const field of ofShipped)
    if (order[field])
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'must be left out until status is SHIPPED or RETURNED',
      })
})

const toImported = ({ shipTo, ...order }: FileOrder): ImportedOrder => ({
  sourceOrderNumber: order.sourceOrderNumber,
  campaignId: order.campaignId ? toId('cmp', order.campaignId) : undefined,
  status: order.status,
  orderDate: order.orderDate ?? undefined,
  shipDate: order.shipDate ?? undefined,
  deliveredAt: order.deliveredAt ?? undefined,
  trackingNumber: order.trackingNumber ?? undefined,
  carrierCode: order.carrierCode ?? undefined,
  recipient: recipientOf(shipTo),
  companyName: shipTo.companyName,
  notes: order.notes ?? undefined,
  products: order.products,
})

const schema = checked.transform(toImported)

/** An order of a file as it was found, or what is wrong with it, on which lines. */
const checkOrder = ({ line, lastLine, value, placeOf }: UncheckedRow): OrderRow => {
  const result = schema.safeParse(value)
  if (result.success) return { line, lastLine, order: result.data }
  const failures = result.error.issues.map(({ path, message }) => {
    const place = placeOf(path)
    return { line: place.line, reason: `${place.name}: ${message}` }
  })
  return { line, lastLine, failures }
}

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
async function* readCsvOrders(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OrderRow> {
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

const lineFeed = 0x0a
export const mostBytes = 1024 * 1024

/** A line without its line break, and which it is, counted from 1. */
type Line = { line: number; bytes: Uint8Array }

/**
 * Splits bytes into lines that end with LF; of CR LF the CR stays. The last line may be empty. Holds at
 * most a line and a chunk.
 * @throws {ImportFileError} for a line that is too long to be one order.
 */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0)
  let line = 1
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      yield { line, bytes: bytes.subarray(from, at) }
      from = at + 1
      line++
    }
    rest = bytes.subarray(from)
    if (rest.length > mostBytes) throw new ImportFileError(`line ${line} is longer than 1 MiB`)
  }
  yield { line, bytes: rest }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parse = (bytes: Uint8Array): { value: unknown } | { reason: string } => {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) }
  } catch (error) {
    return { reason: error instanceof SyntaxError ? 'must be JSON' : 'must be UTF-8' }
  }
}

const isBlankLine = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x0d)

const orderOn = ({ line, bytes }: Line): OrderRow => {
  const parsed = parse(bytes)
  return 'value' in parsed
    ? checkOrder({
        line,
        lastLine: line,
        value: parsed.value,
        placeOf: (path) => ({ line, name: path.length > 0 ? fieldPath(path) : 'the order' }),
      })
    : { line, lastLine: line, failures: [{ line, reason: parsed.reason }] }
}

/** Reads a file of JSON Lines in UTF-8: an order on each. */
async function* readJsonOrders(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OrderRow> {
  for await (const line of readLines(chunks)) if (!isBlankLine(line.bytes)) yield orderOn(line)
}

type Reader = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<OrderRow>

const readers: ReadonlyMap<string, Reader> = new Map([
  ['.csv', readCsvOrders],
  ['.jsonl', readJsonOrders],
  ['.ndjson', readJsonOrders],
])

/**
 * What reads the orders of a file, by the ending of its name.
 * @throws {ImportFileError} for a name that does not say how the file is written.
 */
export const readerFor = (file: string): Reader => {
  const reader = readers.get(extname(file).toLowerCase())
  if (!reader)
    throw new ImportFileError(
      `how a file is written is told by its name, which must end with .csv (a table) or .jsonl (an order in JSON on each line)`,
    )
  return reader
}
