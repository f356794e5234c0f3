import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvRow, notUtf8, readCsv } from './read-csv.ts'

type Row = Omit<CsvRow, 'starts'>

/** Reads bytes that arrive in chunks of some size. */
const read = async (bytes: Uint8Array | string, size = 65_536): Promise<Row[]> => {
  const all = Buffer.from(bytes)
  async function* chunks() {
    for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
  }
  const rows: Row[] = []
  for await (const { starts, isLast, ...row } of readCsv({ name: 'rows.csv', chunks }, ','))
    rows.push(row)
  return rows
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const needsQuotes = (text: string) => /["\r\n,]/.test(text)

const field = fc.string({
  unit: fc.constantFrom('a', 'é', '港', '🙂', ' ', ',', '"', '\n', '\r', '\r\n', ';', '\t'),
  maxLength: 8,
})

test('RFC 4180 files are read with line numbers, for any chunk boundaries', async () => {
  const table = fc.array(fc.array(fc.tuple(field, fc.boolean()), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom('\r\n', '\n', '\r'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 20 }),
      async (rows, lineBreak, bom, endsWithBreak, size) => {
        const cell = ([text, always]: [string, boolean]) =>
          always || needsQuotes(text) ? quoted(text) : text
        const lines = rows.map((row) => row.map(cell).join(','))
        const text = lines.join(lineBreak) + (endsWithBreak ? lineBreak : '')
        const expected: Row[] = []
        let line = 1
        for (const [i, row] of rows.entries()) {
          const isNothing = i === rows.length - 1 && !endsWithBreak && lines[i] === ''
          if (!isNothing) expected.push({ line, fields: row.map(([each]) => each) })
          line += `${lines[i]}`.split(/\r\n|\r|\n/).length
        }
        expect(await read(`${bom ? '\ufeff' : ''}${text}`, size)).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})

test('any bytes are read to the end, with increasing line numbers', async () => {
  const byte = fc.constantFrom(0x22, 0x2c, 0x0a, 0x0d, 0x61, 0xff, 0xef, 0xbb, 0xbf)
  await fc.assert(
    fc.asyncProperty(fc.array(byte), fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
      const rows = await read(Uint8Array.from(bytes), size)
      const lines = rows.map(({ line }) => line)
      expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b))
      expect(rows).toEqual(await read(Uint8Array.from(bytes)))
    }),
    { numRuns: 300 },
  )
})

const closedEarly = 'a quote is closed before the end of its field'
const notClosed = 'a quote is opened and not closed'

test.each<[string, string | Uint8Array, Row[]]>([
  ['nothing', '', []],
  ['a byte order mark alone', '\ufeff', []],
  ['a replacement character', '\ufffd\n', [row(1, '\ufffd')]],
  ['a byte order mark in a later row', 'a\n\ufeffb\n', [row(1, 'a'), row(2, '\ufeffb')]],
  ['an empty line', 'a\n\nb', [row(1, 'a'), row(2, ''), row(3, 'b')]],
  ['a quote within a field', '12" vinyl,x\n', [row(1, '12" vinyl', 'x')]],
  ['spaces around quotes', 'a, "b, c" ,"d" \n', [row(1, 'a', 'b, c', 'd')]],
  [
    'rows after a closed quote',
    'a\n"b" c\ne\n',
    [row(1, 'a'), unreadable(2, closedEarly), row(3, 'e')],
  ],
  ['an unreadable row with CR LF', '"b" c\r\nd\r\n', [unreadable(1, closedEarly), row(2, 'd')]],
  [
    'rows after a quote that is not closed',
    'a\n"b,c\nd\ne,f\n',
    [row(1, 'a'), unreadable(2, notClosed), row(3, 'd'), row(4, 'e', 'f')],
  ],
  [
    'a quote that another row’s closes',
    'a\n"b,c\nd,"e"\nf\n',
    [row(1, 'a'), unreadable(2, closedEarly), row(3, 'd', 'e'), row(4, 'f')],
  ],
  [
    'what is not UTF-8',
    Buffer.concat([Buffer.from('a\n'), Buffer.from('Jos\xe9,b\n', 'latin1'), Buffer.from('c')]),
    [row(1, 'a'), unreadable(2, `the row ${notUtf8}`, 'Jos\ud800', 'b'), row(3, 'c')],
  ],
])('%s', async (_, bytes, rows) => {
  expect(await read(bytes)).toEqual(rows)
  expect(await read(bytes, 1)).toEqual(rows)
})

test('an unclosed quote spans at most 1 MiB, which is read again', async () => {
  const rows = 11_000
  const found = await read(`a\nx,"lost,b\n${`c,${'d'.repeat(100)}\n`.repeat(rows)}e"`)
  expect(found[1]).toEqual(unreadable(2, notClosed, 'x'))
  expect(found).toHaveLength(rows + 3)
  expect(found.at(-1)).toEqual(row(rows + 3, 'e"'))
})

test('a quote that is closed after exactly 1 MiB is read', async () => {
  const size = 1024 * 1024
  const text = 'x'.repeat(size - 1)
  expect(await read(`"${text}"\nb`, size)).toEqual([row(1, text), row(2, 'b')])
})

test.each(['\ufeffa', '\ufffea', 'a'])(
  'a table in UTF-16 that begins with %j is rejected',
  async (text) => {
    await expect(read(Buffer.from(text, 'utf16le'), 1)).rejects.toThrow('must be UTF-8')
  },
)

test.each(['504b0304', 'd0cf11e0'])('a workbook is rejected', async (first) => {
  await expect(read(Buffer.from(`${first}0a00`, 'hex'))).rejects.toThrow('is a workbook')
})

test('a line without an end is rejected', async () => {
  await expect(read('x'.repeat(2 * 1024 * 1024))).rejects.toThrow('line 1 is longer than 1 MiB')
})

function row(line: number, ...fields: string[]): Row {
  return { line, fields }
}

function unreadable(line: number, problem: string, ...fields: string[]): Row {
  return { line, fields, problem }
}
