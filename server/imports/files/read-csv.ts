import { isUtf8 } from 'node:buffer'
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** A file that is read as a stream, once or twice. `name` is its name in messages. */
export type Source = {
  name: string
  /** Reads it from its beginning. */
  chunks: () => AsyncIterable<Uint8Array>
}

/** The maximum length of a line, in bytes, and of a row with the line breaks in quotes, in characters. */
const maxCharacters = 1024 * 1024

/** A line of a file, counted from 1, with its line break. */
type Line = { line: number; text: string }

/** A row; `line` is where it begins in the file. */
export type CsvRow = {
  line: number
  /** Its fields; those before the problem, if there is one. */
  fields: string[]
  /** The character of the row at which each field begins, counted from 1. */
  starts: number[]
  /** Why it cannot be read. */
  problem?: string
  /** Whether the file ends in the row, without a line break. */
  isLast?: true
}

/** A row of which some lines are read. `quoted` is the text of the quoted field that is not closed yet. */
type OpenRow = CsvRow & { length: number; quoted: string | undefined }

/**
 * Reads rows of fields (RFC 4180) that are separated by commas, semicolons, tabs or bars. A row that cannot be read is yielded with its problem. The next
 * row is then the line after its first, because a quote that is not closed must not hide the rows after it.
 * @throws {ImportFileError} for a line that is too long to be one of a table.
 */
export async function* readCsv(source: Source, separator?: string): AsyncGenerator<CsvRow> {
  const lines = readLines(source)
  /** Lines that are read again, the next one last. */
  const again: Line[] = []
  const next = async () => again.pop() ?? (await lines.next()).value
  let by = separator
  for (let first = await next(); first; first = await next()) {
    // Lines before the first one with text do not show the separator.
    if (by === undefined && first.text.trim() === '') continue
    const named = by === undefined ? separatorLine.exec(first.text) : null
    by ??= named?.[1] ?? separatorOf(first.text)
    if (named) continue
    const { line, text } = first
    const row: OpenRow = { line, fields: [], starts: [], length: 0, quoted: undefined }
    const more: Line[] = []
    let end = text
    addLine(row, text, by)
    while (row.quoted !== undefined && row.problem === undefined) {
      const following = row.length > maxCharacters ? undefined : await next()
      if (following) {
        more.push(following)
        end = following.text
        addLine(row, end, by)
      } else row.problem = 'a quote is opened and not closed'
    }
    const { length, quoted, ...read } = row
    if (row.problem !== undefined) for (const each of more.toReversed()) again.push(each)
    else if (row.fields.some(isBroken)) read.problem = `the row ${notUtf8}`
    if (!/[\r\n]$/.test(end)) read.isLast = true
    yield read
  }
}

/** A first line that names the separator, as spreadsheet programs write it. */
const separatorLine = /^"?sep=([,;\t|])"?[\r\n]*$/i

/** Returns the separator that a first line has most often outside quotes. */
function separatorOf(text: string): string {
  const bare = text.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  const [most = ','] = [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))
  return most
}

/** People who write tables put spaces around quotes. */
const openingQuote = / *"/y

/** Adds the fields of a line to its row (RFC 4180 §2). */
function addLine(row: OpenRow, text: string, separator: string): void {
  const end = text.search(/[\r\n]*$/)
  for (let at = 0; at <= end; at++) {
    if (row.quoted === undefined) {
      row.starts.push(row.length + at + 1)
      openingQuote.lastIndex = at
      if (!openingQuote.test(text)) {
        const found = text.indexOf(separator, at)
        const to = found < 0 ? end : found
        row.fields.push(text.slice(at, to))
        at = to
        continue
      }
      row.quoted = ''
      at = openingQuote.lastIndex
    }
    const to = closingQuote(text, at)
    row.quoted += text.slice(at, to < 0 ? undefined : to)
    if (to < 0) break
    at = to + 1
    while (text[at] === ' ') at++
    if (at < end && text[at] !== separator) {
      row.problem = 'a quote is closed before the end of its field'
      return
    }
    row.fields.push(row.quoted.replaceAll('""', '"'))
    row.quoted = undefined
  }
  row.length += text.length
}

/** Returns where the quote is that closes a field. A doubled quote is one of the text. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** A file that cannot be read. The message names it and says why. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

/**
 * Opens a file, or standard input for `-`, which is held in memory because a table is read twice.
 * `share` returns the share of the file that was read.
 * @throws {ImportFileError}
 */
export const openFile = async (
  path: string,
  name = path,
): Promise<Source & { share: () => number }> => {
  if (path === '-') {
    const bytes = await buffer(process.stdin)
    return { name: 'stdin', chunks: () => Readable.from([bytes]), share: () => 1 }
  }
  const found = await stat(path).catch((error: Error) => {
    throw new ImportFileError(`${name} cannot be read: ${error.message}`)
  })
  if (!found.isFile()) throw new ImportFileError(`${name} is not a file`)
  const { size } = found
  let stream: ReadStream | undefined
  return {
    name,
    chunks: () => {
      stream = createReadStream(path)
      return stream
    },
    share: () => (size === 0 ? 1 : (stream?.bytesRead ?? 0) / size),
  }
}

/** The problem of a text of other bytes, and its solution. */
export const notUtf8 = 'must be UTF-8: save the file again in this encoding, such as “CSV UTF-8”'

/** Whether a text is of bytes that are not UTF-8. */
export function isBroken(text: string): boolean {
  return !text.isWellFormed()
}

/**
 * Yields the lines of a file in UTF-8, with or without a byte order mark. Lines end with CR LF, LF or CR.
 * Holds at most a line and a chunk.
 * @throws {ImportFileError} for a line that is too long, and for UTF-16.
 */
export async function* readLines({ name, chunks }: Source): AsyncGenerator<Line, undefined> {
  let line = 1
  let rest = ''
  for await (const chunk of chunks()) {
    const texts = (rest + Buffer.from(chunk).toString('latin1')).split(/(?<=\n|\r(?!\n))/)
    // The last one may continue in the next chunk, if only with the LF of a CR LF.
    rest = texts.pop() ?? ''
    for (const text of texts) yield decoded(name, line++, text)
    if (rest.length > maxCharacters)
      throw new ImportFileError(`${name}: line ${line} is longer than 1 MiB`)
  }
  const last = decoded(name, line, rest)
  if (last.text !== '') yield last
}

/**
 * Composes letters and their marks, so that a SKU or a number is the same in both Unicode forms. Ideographs of names, of
 * which that would make others, stay.
 */
export function composed(text: string): string {
  return text.replaceAll(/.\p{M}+|[\u1100-\u11ff]+/gu, (letters) => letters.normalize())
}

/** The first bytes of .xlsx, .ods, .numbers and .zip files, and of .xls files. */
const workbooks = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/** Decodes a line, whose bytes are a character each. Those that are not UTF-8 become lone surrogates, which UTF-8 lacks. */
function decoded(name: string, line: number, characters: string): Line {
  if (line === 1 && workbooks.some((bytes) => characters.startsWith(bytes)))
    throw new ImportFileError(`${name} is a workbook or an archive: save its table as “CSV UTF-8”`)
  // UTF-16 has a byte order mark, or a zero byte in each letter of the first line.
  if (line === 1 && /^(?:\xff\xfe|\xfe\xff)|\0/.test(characters))
    throw new ImportFileError(`${name} ${notUtf8}`)
  const bytes = Buffer.from(characters, 'latin1')
  const text = composed(bytes.toString().replace(line === 1 ? '\ufeff' : '', ''))
  return { line, text: isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\ud800') }
}
