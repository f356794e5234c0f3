import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import {
  recordedOrder,
  recordedShipment,
  startFakeShipStation,
} from '../../../tests/kit/server/fake-shipstation.ts'
import { counts, row, table } from '../../../tests/kit/server/order-table.ts'
import { makeTerminal, standardInput, terminal } from '../../../tests/kit/server/terminal.ts'
import { testShop } from '../../../tests/kit/server/test-shop.ts'

/** Runs commands on the database of a server with a shop. */
const importing = async () => {
  const { server, campaign } = await testShop()
  const { merch, folder, write: put } = terminal(server.config.databaseFile)
  return {
    merch,
    folder,
    put,
    post: server.post,
    importFile: (file: string, ...more: string[]) => {
      const to = ['--account', server.account, '--campaign', campaign]
      return merch('orders', 'import', file, ...to, ...more)
    },
    importWithoutCampaign: (file: string) =>
      merch('orders', 'import', file, '--account', server.account),
    orders: async () => Order.array().parse((await server.get('/v1/orders/list?limit=1000')).body),
    /** Starts a provider and sets the settings for it. */
    provider: async () => {
      const api = await startFakeShipStation()
      Object.assign(process.env, api.settings(server.account, campaign))
      return { ...api, secret: api.access.secret }
    },
  }
}

test('a file that names an order by our number is no new order', async () => {
  const { importFile, put, post, orders } = await importing()
  await post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['order.created'] })
  const { stderr } = await importFile(put('orders.csv', table(row('SO-1'))))
  expect(stderr).toMatch(/^No server runs: 1 delivery waits\. .*\n$/)
  const [{ id, orderNumber } = expect.fail()] = await orders()
  expect(await importFile(put('again.csv', table(row(orderNumber))))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      `again.csv:2:1: ${orderNumber} is the number of an order of this service, ${id}. `,
    ),
  })
  expect(await orders()).toHaveLength(1)
})

test('orders are read from standard input, as a table or in JSON, and so are shipments', async () => {
  const { importFile, merch, orders } = await importing()
  standardInput(table(row('SO-1'), row('SO-2', { sku: 'NONE' })))
  expect(await importFile('-')).toEqual({
    status: 1,
    stdout: counts(1, 0, 0, 1),
    stderr: 'stdin:3:1: SKU is not part of the campaign: NONE\n',
  })
  standardInput('{"sourceOrderNumber":"SO-3"}\n')
  expect((await importFile('-')).stderr).toContain('stdin:1:1: shipTo is required\n')
  standardInput('order,carrierCode,trackingNumber\nSO-1,ups,1Z1\n')
  expect(await merch('orders', 'ship', '--file', '-')).toMatchObject({ status: 0 })
  expect(await orders()).toMatchObject([{ status: 'SHIPPED' }])
})

test('reports invalid rows by line and imports the rest; a dry run imports nothing', async () => {
  const { importFile, put, orders } = await importing()
  const file = put(
    'orders.csv',
    table(
      row('SO-1'),
      row('SO-2', { zip: '9'.repeat(21) }),
      'SO-3,""x',
      row('SO-4', { sku: 'NONE' }),
      row('SO-5'),
    ),
  )
  const messages = [
    'orders.csv:3:60: shipTo.zip must have at most 20 characters',
    'orders.csv:4:1: a quote is closed before the end of its field',
    'orders.csv:5:1: SKU is not part of the campaign: NONE',
  ]
  expect(await importFile(file, '--dry-run')).toEqual({
    status: 1,
    stdout: counts(2, 0, 0, 3).replaceAll(/^(?=.)/gm, 'would be '),
    stderr: `${[...messages, 'Dry run: nothing was written.'].join('\n')}\n`,
  })
  expect(await orders()).toEqual([])
  expect(await importFile(file)).toEqual({
    status: 1,
    stdout: counts(2, 0, 0, 3),
    stderr: `${messages.join('\n')}\n`,
  })
  expect((await orders()).map(({ sourceOrderNumber }) => sourceOrderNumber)).toEqual([
    'SO-5',
    'SO-1',
  ])
})

test('a dry run says what the import does with orders that depend on each other', async () => {
  const { importFile, put } = await importing()
  const address = { street1: '418 Alder Street', city: 'Portland', zip: '97205', country: 'US' }
  const order = (firstName: string, quantity: number) => ({
    sourceOrderNumber: 'SO-1',
    shipTo: { ...address, firstName, email: `${firstName}@example.com` },
    products: [{ sku: 'T', quantity }],
  })
  const all = [order('maya', 1), order('jonas', 1), order('maya', 11)]
  const file = put('orders.jsonl', all.map((each) => JSON.stringify(each)).join('\n'))
  const dry = await importFile(file, '--dry-run')
  const done = await importFile(file)
  expect(dry.stdout.replaceAll('would be ', '')).toBe(done.stdout)
  expect(dry.stderr.replaceAll(/ord_\w+/g, '')).toBe(
    `${done.stderr.replaceAll(/ord_\w+/g, '')}Dry run: nothing was written.\n`,
  )
  expect(done).toEqual({
    status: 1,
    stdout: counts(1, 1, 0, 1),
    stderr: expect.stringMatching(
      /^orders\.jsonl:2:1: Order .* is of another person than SO-1 in file.*\norders\.jsonl:3:1: Not enough stock: T\n$/,
    ),
  })
})

test('the person of an imported order is corrected after it has shipped, and the file then accepted', async () => {
  const { importFile, put, orders, merch } = await importing()
  await importFile(put('orders.csv', table(row('SO-1', { status: 'SHIPPED' }))))
  const given = table(row('SO-1', { status: 'SHIPPED' }))
    .replace('Zoë', 'Maya')
    .replace('zoe@', 'maya@')
  const file = put('again.csv', given)
  expect((await importFile(file)).stdout).toBe(counts(0, 0, 0, 1))
  const [{ id } = expect.fail()] = await orders()
  const person = ['--first-name', 'Maya "Z"', '--email', 'maya@example.com']
  expect((await merch('orders', 'edit', id, ...person)).stderr).toContain(
    'Correct it at its source',
  )
  expect((await importFile(file)).stdout).toBe(counts(0, 0, 1, 0))
})

test('tables are imported as spreadsheet programs write them', async () => {
  const { importFile, put, orders, merch } = await importing()
  const plain = table(row('SO-1', { status: 'SHIPPED' }))
  const tabs = put('orders.tsv', plain.replaceAll(',', '\t'))
  expect((await importFile(tabs, '--dry-run')).stdout).toContain('would be created\t1\n')
  const named = plain.replace('status', 'status,trackingNumber').replace('SHIPPED', 'SHIPPED,TRACK')
  const rejected = 'orders.csv:2:14: trackingNumber has lost digits: a spreadsheet has rounded it. '
  expect(await importFile(put('orders.csv', named.replace('TRACK', '9.40551E+21')))).toEqual({
    status: 1,
    stdout: counts(0, 0, 0, 1),
    stderr: `${rejected}Format the column as text\n`,
  })
  const apart = table(row('SO-2'), row('SO-3'), row('SO-2', { sku: 'M' }))
  const reason = 'apart.csv:2:1: rows of SO-2 must follow one another, and line 4 is apart\n'
  for (const more of [['--dry-run'], []]) {
    const { stdout, stderr } = await importFile(put('apart.csv', apart), ...more)
    expect(stderr.startsWith(reason)).toBe(true)
    expect(stdout.replaceAll('would be ', '')).toBe(counts(1, 0, 0, 1))
  }
  const hidden = put(
    'hidden.csv',
    table(...['T\u200b', 'T ', 'e\u0301'].map((sku, i) => row(`SO-${4 + i}`, { sku }))),
  )
  const shown = [
    '2:1: SKU is not part of the campaign: T<U+200B>',
    '4:1: SKU is not part of the campaign: \u00e9',
  ]
  expect((await importFile(hidden)).stderr).toBe(
    shown.map((line) => `hidden.csv:${line}\n`).join(''),
  )
  expect((await orders()).map((order) => order.sourceOrderNumber)).toEqual(['SO-5', 'SO-3'])
  expect((await merch('orders', 'problems')).stderr).toBe('No problems.\n')
})

test('a new order needs a campaign, one that exists keeps its own', async () => {
  const { importFile, importWithoutCampaign, put } = await importing()
  const file = put('orders.csv', table(row('SO-1')))
  expect((await importWithoutCampaign(file)).stderr).toBe(
    'orders.csv:2:1: The order names no campaign. Add --campaign ID\n',
  )
  expect((await importFile(file)).stdout).toBe(counts(1, 0, 0, 0))
  expect((await importWithoutCampaign(file)).stdout).toBe(counts(0, 0, 1, 0))
})

test('shows on a terminal how much of the file is read', async () => {
  makeTerminal(process.stderr)
  const { put, importFile } = await importing()
  const rows = Array.from({ length: 60 }, (_, i) => row(`SO-${i}`, i === 0 ? { sku: 'X' } : {}))
  // Blank lines, which are quicker than orders, make the file long.
  const file = put('orders.csv', table(...rows) + `${' '.repeat(1000)}\r\n`.repeat(400))
  const { stderr } = await importFile(file, '--dry-run')
  expect(stderr).toMatch(/ %, (\d:\d\d left, )?49 would be created, 1 would be re/)
  // The bar is removed before a message.
  expect(stderr.endsWith(`\r\u001b[KDry run: nothing was written.\n`)).toBe(true)
  const [first] = [...stderr.matchAll(/ (\d+) %, /g)].map(([, percent]) => Number(percent))
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(100)
  expect((await importFile(put('empty.jsonl', ''))).stderr).not.toContain('NaN')
})

test('rejects a file that cannot be imported, in one line', async () => {
  const { put, folder, importFile } = await importing()
  mkdirSync(join(folder, 'folder.csv'))
  put('orders.xlsx', '')
  put('empty.csv', '')
  for (const [name, message, ...more] of [
    [
      'orders.xlsx',
      'must be a file that ends with .csv or .tsv (a table) or .jsonl (an order in JSON on each',
    ],
    ['nothing.csv', 'nothing.csv cannot be read: ENOENT'],
    ['folder.csv', 'folder.csv is not a file'],
    ['empty.csv', 'No campaign cmp_none. ', '--campaign', 'cmp_none'],
    ['empty.csv', 'dots and dashes, and not shipstation-v1', '--source', 'ShipStation-v1'],
  ] as const)
    expect(await importFile(join(folder, name), ...more)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(RegExp(`^.*${message.replaceAll(/[.()]/g, '\\$&')}.*\n$`)),
    })
})

test('orders sync imports from the provider once', async () => {
  const { merch, orders, provider, post } = await importing()
  const api = await provider()
  await post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['order.created'] })
  api.orders.push(
    recordedOrder(1, '2026-11-20T09:00:00.0000000'),
    recordedOrder(2, '2026-11-20T09:01:00.0000000', { orderStatus: 'lost' }),
  )
  const { status, stdout, stderr } = await merch('orders', 'sync', '--since', '2026-11-20')
  expect([status, stdout]).toEqual([1, counts(1, 0, 0, 1)])
  expect(stderr).toContain('"order":"SS-2"')
  expect(stderr).toContain('No server runs: 1 delivery waits.')
  const listed = (await merch('orders', 'problems')).stdout.split('\t')
  const unknown = 'orderStatus: "lost" is unknown'
  expect(listed.slice(0, 4)).toEqual(['shipstation-v1', '2', 'SS-2', unknown])
  expect(stderr).not.toContain(api.secret)
  expect(await orders()).toMatchObject([{ sourceOrderNumber: 'SS-1', orderSource: 'IMPORT' }])
  // Of two labels that were made in the same second, the last one is on the parcel.
  const made = '2026-11-20T10:00:00.0000000'
  for (const trackingNumber of ['1Z-WRONG', '1Z-RIGHT'])
    api.shipments.push(recordedShipment(1, made, { trackingNumber }))
  api.orders.splice(0, 2, recordedOrder(1, made, { orderStatus: 'shipped' }))
  await merch('orders', 'sync')
  expect(await orders()).toMatchObject([{ status: 'SHIPPED', trackingNumber: '1Z-RIGHT' }])
})

test('people erase says which sources may still hold the person', async () => {
  const { merch, importFile, put, provider } = await importing()
  const api = await provider()
  const { shipTo } = recordedOrder(0, '')
  api.orders.push(
    recordedOrder(7, '2026-11-20T09:00:00.0000000', {
      customerEmail: 'ZOE@example.com',
      shipTo: { ...shipTo, name: 'Zoë' },
    }),
  )
  await merch('orders', 'sync', '--since', '2026-11-01')
  await importFile(put('orders.csv', table(row('SO-1'))))
  const account = String(process.env.PROVIDER_ACCOUNT)
  const { stderr } = await merch(
    'people',
    'erase',
    '\u202azoe@example.com\u202c ',
    '--account',
    ` ${account}`,
    '--yes',
  )
  for (const text of [
    ' waits to be shipped and loses its address\n',
    'The provider shipstation-v1 may still hold the person. Orders there: 7.',
    'Files that were imported may still hold the person. Orders there: SO-1.',
  ])
    expect(stderr).toContain(text)
})

test('orders sync says in one line why it fails', async () => {
  const { merch, provider } = await importing()
  const { next } = await provider()
  const failsWith = async (message: string, ...args: string[]) =>
    expect(await merch('orders', 'sync', ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(`^${message}\n$`),
    })
  next((response) => response.writeHead(503).end())
  await failsWith('the provider responds with 503')
  await failsWith('--since must be a day such as .*', '--since', 'monday')
  // The provider does not respond before the signal.
  next(() => process.listeners('SIGINT').at(-1)?.('SIGINT'))
  await failsWith('Stopped. Run the command again to continue.')
  process.env.PROVIDER_ACCOUNT = 'acc_none'
  await failsWith('No account acc_none. To list accounts, run: merch accounts list')
})
