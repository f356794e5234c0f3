import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exactCell, readTable, readThing } from './read-table.ts'

const format = z.strictObject({
  sku: z.string().optional(),
  city: z.string().optional(),
  weight: z.number().optional(),
  units: z.int().optional(),
  active: z.boolean().optional(),
  pricing: z.array(z.strictObject({ unitPrice: z.number() })).optional(),
  options: z.record(z.string(), z.string()).optional(),
})

type Row = z.output<typeof format>

/** Reads a table. Returns its rows and its problems. */
const read = async (text: string) => {
  const rows: Row[] = []
  const problems: string[] = []
  const chunks = async function* () {
    yield Buffer.from(text)
  }
  for await (const { fields, at, problem } of readTable({ name: 't.csv', chunks }, format)) {
    if (problem !== undefined) problems.push(`${at()}: ${problem}`)
    else {
      const found = readThing(format, fields, at, problems)
      if (found) rows.push(found.given)
    }
  }
  return { rows, problems }
}

/** How a spreadsheet program writes a table. */
const dialect = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
  mark: fc.boolean(),
  namesSeparator: fc.boolean(),
  emptyColumns: fc.nat({ max: 3 }),
  emptyFirst: fc.nat({ max: 2 }),
  emptyRows: fc.nat({ max: 2 }),
  endsEarly: fc.boolean(),
  spaces: fc.constantFrom('', ' ', '\u00a0'),
  isExact: fc.boolean(),
})

const text = fc.string({ unit: fc.constantFrom(...'a0é港 ,;\t"\'=-\nE+'), maxLength: 6 })
const row = fc.record({
  sku: text,
  city: text,
  weight: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000),
  units: fc.integer({ min: 0, max: 100_000 }),
  active: fc.boolean(),
})

const names = ['weight', 'units', 'active', 'sku', 'city'] as const

test('a value that a spreadsheet program writes is read as that value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), dialect, async (all, how) => {
      const { separator, lineBreak, spaces } = how
      const cell = (value: unknown) => {
        const written = typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
        const isQuoted = /["\r\n,;\t|]/.test(written)
        return isQuoted ? `"${written.replaceAll('"', '""')}"` : `${spaces}${written}${spaces}`
      }
      const lineOf = (cells: readonly unknown[]) => {
        const empty = Array(how.emptyColumns).fill('')
        const line = [...cells.map(cell), ...empty].join(separator)
        return how.endsEarly ? line.replace(RegExp(`[${separator}]+$`), '') : line
      }
      const lines = [
        ...Array(how.emptyFirst).fill(''),
        ...(how.namesSeparator ? [`sep=${separator}`] : []),
        lineOf(names),
        ...all.map((each) => lineOf(names.map((name) => exactCell(each[name])))),
        ...Array(how.emptyRows).fill(separator.repeat(names.length)),
      ]
      const table = lines.map((line) => `${line}${lineBreak}`).join('')
      const { rows, problems } = await read(`${how.mark ? '\ufeff' : ''}${table}`)
      expect(problems).toEqual([])
      const filled = all.map((each) => ({
        ...each,
        sku: each.sku === '' ? undefined : each.sku,
        city: each.city === '' ? undefined : each.city,
      }))
      expect(rows).toEqual(filled)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ...'0123 01067 3-4 112-1234567-1 +15035550137 -1 20260000000000001 1E5'.split(' '),
  ...'(12) €5 +a @a -b MAR-12 MARCH1 5-MAR OKT-24 SET-12'.split(' '),
  ...['10 %', '12 345', "1'000", '10:30 PM', '5. Mai', 'Oktober 2026', '12 déc. 26'],
  ...[0.125, 1.5, 1e-7, true, false],
])('%j is exported as a formula, because a spreadsheet program would change it', (value) => {
  expect(exactCell(value)).toBe(`="${value}"`)
})

const rounded = 'has lost digits: a spreadsheet has rounded it. Format the column as text'

test.each<[what: string, table: string, rows: Row[], problems: string[]]>([
  [
    'letters apart from their marks, and an ideograph of a name',
    'sku,city\nBE\u0301CHER,\ufa19\n\u1112\u1161\u11ab,\n',
    [{ sku: 'B\u00c9CHER', city: '\ufa19' }, { sku: '\ud55c' }],
    [],
  ],
  [
    'a rounded number',
    'sku\n9.40551E+21\n"9,40551E+21"\n340434161094042000\n97205.0\n="9405511899560000000000"\n',
    [{}, {}, {}, {}, { sku: '9405511899560000000000' }],
    [2, 3, 4, 5].map((line) => `t.csv:${line}:1: sku ${rounded}`),
  ],
  [
    'a formula without its result',
    'sku\n"=HYPERLINK(""https://a.example"",""1Z9"")"\n',
    [{}],
    ['t.csv:2:1: sku is a formula: save the table with the results of formulas'],
  ],
  [
    'a lost character',
    'city\nZ\ufffdrich\n="Z\ufffdrich"\n',
    [{}, { city: 'Z\ufffdrich' }],
    [expect.stringMatching(/^t.csv:2:1: city has lost characters/)],
  ],
  ...'#N/A #Н/Д #YOK #NV #GETTING_DATA #REF! #DIV/0! #NAME? #¡VALOR! Err:502'
    .split(' ')
    .map((cell): [string, string, Row[], string[]] => [
      `the failed formula ${cell}`,
      `units,city\n${cell},${cell}\n`,
      [{}],
      ['city', 'units'].map((column) =>
        expect.stringMatching(`: ${column} is an error of a formula`),
      ),
    ]),
  ['texts that look like one', 'sku,city\n#1!a,"=""#N/A"""\n', [{ sku: '#1!a', city: '#N/A' }], []],
  ['a code that looks like one', 'sku\n1E5\n', [{ sku: '1E5' }], []],
  [
    'a thousand',
    'units\n1.000\n',
    [{}],
    ['t.csv:2:1: units may be a thousand: write it without a point'],
  ],
  [
    'a decimal comma, and thousands with a separator',
    "units;weight\n1'000;0,21\n1\u202f000;1.190,00\n",
    [{}, {}],
    ['weight', 'units', 'weight', 'units'].map((column) =>
      expect.stringContaining(`: ${column} has a separator: write`),
    ),
  ],
  [
    'an apostrophe',
    "sku,city\n'0123,'s-Hertogenbosch\n",
    [{ sku: '0123', city: "'s-Hertogenbosch" }],
    [],
  ],
  ['a guarded formula', "city\n'=1+1\n''=1\n", [{ city: '=1+1' }, { city: "'=1" }], []],
  ['a formula of a text', 'sku\n="0123"\n', [{ sku: '0123' }], []],
  [
    'more fields than columns',
    '\nsku\na,b\n',
    [],
    ['t.csv:3:1: the row must have 1 fields, as line 2 has'],
  ],
  [
    'a row that breaks off',
    'sku,city\na',
    [],
    ['t.csv:2:1: the row must have 2 fields, as line 1 has'],
  ],
  ['a column without a name', 'sku,,city\n', [], ['t.csv:1:5: the column has no name']],
  ['the column of a list', 'sku,pricing\n', [], ['t.csv:1:5: there is no column pricing']],
  ['a separator in quotes', '"sep=;"\nsku;city\nT;Oslo\n', [{ sku: 'T', city: 'Oslo' }], []],
])('%s', async (_, table, rows, problems) => {
  expect(await read(table)).toEqual({ rows, problems })
})

test.each([
  'sku.length',
  'pricing.__proto__.x',
  'pricing.length',
  'options.__proto__.x',
  'pricing.constructor.prototype.x',
  '__proto__.x',
])('the column %s does not exist', async (name) => {
  const header = `sku,pricing.0.unitPrice,${name}`
  const { rows, problems } = await read(`${header}\na,1,y\n`)
  expect(rows).toEqual([])
  expect(problems).toContain(`t.csv:1:25: there is no column ${name}`)
  expect([Object.hasOwn(Object.prototype, 'x'), Object.hasOwn(Array.prototype, 'x')]).toEqual([
    false,
    false,
  ])
})

test('names of columns are read in any case and as words, and the table of another program has one problem', async () => {
  expect((await read('S_K-U,Ci ty\nT,Oslo\n')).rows).toEqual([{ sku: 'T', city: 'Oslo' }])
  const names = 'Name,Email,Paid at,Currency,Lineitem name,Total'
  const { problems } = await read(`${names}\n${'x,'.repeat(5)}x\n`)
  expect(problems).toEqual([
    expect.stringMatching(
      /^t.csv:1:1: 6 columns .*: there is no column Name. The columns .* are sku, /,
    ),
  ])
  expect((await read('Name,Email,Paid at,Currency,Total\n')).problems).toHaveLength(5)
})
