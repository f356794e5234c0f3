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
import { ImportFileError, readCsv, readLines } from './read-csv.ts'

/** What is wrong with an order of a file, and on which line. */
export type RowFailure = { line: number; reason: string }

/** An order of a file, or why it is none; `line` is its first line, `lastLine` its last. */
export type OrderRow = { line: number; lastLine: number } & (
  | { order: ImportedOrder }
  | { failures: readonly RowFailure[] }
)

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

/** A field that may be unset, and its help. */
const optional = <T extends z.ZodType>(value: T, about: string) =>
  value
    .nullish()
    .transform((each) => each ?? undefined)
    .describe(about)

const { products } = OrderCreate.shape
const { firstName, ...shipTo } = ShipTo.shape

/** An order of a file: lines and recipient within the bounds of the API's own orders. */
const fields = {
  sourceOrderNumber: FilledText100.describe(
    'the provider’s number; rows of one order follow one another',
  ),
  products,
  shipTo: strict({ firstName: firstName.describe('the recipient'), ...shipTo }),
  campaignId: optional(
    FilledText.transform((text) => toId('cmp', text)),
    'the campaign; unset: --campaign',
  ),
  status: OrderStatus.default('AWAITING_SHIPMENT').describe(
    'AWAITING_SHIPMENT (if unset), SHIPPED, CANCELLED or RETURNED',
  ),
  orderDate: optional(moment, 'a day or a time in ISO 8601; unset: when it is imported'),
  shipDate: optional(moment, 'when it shipped; unset: when that is imported'),
  trackingNumber: optional(Text100, 'the carrier’s number of the parcel'),
  carrierCode: optional(Text100, 'the carrier, such as ups'),
  deliveredAt: optional(moment, 'when it arrived'),
  notes: optional(Text2000, 'for the warehouse'),
}

/** The fields of an order that has shipped. */
const ofShipped = ['shipDate', 'deliveredAt', 'trackingNumber', 'carrierCode'] as const

const FileOrder = strict(fields)
  .superRefine((order, context) => {
    if (order.status === 'SHIPPED' || order.status === 'RETURNED') return
    for (const field of ofShipped)
      if (order[field])
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'must be left out until status is SHIPPED or RETURNED',
        })
  })
  .transform(
    ({ shipTo: recipient, ...order }): ImportedOrder => ({
      ...order,
      recipient: recipientOf(recipient),
      companyName: recipient.companyName,
    }),
  )

type Column = { name: string; required: boolean; about: string }

const columnsOf = (shape: Record<string, z.ZodType>, prefix = ''): Column[] =>
  Object.entries(shape).map(([name, field]) => ({
    name: `${prefix}${name}`,
    required: !z.object({ field }).safeParse({}).success,
    about: field.description ?? '',
  }))

/** The columns that belong to a line of an order, not to the order. */
const lineColumns = new Map([
  ['sku', 'SKU of a variant of the campaign; one row for each line'],
  ['quantity', 'units, 1 to 100,000'],
])

/** The columns of a table of orders, the required ones first. A name with a dot is a field inside another. */
export const columns: readonly Column[] = [
  ...columnsOf({ sourceOrderNumber: fields.sourceOrderNumber }),
  ...[...lineColumns].map(([name, about]) => ({ name, required: true, about })),
  ...columnsOf(fields.shipTo.shape, 'shipTo.'),
  ...columnsOf(fields).filter(({ required }) => !required),
].toSorted((a, b) => Number(b.required) - Number(a.required))

/**
 * Checks a table's first row and returns the names of its columns.
 * @throws {ImportFileError} when it does not name columns of orders, each once, the required ones all.
 */
const readHeader = (row: readonly string[]): string[] => {
  const names = row.map((field) => field.trim())
  const unknown = names.find((name) => columns.every((column) => column.name !== name))
  if (unknown !== undefined)
    throw new ImportFileError(
      `the first line must name the columns, separated by commas; there is no column ${JSON.stringify(unknown)}`,
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

/** A row by its columns, without empty cells. */
type TableRow = { line: number; cells: ReadonlyMap<string, string> }

/** Rows of one order that follow one another. */
type Group = {
  number: string
  line: number
  lastLine: number
  rows: TableRow[]
  failures: RowFailure[]
}

/** More rows than an order may have lines: later ones need not be kept. */
const mostRows = 501

const doubt = (line: number, unreadable: number): RowFailure => ({
  line,
  reason: `line ${unreadable} may be of this order and cannot be read`,
})

/** The cells that contradict those of the order's first row. */
const differences = (first: TableRow, { line, cells }: TableRow): RowFailure[] =>
  [...cells]
    .filter(([name, cell]) => !lineColumns.has(name) && first.cells.get(name) !== cell)
    .map(([name]) => ({ line, reason: `${name}: must be as on line ${first.line}, or empty` }))

/** Returns the line of an order. A quantity that is no number is left as it is, for the check. */
const orderLine = ({ cells }: TableRow): Record<string, unknown> => {
  const quantity = cells.get('quantity')
  const isNumber = quantity !== undefined && /^[0-9]{1,15}$/.test(quantity)
  return { sku: cells.get('sku'), quantity: isNumber ? Number(quantity) : quantity }
}

/** Returns an order as JSON Lines would have it. */
const orderOf = (rows: readonly TableRow[]): Record<string, unknown> => {
  const cells = [...(rows[0]?.cells ?? [])].filter(([name]) => !lineColumns.has(name))
  const prefix = 'shipTo.'
  const ofRecipient = cells.filter(([name]) => name.startsWith(prefix))
  return {
    ...Object.fromEntries(cells.filter(([name]) => !name.startsWith(prefix))),
    shipTo: Object.fromEntries(
      ofRecipient.map(([name, cell]) => [name.slice(prefix.length), cell]),
    ),
    products: rows.map(orderLine),
  }
}

/** Returns an order, or what is wrong with it. `placeOf` tells where the field of a path is. */
const checkOrder = (
  at: { line: number; lastLine: number },
  value: unknown,
  placeOf: (path: readonly PropertyKey[]) => { line: number; name: string },
): OrderRow => {
  const { data, error } = FileOrder.safeParse(value)
  if (!error) return { ...at, order: data }
  const failures = error.issues.map(({ path, message }) => {
    const { line, name } = placeOf(path)
    return { line, reason: `${name}: ${message}` }
  })
  return { ...at, failures }
}

const checkGroup = ({ line, lastLine, rows, failures }: Group): OrderRow => {
  if (failures.length > 0) return { line, lastLine, failures }
  return checkOrder({ line, lastLine }, orderOf(rows), (path) => {
    const row = typeof path[1] === 'number' ? rows[path[1]] : undefined
    return row ? { line: row.line, name: String(path[2]) } : { line, name: fieldPath(path) }
  })
}

/**
 * Reads a table of orders: a first row that names its columns, and a row for each line of an order, the
 * rows of an order together. An order of which a row cannot be read is not imported without it.
 * @throws {ImportFileError} when the first line does not name the columns of orders.
 */
async function* readTable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OrderRow> {
  let names: string[] | undefined
  let group: Group | undefined
  /** The line before, if it cannot be read and may be of any order. */
  let unreadable: number | undefined
  for await (const { line, fields: values, problem: unread } of readCsv(chunks)) {
    if (unread === undefined && values.every((field) => field === '')) continue
    if (!names) {
      if (unread !== undefined) throw new ImportFileError(`the first line: ${unread}`)
      names = readHeader(values)
      continue
    }
    const filled = names.map((name, i): [string, string] => [name, values[i] ?? ''])
    const row = { line, cells: new Map(filled.filter(([, cell]) => cell !== '')) }
    const problem =
      unread ??
      (values.length === names.length
        ? undefined
        : `must have ${names.length} fields, as the first line has, not ${values.length}`)
    const number = row.cells.get('sourceOrderNumber')
    if (number === undefined) {
      const reason = problem ?? 'sourceOrderNumber: is required'
      yield { line, lastLine: line, failures: [{ line, reason }] }
      if (group) group.failures.push(doubt(group.line, line))
      if (problem !== undefined) unreadable = line
      continue
    }
    if (group?.number !== number) {
      if (group) yield checkGroup(group)
      const failures = unreadable === undefined ? [] : [doubt(line, unreadable)]
      group = { number, line, lastLine: line, rows: [], failures }
    }
    unreadable = undefined
    group.lastLine = line
    if (problem !== undefined) group.failures.push({ line, reason: problem })
    else {
      group.failures.push(...differences(group.rows[0] ?? row, row))
      if (group.rows.length < mostRows) group.rows.push(row)
    }
  }
  if (!names) readHeader([])
  if (group) yield checkGroup(group)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a file of JSON Lines: an order on each. */
async function* readJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OrderRow> {
  for await (const { line, text, isUtf8 } of readLines(chunks)) {
    if (text.trim() === '') continue
    const at = { line, lastLine: line }
    const value = parse(text)
    if (!isUtf8) yield { ...at, failures: [{ line, reason: 'must be UTF-8' }] }
    else if (value === undefined) yield { ...at, failures: [{ line, reason: 'must be JSON' }] }
    else
      yield checkOrder(at, value, (path) => ({
        line,
        name: path.length > 0 ? fieldPath(path) : 'the order',
      }))
  }
}

const readers = new Map([
  ['.csv', readTable],
  ['.jsonl', readJsonLines],
  ['.ndjson', readJsonLines],
])

/**
 * Returns the reader of the orders of a file, by the ending of its name.
 * @throws {ImportFileError} for a name that does not say how the file is written.
 */
export const readerFor = (file: string) => {
  const reader = readers.get(extname(file).toLowerCase())
  if (!reader)
    throw new ImportFileError(
      `how a file is written is told by its name, which must end with .csv (a table) or .jsonl (an order in JSON on each line)`,
    )
  return reader
}
