/** A file of which no row can be imported; the message says why. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

/** A row; `line` is where it begins in the file, counted from 1. */
export type CsvRow = {
  line: number
  /** Its fields; those before the problem, if there is one. */
  fields: string[]
  /** The byte of the row at which each field begins, counted from 1. */
  starts: number[]
  /** Why it cannot be read. */
  problem?: string
}

const [comma, quote, lineFeed, carriageReturn] = [0x2c, 0x22, 0x0a, 0x0d] as const
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** No row is longer; what seems to be has lost a quote. */
export const mostBytes = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

const notClosed = 'a quote is opened and not closed'
const closedEarly = 'a quote is closed before the end of its field'

/** A row's parts as far as they are known, and where it ends or what is wrong; neither if more must be read. */
type Scan = { fields: Field[]; end?: number; problem?: string }
type Field = { from: number; to: number; quoted: boolean }

/** The length of the line break at a place: CR LF, LF or CR. */
const breakAt = (bytes: Buffer, at: number): number => {
  if (bytes[at] === lineFeed) return 1
  if (bytes[at] !== carriageReturn) return 0
  return bytes[at + 1] === lineFeed ? 2 : 1
}

/** Where a quoted field's closing quote is; a quote that is doubled is one of the text. */
const closingQuote = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(quote, from)
  while (at !== -1 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2)
  return at
}

/** Whether a byte is neither a line break nor behind the last byte. */
const isInLine = (byte: number | undefined): boolean =>
  byte !== undefined && byte !== lineFeed && byte !== carriageReturn

const endOfPlain = (bytes: Buffer, from: number): number => {
  let at = from
  while (bytes[at] !== comma && isInLine(bytes[at])) at++
  return at
}

/** Finds the fields of the row that begins at a place (RFC 4180 §2). */
const scan = (bytes: Buffer, start: number, isLast: boolean): Scan => {
  const fields: Field[] = []
  for (let at = start; ; at++) {
    const quoted = bytes[at] === quote
    const from = quoted ? at + 1 : at
    const to = quoted ? closingQuote(bytes, from) : endOfPlain(bytes, from)
    if (to < 0) return isLast ? { fields, problem: notClosed } : { fields }
    fields.push({ from, to, quoted })
    at = quoted ? to + 1 : to
    // What follows decides: a doubled quote and CR LF may lie on both sides of where reading stopped.
    if (at + 1 >= bytes.length && !isLast) return { fields }
    const lineBreak = breakAt(bytes, at)
    if (lineBreak > 0 || at >= bytes.length) return { fields, end: at + lineBreak }
    if (bytes[at] !== comma) return { fields: fields.slice(0, -1), problem: closedEarly }
  }
}

const lineBreaks = (bytes: Buffer, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at++) {
    const length = breakAt(bytes, at)
    if (length > 0) count++
    if (length === 2) at++
  }
  return count
}

const decodeWith = (
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Buffer,
  fields: readonly Field[],
): string[] =>
  fields.map(({ from, to, quoted }) => {
    const text = decoder.decode(bytes.subarray(from, to))
    return quoted ? text.replaceAll('""', '"') : text
  })

const decode = (bytes: Buffer, fields: readonly Field[]): Pick<CsvRow, 'fields' | 'problem'> => {
  try {
    return { fields: decodeWith(utf8, bytes, fields) }
  } catch {
    return { fields: decodeWith(lenient, bytes, fields), problem: 'must be UTF-8' }
  }
}

/** Where the line after a place begins; nothing if it has not been read yet. */
const nextLine = (bytes: Buffer, from: number, isLast: boolean): number | undefined => {
  let at = from
  while (isInLine(bytes[at])) at++
  return isLast || at + 1 < bytes.length ? at + breakAt(bytes, at) : undefined
}

/** Up to where rows have been read. */
type Place = { at: number; line: number }

/**
 * The row at a place, and where the next one is; nothing if more must be read to know. After a row
 * that cannot be read, the next one is the line after its first: a quote that is not closed must not
 * take the rows that follow it along.
 */
const rowAt = (
  bytes: Buffer,
  { at, line }: Place,
  isLast: boolean,
): { row: CsvRow; next: Place } | undefined => {
  const isTooLong = bytes.length - at > mostBytes
  const { fields, end, problem = isTooLong ? notClosed : undefined } = scan(bytes, at, isLast)
  const starts = fields.map(({ from, quoted }) => from - at + (quoted ? 0 : 1))
  const decoded = { starts, ...decode(bytes, fields) }
  if (end !== undefined) {
    const next = { at: end, line: line + lineBreaks(bytes, at, end) }
    return { row: { line, ...decoded }, next }
  }
  if (problem === undefined) return undefined
  const next = nextLine(bytes, at, isLast)
  if (next !== undefined)
    return { row: { line, ...decoded, problem }, next: { at: next, line: line + 1 } }
  if (isTooLong) throw new ImportFileError(`line ${line} is longer than 1 MiB`)
  return undefined
}

/**
 * Reads comma-separated rows (RFC 4180) in UTF-8, with or without a byte order mark; lines end with
 * CR LF, LF or CR. What cannot be read is told with its line, and reading goes on after it. No more
 * than a row and a chunk are held.
 * @throws {ImportFileError} for a line that is too long to be one of a table.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let bytes = Buffer.alloc(0)
  let place: Place = { at: 0, line: 1 }
  let isFirst = true
  for await (const { chunk, isLast } of withLast(chunks)) {
    bytes = Buffer.concat([bytes.subarray(place.at), chunk])
    place = { ...place, at: 0 }
    if (isFirst && bytes.length < byteOrderMark.length && !isLast) continue
    if (isFirst && bytes.subarray(0, 3).equals(byteOrderMark)) place.at = byteOrderMark.length
    isFirst = false
    while (place.at < bytes.length) {
      const found = rowAt(bytes, place, isLast)
      if (!found) break
      yield found.row
      place = found.next
    }
  }
}

async function* withLast(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) yield { chunk, isLast: false }
  yield { chunk: Buffer.alloc(0), isLast: true }
}
