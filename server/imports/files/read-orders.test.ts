import { expect, test } from 'vitest'
import { toId } from '../../domain/ids.ts'
import { type ImportedOrder, plainNews } from '../../domain/imported-order.ts'
import type { Order } from '../../domain/order.ts'
import { notUtf8 } from './read-csv.ts'
import { columns, type OrderRow, readerFor } from './read-orders.ts'

const read = async (file: string, content: string | Uint8Array): Promise<OrderRow[]> => {
  async function* chunks() {
    yield Buffer.from(content)
  }
  const rows: OrderRow[] = []
  for await (const row of readerFor(file)({ name: file, chunks })) rows.push(row)
  return rows
}

/** Returns the lines and number of each order, or its failures by line. */
const inWords = (rows: readonly OrderRow[]): string[] =>
  rows.flatMap((row) =>
    'order' in row
      ? `${row.place.split(':')[1]}-${row.lastLine} ${row.order.sourceOrderNumber}`
      : row.problems.map((problem) => problem.replace(/^[^:]*:/, '')),
  )

const imported: ImportedOrder & { recipient: Order['recipient'] } = {
  ...plainNews,
  source: 'file',
  sourceId: 'SO-1',
  leftBy: '2026-11-21T15:40:00.000Z',
  sourceOrderNumber: 'SO-1',
  campaignId: toId('cmp', 'cmp_1'),
  status: 'SHIPPED',
  orderDate: '2026-11-20T00:00:00.000Z',
  shipDate: '2026-11-21T15:40:00.000Z',
  deliveredAt: '2026-11-22T09:00:00.000Z',
  trackingNumber: '1Z',
  carrierCode: 'ups',
  recipient: {
    firstName: 'Zoë',
    lastName: 'Ó "Z" Briain',
    email: 'zoe@example.com',
    phone: '+353 1',
    street1: '1 Main St, Flat 2',
    street2: 'c/o 港',
    city: 'Cork',
    state: 'Munster',
    zip: 'T12 X70A',
    country: 'IE',
  },
  person: {
    name: 'Zoë Ó "Z" Briain',
    email: 'zoe@example.com',
    address: '1 Main St, Flat 2 T12 X70A Cork',
  },
  companyName: 'Harbor & Pine',
  notes: 'Two\nlines 🙂',
  products: [
    { sku: 'TEE', quantity: 2 },
    { sku: 'MUG', quantity: 1 },
  ],
}

/** The cells of an order by their columns, the required ones first. */
const cells = {
  sourceOrderNumber: 'SO-1',
  sku: 'TEE',
  quantity: '2',
  'shipTo.firstName': 'Zoë',
  'shipTo.lastName': '"Ó ""Z"" Briain"',
  'shipTo.email': 'zoe@example.com',
  'shipTo.street1': '"1 Main St, Flat 2"',
  'shipTo.city': 'Cork',
  'shipTo.zip': 'T12 X70A',
  'shipTo.country': 'IE',
  'shipTo.street2': 'c/o 港',
  'shipTo.state': 'Munster',
  'shipTo.phone': '+353 1',
  'shipTo.companyName': 'Harbor & Pine',
  campaignId: 'cmp_1',
  status: 'SHIPPED',
  orderDate: '2026-11-20',
  shipDate: '2026-11-21T16:40:00+01:00',
  trackingNumber: '1Z',
  carrierCode: 'ups',
  deliveredAt: '2026-11-22T09:00:00Z',
  notes: '"Two\nlines 🙂"',
}
const names = Object.keys(cells)
const required = names.slice(0, 10)

test('a table has every field; rows of one order number are its lines', async () => {
  expect(columns.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const more = ['SO-1', 'MUG', '1', ...names.slice(3).map(() => '')]
  const table = [names, Object.values(cells), more].map((row) => row.join(',')).join('\r\n')
  expect(await read('ORDERS.CSV', `\ufeff${table}\r\n`)).toEqual([
    { place: 'ORDERS.CSV:2:1', lastLine: 4, order: imported },
  ])
})

const row = (number: string, sku = 'TEE', quantity = '1', zip = 'z') =>
  [number, sku, quantity, 'Ada', 'Byron', 'ada@example.com', 's', 'c', zip, 'GB'].join(',')

const closedEarly = 'a quote is closed before the end of its field'
const doubt = (line: number, unreadable: number) =>
  `${line}:1: line ${unreadable} may be of this order and cannot be read`

test.each<[string, string[], string[]]>([
  [
    'wrong fields are reported with their line',
    [
      row('A'),
      row('A', 'TEE', 'two'),
      row('B', 'TEE', '1', '9'.repeat(21)),
      row('C', '', '0'),
      row('D', 'TEE', '1.000'),
    ],
    [
      '3:7: products[1].quantity must be an integer',
      '4:39: shipTo.zip must have at most 20 characters',
      '5:3: products[0].sku is required',
      '5:4: products[0].quantity must be at least 1',
      '6:7: products[0].quantity may be a thousand: write it without a point',
    ],
  ],
  [
    'rows of one order that contradict each other',
    [row('A'), row('A', 'MUG', '1', 'y'), row('A', 'MUG', '1', '9.4E+21'), row('B')],
    [
      '3:39: shipTo.zip must be as on line 2, or empty',
      '4:39: shipTo.zip has lost digits: a spreadsheet has rounded it. Format the column as text',
      '5-5 B',
    ],
  ],
  [
    'rounded numbers of orders',
    [row('1.23457E+11'), row('B'), row('4.5E15')],
    [2, 4]
      .map(
        (line) =>
          `${line}:1: sourceOrderNumber has lost digits: a spreadsheet has rounded it. Format the column as text`,
      )
      .concat('3-3 B'),
  ],
  [
    'numbers of orders that a formula did not find are of no order',
    [row('#N/A'), row('#N/A'), row('B')],
    [2, 3]
      .map((line) => `${line}:1: sourceOrderNumber is an error of a formula in the spreadsheet`)
      .concat('4-4 B'),
  ],
  [
    'an order is not imported without a row whose fields are missing',
    [row('A'), 'A,MUG', row('B')],
    ['3:1: products[1].quantity is required', '4-4 B'],
  ],
  [
    'an unreadable row of a known order rejects that order alone',
    [row('A'), 'B,"x" y', row('B'), row('C')],
    ['2-2 A', `3:1: ${closedEarly}`, '5-5 C'],
  ],
  [
    'an unreadable row of an unknown order rejects the orders beside it',
    [row('A'), '"B" b,1', row('C'), row('D')],
    [`3:1: ${closedEarly}`, doubt(2, 3), doubt(4, 3), '5-5 D'],
  ],
  [
    'a row without a number may be of either order beside it',
    [row('A'), row(''), row('B')],
    ['3:1: sourceOrderNumber is required', doubt(2, 3), doubt(4, 3)],
  ],
  [
    'an unreadable first row rejects the next order',
    ['"A" b,1', row('B')],
    [`2:1: ${closedEarly}`, doubt(3, 2)],
  ],
  ['no row is no order', [], []],
  ['empty rows are left out', [row('A'), '', ',,,,,,,,,', row('B')], ['2-2 A', '5-5 B']],
  [
    'an order has at most 500 lines',
    [...Array.from({ length: 600 }, () => row('A')), row('B')],
    ['2:1: products must have at most 500 items', '602-602 B'],
  ],
])('rows of a table: %s', async (_, rows, words) => {
  expect(inWords(await read('orders.csv', [required.join(','), ...rows].join('\n')))).toEqual(words)
})

const { recipient, companyName, ...order } = imported
const json = Object.fromEntries(
  Object.entries({ ...order, shipTo: { ...recipient, companyName } }).filter(
    ([name]) => !(name in plainNews) && !['source', 'sourceId', 'leftBy', 'person'].includes(name),
  ),
)
const inJson = (more: object = {}) => JSON.stringify({ ...json, ...more })

test('JSON Lines have one order per line; unreadable ones are reported', async () => {
  const latin = Buffer.from('{"a":"\xe9"}\n', 'latin1')
  const shipTo = { ...recipient, zip: '', country: 'AE' }
  const second = inJson({ sourceOrderNumber: 'SO-2', shipTo })
  const lines = [inJson(), ' ', second, '{', '[]', 'null', '']
  const bytes = Buffer.concat([Buffer.from(`\ufeff${lines.join('\r\n')}`), latin])
  const rows = await read('orders.ndjson', bytes)
  expect(rows[0]).toEqual({ place: 'orders.ndjson:1:1', lastLine: 1, order: imported })
  expect(inWords(rows)).toEqual([
    '1-1 SO-1',
    '3-3 SO-2',
    '4:1: must be JSON',
    '5:1: must be fields with values',
    '6:1: must be fields with values',
    `7:1: ${notUtf8}`,
  ])
})

test.each(['{\n"a": 1}', '[{}]', 'sku\nT'])('lines such as %j have one problem', async (text) => {
  const reason = 'each line must be an order in JSON, not a part of a list or of an order'
  expect(inWords(await read('orders.jsonl', text))).toEqual([`1:1: ${reason}`])
})

test('a table without the columns of a recipient names those that are required', async () => {
  const rows = await read('orders.csv', 'sourceOrderNumber,sku,quantity,shipTo.zip,shipTo.city\n')
  const missing = ['firstName', 'email', 'street1', 'country']
  expect(inWords(rows)).toEqual(missing.map((name) => `1:1: the column shipTo.${name} is missing`))
})

const notTime = 'must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z'

test.each<[object, string]>([
  [
    { sourceOrderNumber: 'A\u200b' },
    'sourceOrderNumber must not have invisible characters: A<U+200B>',
  ],
  [{ trackingNo: '1Z' }, 'there is no field trackingNo here'],
  [{ shipTo: { ...recipient, postcode: '1' } }, 'there is no field postcode here'],
  [
    { shipTo: { ...recipient, zip: '', country: 'Emirates' } },
    'shipTo.zip is required, unless country is the code of one without postal codes, such as AE',
  ],
  [
    { shipTo: { ...recipient, zip: '1067', country: 'Germany' } },
    'shipTo.zip has too few digits: a spreadsheet removes a zero at its beginning. Format the column as text',
  ],
  [{ products: [{ sku: 'T', quantity: 1.5 }] }, 'products[0].quantity must be an integer'],
  [{ products: [] }, 'products must not be empty'],
  [{ trackingNumber: '1Z1\n1Z2' }, 'trackingNumber must be on one line: 1Z1<U+000A>1Z2'],
  [{ trackingNumber: 'N/A' }, 'trackingNumber must be a tracking number, or empty'],
  [{ notes: 'a\ud800' }, 'notes must not contain a lone surrogate'],
  [{ orderDate: '2026-02-30' }, `orderDate ${notTime}`],
  [{ shipDate: '2026-02-03T10:00:00' }, `shipDate ${notTime}`],
  [{ status: 'LOST' }, 'status must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED'],
  [
    { status: 'CANCELLED', deliveredAt: null, shipDate: null, carrierCode: null },
    'trackingNumber must be left out until status is SHIPPED or RETURNED',
  ],
])('an order with %j is rejected', async (more, reason) => {
  expect(inWords(await read('orders.jsonl', inJson(more)))).toEqual([`1:1: ${reason}`])
})
