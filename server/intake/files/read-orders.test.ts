import { describe, expect, test } from 'vitest'
import { toId } from '../../domain/ids.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { columns, type OrderRow, readerFor } from './read-orders.ts'

const read = async (file: string, content: string | Uint8Array): Promise<OrderRow[]> => {
  async function* chunks() {
    yield Buffer.from(content)
  }
  const rows: OrderRow[] = []
  for await (const row of readerFor(file)(chunks())) rows.push(row)
  return rows
}

/** What an import says of a file: `order` or its failures, by line. */
const inWords = (rows: readonly OrderRow[]): string[] =>
  rows.flatMap((row) =>
    'order' in row
      ? `${row.line}-${row.lastLine} ${row.order.sourceOrderNumber}`
      : row.failures.map(({ line, reason }) => `line ${line}: ${reason}`),
  )

const imported: ImportedOrder = {
  sourceOrderNumber: 'SO-1',
  campaignId: toId('cmp', 'cmp_1'),
  status: 'SHIPPED',
  orderDate: '2026-11-20T00:00:00.000Z',
  shipDate: '2026-11-21T15:40:00.000Z',
  deliveredAt: '2026-11-22T09:00:00.000Z',
  trackingNumber: '1Z',
  carrierCode: 'ups',
  recipient: {
    ...{ firstName: 'Zoë', lastName: 'Ó "Z" Briain', email: 'zoe@example.com', phone: '+353 1' },
    ...{ street1: '1 Main St, Flat 2', street2: 'c/o 港', city: 'Cork', state: 'Munster' },
    ...{ zip: 'T12 X70A', country: 'IE' },
  },
  companyName: 'Harbor & Pine',
  notes: 'Two\nlines 🙂',
  products: [
    { sku: 'TEE', quantity: 2 },
    { sku: 'MUG', quantity: 1 },
  ],
}

const cells = [
  ...['SO-1', 'TEE', '2', 'Zoë', '"Ó ""Z"" Briain"', 'zoe@example.com', '"1 Main St, Flat 2"'],
  ...['Cork', 'T12 X70A', 'IE', 'c/o 港', 'Munster', '+353 1', 'Harbor & Pine', 'cmp_1', 'SHIPPED'],
  ...['2026-11-20', '2026-11-21T16:40:00+01:00', '1Z', 'ups', '2026-11-22T09:00:00Z'],
  '"Two\nlines 🙂"',
]
const names = columns.map(({ name }) => name)
const blank = (first: string) => [first, ...names.slice(first.split(',').length).map(() => '')]

describe('a table', () => {
  test('holds every field; rows of one order number are its lines', async () => {
    const table = [names, cells, blank('SO-1,MUG,1')].map((row) => row.join(',')).join('\r\n')
    expect(await read('orders.csv', `\ufeff${table}\r\n`)).toEqual([
      { line: 2, lastLine: 4, order: imported },
    ])
  })

  test('may have its columns in any order and omit optional ones', async () => {
    const some = names.slice(0, 10).toReversed()
    const row = cells.slice(0, 10).toReversed()
    const [found] = await read('ORDERS.CSV', `${some.join(',')}\n${row.join(',')}`)
    expect(found).toMatchObject({
      order: {
        status: 'AWAITING_SHIPMENT',
        products: [{ sku: 'TEE', quantity: 2 }],
      },
    })
  })

  const short = names.slice(0, 10)
  const row = (number: string, sku = 'TEE', quantity = '1', zip = 'z') =>
    [number, sku, quantity, 'Ada', 'Byron', 'ada@example.com', 's', 'c', zip, 'GB'].join(',')
  const table = (...rows: string[]) => [short.join(','), ...rows].join('\n')

  test.each<[string, string[], string[]]>([
    [
      'fields that are wrong are told with the line that they stand on',
      [row('A'), row('A', 'TEE', 'two'), row('B', 'TEE', '1', '9'.repeat(21)), row('C', '', '0')],
      [
        'line 3: quantity: must be an integer',
        'line 4: shipTo.zip: must have at most 20 characters',
        'line 5: sku: is required',
        'line 5: quantity: must be at least 1',
      ],
    ],
    [
      'rows of one order must not say two things of it',
      [row('A'), row('A', 'MUG', '1', 'y'), row('B')],
      ['line 3: shipTo.zip: must be as on line 2, or empty', '4-4 B'],
    ],
    [
      'a row that has not as many fields as the first is told, and its order is not imported without it',
      [row('A'), 'A,MUG', row('B')],
      ['line 3: must have 10 fields, as the first line has, not 2', '4-4 B'],
    ],
    [
      'a row of which is known which order it is of keeps that order back alone',
      [row('A'), 'B,"x" y', row('B'), row('C')],
      ['2-2 A', 'line 3: a quote is closed before the end of its field', '5-5 C'],
    ],
    [
      'a row of which that is not known keeps those beside it back',
      [row('A'), '"B" b,1', row('C'), row('D')],
      [
        'line 3: a quote is closed before the end of its field',
        'line 2: line 3 may be of this order and cannot be read',
        'line 4: line 3 may be of this order and cannot be read',
        '5-5 D',
      ],
    ],
    [
      'a row without a number may be of the order before it',
      [row('A'), row(''), row('B')],
      [
        'line 3: sourceOrderNumber: is required',
        'line 2: line 3 may be of this order and cannot be read',
        '4-4 B',
      ],
    ],
    [
      'a first row of which that is not known keeps the next one back',
      ['"A" b,1', row('B')],
      [
        'line 2: a quote is closed before the end of its field',
        'line 3: line 2 may be of this order and cannot be read',
      ],
    ],
    ['no row is no order', [], []],
    ['rows of nothing are left out', [row('A'), '', ',,,,,,,,,', row('B')], ['2-2 A', '5-5 B']],
    [
      'an order has 500 lines at most',
      [...Array.from({ length: 600 }, () => row('A')), row('B')],
      ['line 2: products: must have at most 500 items', '602-602 B'],
    ],
  ])('%s', async (_, rows, words) => {
    expect(inWords(await read('orders.csv', table(...rows)))).toEqual(words)
  })

  test.each<[string, string | Uint8Array, string]>([
    ['is empty', '', 'the first line must name the columns; there is no sourceOrderNumber, sku, '],
    ['lacks a column', short.slice(0, 9).join(','), 'there is no shipTo.country'],
    ['has another column', 'number,sku', 'there is no column "number"'],
    ['has a column twice', [...short, 'sku'].join(','), 'the column sku is there twice'],
    ['is separated otherwise', short.join(';'), 'separated by commas; there is no column'],
    [
      'is UTF-16',
      Buffer.from(`\ufeff${short.join(',')}`, 'utf16le'),
      'the first line: must be UTF-8',
    ],
  ])('is rejected if its first line %s', async (_, content, reason) => {
    await expect(read('orders.csv', content)).rejects.toThrow(reason)
  })
})

describe('JSON Lines', () => {
  const { recipient, companyName, ...order } = imported
  const json = { ...order, shipTo: { ...recipient, companyName } }

  test('hold one order per line', async () => {
    const lines = [
      JSON.stringify(json),
      ' ',
      JSON.stringify({ ...json, sourceOrderNumber: 'SO-2' }),
    ]
    const orders = [
      { line: 1, lastLine: 1, order: imported },
      { line: 3, lastLine: 3, order: { ...imported, sourceOrderNumber: 'SO-2' } },
    ]
    expect(await read('orders.jsonl', `\ufeff${lines.join('\r\n')}`)).toEqual(orders)
    const later = orders.map((order) => ({
      ...order,
      line: order.line + 1,
      lastLine: order.line + 1,
    }))
    expect(await read('orders.jsonl', `\n${lines.join('\n')}\n`)).toEqual(later)
  })

  test.each<[string, object, string[]]>([
    [
      'a field that orders do not have',
      { trackingNo: '1Z' },
      ['the order: must not have trackingNo'],
    ],
    [
      'one of the recipient',
      { shipTo: { ...recipient, postcode: '1' } },
      ['shipTo: must not have postcode'],
    ],
    [
      'a line',
      { products: [{ sku: 'T', quantity: 1.5 }] },
      ['products[0].quantity: must be an integer'],
    ],
    ['no line', { products: [] }, ['products: must not be empty']],
    [
      'a day that there is not',
      { orderDate: '2026-02-30' },
      ['orderDate: must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z'],
    ],
    [
      'a time without a zone',
      { shipDate: '2026-02-03T10:00:00' },
      ['shipDate: must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z'],
    ],
    [
      'a status',
      { status: 'LOST' },
      ['status: must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED'],
    ],
    [
      'what only an order that has shipped has',
      { status: 'CANCELLED', deliveredAt: null, shipDate: null, carrierCode: null },
      ['trackingNumber: must be left out until status is SHIPPED or RETURNED'],
    ],
  ])('reject %s', async (_, more, reasons) => {
    const words = reasons.map((reason) => `line 1: ${reason}`)
    expect(inWords(await read('orders.jsonl', JSON.stringify({ ...json, ...more })))).toEqual(words)
  })

  test('with errors are reported and the rest is read', async () => {
    const lines = ['{', '[]', '"x"', 'null', JSON.stringify(json)].map((line) => Buffer.from(line))
    const latin = Buffer.from('{"a":"\xe9"}', 'latin1')
    const bytes = [latin, ...lines].flatMap((line) => [line, Buffer.from('\n')])
    expect(inWords(await read('orders.ndjson', Buffer.concat(bytes)))).toEqual([
      'line 1: must be UTF-8',
      'line 2: must be JSON',
      'line 3: the order: must be an object',
      'line 4: the order: must be an object',
      'line 5: the order: must be an object',
      '6-6 SO-1',
    ])
  })

  test('have a maximum length', async () => {
    const longest = `"${'x'.repeat(1024 * 1024 - 2)}"`
    expect(inWords(await read('orders.jsonl', longest))).toEqual([
      'line 1: the order: must be an object',
    ])
    await expect(read('orders.jsonl', `${longest} `)).rejects.toThrow('line 1 is longer than 1 MiB')
    await expect(read('orders.jsonl', `{}\n"${'x'.repeat(2 * 1024 * 1024)}`)).rejects.toThrow(
      'line 2 is longer than 1 MiB',
    )
  })
})

test.each(['orders', 'orders.xlsx', '-', 'orders.json'])(
  '%s does not say how it is written',
  (file) => {
    expect(() => readerFor(file)).toThrow(/must end with \.csv .* or \.jsonl/)
  },
)
