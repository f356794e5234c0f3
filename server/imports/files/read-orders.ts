import { extname } from 'node:path'
import { z } from 'zod'
import { illFormedFields, illFormedReason } from '../../../generated/bodies.ts'
import {
  Email,
  FilledText,
  FilledText100,
  FilledText200,
  OrderCreate,
  OrderStatus,
  ShipTo,
  Text20,
  Text30,
  Text100,
  Text200,
  Text2000,
  Timestamp,
} from '../../../generated/zod/schemas.ts'
import { systemClock, timestamp } from '../../domain/clock.ts'
import { countryCode } from '../../domain/countries.ts'
import { toId } from '../../domain/ids.ts'
import {
  type ImportedOrder,
  isPossibleTime,
  personOf,
  plainNews,
} from '../../domain/imported-order.ts'
import { endOfDay, recipientOf } from '../../domain/order.ts'
import { isTrackingNumber, trackingNumberOf } from '../../domain/order-names.ts'
import { visible } from '../../domain/rejection.ts'
import { ImportFileError, isBroken, notUtf8, readLines, type Source } from './read-csv.ts'
import { cellsOf, LostValue, readTable, readThing, type TableRow } from './read-table.ts'

/** An order of a file at `file:line:column`, or why it is none, with a line for each problem. */
export type OrderRow = { place: string; lastLine: number } & (
  | { order: ImportedOrder }
  | { problems: readonly string[] }
)

/** A time, or a day: then its beginning in UTC. */
const moment = z
  .string()
  .transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
  .refine((text) => Timestamp.safeParse(text).success, {
    error: 'must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z',
    abort: true,
  })
  .transform((text) => Date.parse(text))
  .refine((time) => isPossibleTime(time, systemClock()), {
    error: 'must be from 2000 on and at most tomorrow',
  })
  .transform(timestamp)

/** The fields of a recipient, with those that may be unset. The document says where a postal code is required. */
const recipientFields = {
  firstName: FilledText100.describe('the recipient; a person with one name has it here'),
  lastName: Text100.default(''),
  email: Email,
  street1: FilledText200,
  street2: Text200.default(''),
  city: FilledText100,
  state: Text100.default(''),
  zip: Text20.default('').describe('required where the country has postal codes'),
  country: FilledText100.transform(countryCode).describe('a code such as US or USA, or a name'),
  phone: Text30.default(''),
  companyName: Text200.exactOptional(),
} satisfies Record<keyof z.output<typeof ShipTo>, z.ZodType>

const shipTo = z.strictObject(recipientFields).superRefine((given, context) => {
  const { error } = ShipTo.safeParse(given)
  if (given.zip === '' && error?.issues.some(({ path }) => path[0] === 'zip'))
    context.addIssue({
      code: 'custom',
      path: ['zip'],
      message: /^[A-Z]{2}$/.test(given.country)
        ? 'is required'
        : 'is required, unless country is the code of one without postal codes, such as AE',
    })
  if (shortZip.test(`${given.country} ${given.zip}`))
    context.addIssue({
      code: 'custom',
      path: ['zip'],
      message:
        'has too few digits: a spreadsheet removes a zero at its beginning. Format the column as text',
    })
})

/** A country where postal codes begin with any digit, and a number that is shorter than they are. */
const shortZip = /^(?:(?:DE|ES|FI|FR|IT|KR|MX|MY|PR|TR|US) \d{1,4}|(?:AU|DK|NO|NZ|ZA) \d{1,3})$/

/** A number as it is written. A row that is marked as not shipped must not ship. */
export const TrackingNumber = Text100.regex(/^.*$/, 'must be on one line').refine(
  (text) => text === '' || isTrackingNumber(text),
  'must be a tracking number, or empty',
)

/** The fields of an order within the bounds of the API's own orders, without its lines. */
const fields = {
  sourceOrderNumber: FilledText100.regex(
    /^\P{Cf}*$/u,
    'must not have invisible characters',
  ).describe('the provider’s number; rows of one order follow one another'),
  shipTo,
  campaignId: optional(
    FilledText.transform((text) => toId('cmp', text)),
    'the campaign; unset: --campaign',
  ),
  status: OrderStatus.default('AWAITING_SHIPMENT').describe(
    'AWAITING_SHIPMENT (if unset), SHIPPED, CANCELLED or RETURNED',
  ),
  orderDate: optional(moment, 'a day or a time in ISO 8601; unset: when it is imported'),
  shipDate: optional(moment, 'when it shipped; unset: when that is imported'),
  trackingNumber: optional(TrackingNumber, 'the carrier’s number of the parcel'),
  carrierCode: optional(Text100, 'the carrier, such as ups'),
  deliveredAt: optional(moment, 'when it arrived'),
  notes: optional(Text2000, 'for the warehouse'),
}

const ofShipped = ['shipDate', 'deliveredAt', 'trackingNumber', 'carrierCode'] as const

const { products } = OrderCreate.shape

const fileOrder = z
  .strictObject({ ...fields, products })
  .superRefine((order, context) => {
    if (order.status === 'SHIPPED' || order.status === 'RETURNED') return
    const message = 'must be left out until status is SHIPPED or RETURNED'
    for (const field of ofShipped)
      if (order[field]) context.addIssue({ code: 'custom', path: [field], message })
  })
  .transform(({ shipTo: { companyName, ...shipTo }, ...order }): ImportedOrder => {
    const recipient = recipientOf(shipTo)
    return {
      ...plainNews,
      ...order,
      trackingNumber: order.trackingNumber && trackingNumberOf(order.trackingNumber),
      source: 'file',
      sourceId: order.sourceOrderNumber,
      leftBy: endOfDay(order.shipDate ?? order.deliveredAt),
      recipient,
      person: personOf(recipient, companyName),
      companyName,
    }
  })

const { sku, quantity } = products.element.shape

const line = {
  sku: sku.describe('SKU of a variant of the campaign; one row for each line'),
  quantity: quantity.describe('units, 1 to 100,000'),
}

const tableRow = z.strictObject({ ...fields, ...line })

const { sourceOrderNumber, shipTo: _, ...others } = fields

/** The columns of a table of orders, the required ones first. A name with a dot is a field inside another. */
export const columns: readonly Column[] = [
  ...columnsOf({ sourceOrderNumber, ...line }),
  ...columnsOf(recipientFields, 'shipTo.'),
  ...columnsOf(others),
].toSorted((a, b) => Number(b.required) - Number(a.required))

/** More rows than an order may have lines: later ones need not be kept. */
const maxRows = 501

const readers = new Map([
  ['.csv', readOrderTable],
  ['.tsv', readOrderTable],
  ['.jsonl', readJsonLines],
  ['.ndjson', readJsonLines],
])

/** Returns the reader of a file with orders, by its ending, or of standard input for `-`. @throws {ImportFileError} */
export const readerFor = (file: string) => {
  const reader = file === '-' ? readEither : readers.get(extname(file).toLowerCase())
  if (reader) return reader
  throw new ImportFileError(
    `${file} must be a file that ends with .csv or .tsv (a table) or .jsonl (an order in JSON on each line)`,
  )
}

/** Reads standard input, whose name does not say what it is. */
async function* readEither(source: Source): AsyncGenerator<OrderRow> {
  const { value: first } = await readLines(source).next()
  yield* first?.text.trimStart().startsWith('{') ? readJsonLines(source) : readOrderTable(source)
}

/** A field that may be unset, and its help. */
function optional<T extends z.ZodType>(value: T, about: string) {
  return value
    .nullish()
    .transform((each) => each ?? undefined)
    .describe(about)
}

type Column = { name: string; required: boolean; about: string }

function columnsOf(shape: Record<string, z.ZodType>, prefix = ''): Column[] {
  return Object.entries(shape).map(([name, field]) => ({
    name: `${prefix}${name}`,
    required: !z.object({ field }).safeParse({}).success,
    about: field.description ?? '',
  }))
}

const checkOrder = (
  raw: unknown,
  at: TableRow['at'],
  lastLine: number,
  problems: string[] = [],
): OrderRow => {
  const read = problems.length === 0 ? readThing(fileOrder, raw, at, problems) : undefined
  const place = at()
  return read && problems.length === 0
    ? { place, lastLine, order: read.given }
    : { place, lastLine, problems }
}

/** Rows of one order that follow one another. */
type Group = {
  number: unknown
  at: TableRow['at']
  lastLine: number
  rows: TableRow[]
  problems: string[]
}

const isOfLine = (column: string) => column in line

/** Adds a row to its order. Its cells must not contradict those of the order's first row. */
const addRow = ({ rows, problems }: Group, row: TableRow): void => {
  const first = rows[0] ?? row
  const cells = new Map(cellsOf(first.fields))
  for (const [column, cell] of cellsOf(row.fields))
    if (!isOfLine(column) && cells.get(column) !== cell) {
      const wanted = `must be as on line ${first.line}, or empty`
      const reason = cell instanceof LostValue ? cell.reason : wanted
      problems.push(`${row.at(column)}: ${column} ${reason}`)
    }
  if (rows.length < maxRows) rows.push(row)
}

const checkGroup = ({ at, rows, lastLine, problems }: Group): OrderRow => {
  const place: TableRow['at'] = (field, i, column = '') => {
    const row = typeof i === 'number' ? rows[i] : undefined
    if (row) return row.at(column)
    return at(...[field, i].filter((step) => step !== undefined))
  }
  const raw = {
    ...Object.fromEntries(
      Object.entries(rows[0]?.fields ?? {}).filter(([name]) => !isOfLine(name)),
    ),
    products: rows.map(({ fields: { sku, quantity } }) => ({ sku, quantity })),
  }
  return checkOrder(raw, place, lastLine, problems)
}

/**
 * Reads a table of orders: a first row that names its columns, and a row for each line of an order, the
 * rows of an order together. An order of which a row cannot be read, or is apart, is not imported without it.
 */
async function* readOrderTable(source: Source): AsyncGenerator<OrderRow> {
  const apart = await findRowsApart(source)
  let group: Group | undefined
  /** The line before, if it may be of any order. */
  let unknown: number | undefined
  const mayHave = (order: Pick<TableRow, 'at'>, other: number) =>
    `${order.at()}: line ${other} may be of this order and cannot be read`
  /** The orders whose rows are apart, and of which the first have been read. */
  const finished = new Set<unknown>()
  for await (const row of readTable(source, tableRow)) {
    const { line, fields, at, problem } = row
    const number = fields.sourceOrderNumber
    if (number instanceof LostValue) {
      const problems = [`${at()}: sourceOrderNumber ${number.reason}`]
      yield { place: at(), lastLine: line, problems }
      continue
    }
    if (number === undefined) {
      const problems = [`${at()}: ${problem ?? 'sourceOrderNumber is required'}`]
      yield { place: at(), lastLine: line, problems }
      group?.problems.push(mayHave(group, line))
      unknown = line
      continue
    }
    if (finished.has(number)) continue
    if (group?.number !== number) {
      if (group) yield checkGroup(group)
      if (group && apart.has(group.number)) finished.add(group.number)
      const problems = apartFrom(row, apart)
      if (unknown !== undefined) problems.push(mayHave(row, unknown))
      group = { number, at, lastLine: line, rows: [], problems }
    }
    unknown = undefined
    group.lastLine = line
    if (problem === undefined) addRow(group, row)
    else group.problems.push(`${at()}: ${problem}`)
  }
  if (group) yield checkGroup(group)
}

/** Returns the first line of each order whose rows are apart, by its number. Holds the numbers of the table. */
async function findRowsApart(source: Source): Promise<ReadonlyMap<unknown, number>> {
  const seen = new Set<unknown>()
  const apart = new Map<unknown, number>()
  let before: unknown
  for await (const { line, fields } of readTable(source, tableRow)) {
    const number = fields.sourceOrderNumber
    if (typeof number !== 'string' || number === before) continue
    if (seen.has(number) && !apart.has(number)) apart.set(number, line)
    seen.add(number)
    before = number
  }
  return apart
}

function apartFrom({ at, fields }: TableRow, apart: ReadonlyMap<unknown, number>): string[] {
  const line = apart.get(fields.sourceOrderNumber)
  if (line === undefined) return []
  const number = visible(String(fields.sourceOrderNumber))
  return [`${at()}: rows of ${number} must follow one another, and line ${line} is apart`]
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a file of JSON Lines: an order on each. */
async function* readJsonLines(source: Source): AsyncGenerator<OrderRow> {
  for await (const { line, text } of readLines(source)) {
    if (text.trim() === '') continue
    const place = `${source.name}:${line}:1`
    if (line === 1 && !/^\s*\{\s*\S/.test(text)) {
      const problem = 'each line must be an order in JSON, not a part of a list or of an order'
      return yield { place, lastLine: line, problems: [`${place}: ${problem}`] }
    }
    const value = parse(text)
    if (isBroken(text)) yield { place, lastLine: line, problems: [`${place}: ${notUtf8}`] }
    else if (value === undefined)
      yield { place, lastLine: line, problems: [`${place}: must be JSON`] }
    else {
      const broken = illFormedFields(value).map((path) => `${place}: ${path} ${illFormedReason}`)
      yield checkOrder(value, () => place, line, broken)
    }
  }
}
