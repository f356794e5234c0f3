/** A file of which no row can be imported; the message says why. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

/** The maximum length of a line, and of a row with the line breaks in quotes. */
const mostBytes = 1024 * 1024

const [lineFeed, carriageReturn] = [0x0a, 0x0d] as const
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** A line of a file, counted from 1. */
export type Line = { line: number; text: string; lineBreak: string; isUtf8: boolean }

const toLine = (line: number, bytes: Buffer, lineBreak: string): Line => {
  const decode = (decoder: InstanceType<typeof TextDecoder>): string =>
    decoder.decode(bytes).replace(line === 1 ? '\ufeff' : '', '')
  try {
    return { line, text: decode(utf8), lineBreak, isUtf8: true }
  } catch {
    return { line, text: decode(lenient), lineBreak, isUtf8: false }
  }
}

/**
 * Reads the lines of a file in UTF-8, with or without a byte order mark. Lines end with CR LF, LF or CR.
 * Holds at most a line and a chunk.
 * @throws {ImportFileError} for a line that is too long.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0)
  let line = 1
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] !== lineFeed && bytes[at] !== carriageReturn) continue
      const isPair = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed
      // The next chunk may begin with the LF of a CR LF.
      if (bytes[at] === carriageReturn && at + 1 === bytes.length) break
      const to = at
      if (isPair) at++
      yield toLine(line++, bytes.subarray(from, to), bytes.toString('latin1', to, at + 1))
      from = at + 1
    }
    rest = bytes.subarray(from)
    if (rest.length > mostBytes) throw new ImportFileError(`line ${line} is longer than 1 MiB`)
  }
  const endsWithReturn = rest.at(-1) === carriageReturn
  const last = toLine(
    line,
    endsWithReturn ? rest.subarray(0, -1) : rest,
    endsWithReturn ? '\r' : '',
  )
  if (last.text !== '' || endsWithReturn) yield last
}

/** A row; `line` is where it begins in the file. */
export type CsvRow = {
  line: number
  /** Its fields; those before the problem, if there is one. */
  fields: string[]
  /** The byte of the row at which each field begins, counted from 1. */
  starts: number[]
  /** Why it cannot be read. */
  problem?: string
}

/** A row of which some lines are read. */
type OpenRow = CsvRow & {
  bytes: number
  isUtf8: boolean
  /** The text of the quoted field that is not closed yet. */
  quoted: string | undefined
}

const notClosed = 'a quote is opened and not closed'
const closedEarly = 'a quote is closed before the end of its field'

/** Returns where the quote is that closes a field. A doubled quote is one of the text. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Adds the fields of a line to its row (RFC 4180 §2). */
const addLine = (row: OpenRow, { text, lineBreak, isUtf8 }: Line): void => {
  let at = 0
  const take = (to: number): string => {
    const taken = text.slice(at, to < 0 ? text.length : to)
    row.bytes += Buffer.byteLength(taken)
    at += taken.length
    return taken
  }
  row.isUtf8 &&= isUtf8
  for (;;) {
    if (row.quoted === undefined) {
      row.starts.push(row.bytes + 1)
      if (text[at] === '"') {
        take(at + 1)
        row.quoted = ''
      } else row.fields.push(take(text.indexOf(',', at)))
    }
    if (row.quoted !== undefined) {
      const end = closingQuote(text, at)
      row.quoted += take(end)
      if (end < 0) {
        row.quoted += lineBreak
        row.bytes += lineBreak.length
        return
      }
      take(at + 1)
      if (at < text.length && text[at] !== ',') {
        row.problem = closedEarly
        return
      }
      row.fields.push(row.quoted.replaceAll('""', '"'))
      row.quoted = undefined
    }
    if (at === text.length) return
    take(at + 1)
  }
}

async function* withEnd<T>(items: AsyncIterable<T>): AsyncGenerator<T | undefined> {
  yield* items
  yield undefined
}

/**
 * Reads comma-separated rows (RFC 4180). A row that cannot be read is yielded with its problem. The next
 * row is then the line after its first, because a quote that is not closed must not hide the rows after it.
 * @throws {ImportFileError} for a line that is too long to be one of a table.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  /** The lines from the first of the row on, and how many of them are added to it. */
  let lines: Line[] = []
  let added = 0
  let row: OpenRow | undefined
  for await (const line of withEnd(readLines(chunks))) {
    if (line) lines.push(line)
    let first = 0
    while (added < lines.length || (!line && row)) {
      const next = lines[added]
      if (next) {
        added++
        row ??= {
          ...{ line: next.line, fields: [], starts: [] },
          ...{ bytes: 0, isUtf8: true, quoted: undefined },
        }
        addLine(row, next)
        if (row.quoted !== undefined && !row.problem && row.bytes <= mostBytes) continue
      }
      if (!row) break
      const { quoted, isUtf8, bytes: _, ...read } = row
      const problem = quoted === undefined ? undefined : (row.problem ?? notClosed)
      if (problem !== undefined) yield { ...read, problem }
      else yield isUtf8 ? read : { ...read, problem: 'must be UTF-8' }
      first = problem === undefined ? added : first + 1
      added = first
      row = undefined
    }
    // Only the lines of an open row are kept.
    if (first > 0) {
      lines = lines.slice(first)
      added -= first
    }
  }
}
