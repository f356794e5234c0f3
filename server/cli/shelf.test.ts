import { expect, onTestFinished, test } from 'vitest'
import { shipTo } from '../../tests/kit/request-bodies.ts'
import { standardInput, terminal } from '../../tests/kit/server/terminal.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'

const file = `
warehouses:
  - { key: portland, name: Portland }
  - { key: reno, name: Reno }
products:
  - { key: mug, title: Mug, variants: [{ sku: MUG }, { sku: CUP }] }
stock:
  - { sku: MUG, warehouse: portland, on_hand: 100 }
  - { sku: CUP, warehouse: portland, on_hand: 100 }
campaigns:
  - { key: spring, expiration: 2099-06-30T23:59:59Z, skus: [MUG, CUP] }
`

const header =
  'sourceOrderNumber,status,trackingNumber,carrierCode,shipDate,shipTo.firstName,shipTo.email,shipTo.street1,shipTo.city,shipTo.zip,shipTo.country,sku,quantity'

/** A shop with 100 mugs and 100 cups in Portland, and a terminal on it. */
const setUp = async () => {
  const server = await testServer({ demo: false })
  onTestFinished(async () => expect(await server.database.findInconsistencies()).toEqual([]))
  const at = terminal(undefined, server.database.url)
  const account = (await at.ok('accounts', 'create', '--name', 'Harbor')).trim()
  const own = ['--account', account]
  await at.ok('apply', at.write('shop.yaml', file), ...own)
  const [, campaign = ''] = (await at.ok('campaigns', 'list', ...own)).split('\t')
  /** Imports orders of a file: number, quantity, SKU, and when it has shipped. */
  const orders = (
    ...rows: [number: string, quantity: number, sku?: string, shipDate?: string][]
  ) => {
    const lines = rows.map(([number, quantity, sku = 'MUG', shipDate = '']) => {
      const shipped = shipDate === '' ? ',,' : `SHIPPED,1Z${number},ups`
      const person = `Ana,${number}@example.com,1 Oak St,Portland,97205,US`
      return `${number},${shipped},${shipDate},${person},${sku},${quantity}`
    })
    const table = at.write('orders.csv', [header, ...lines, ''].join('\n'))
    return at.ok('orders', 'import', table, ...own, '--campaign', campaign)
  }
  const onHand = async (sku = 'MUG', ...more: string[]) => {
    const levels = await at.things('stock', 'list', ...own, ...more)
    return levels.filter((each) => each.sku === sku).map(({ on_hand }) => on_hand)
  }
  const stock = (name: string, ...args: string[]) => at.ok('stock', name, 'MUG', ...args, ...own)
  const inPortland = ['--warehouse', 'portland']
  const stateOf = async (number: string) => {
    const shown = await at.ok('orders', 'show', number)
    return / {2}(\w+), (\w+)$/m.exec(shown)?.slice(1)
  }
  return { ...at, server, own, campaign, orders, onHand, stock, inPortland, stateOf }
}

const ups = (tracking: string) => ['--tracking', tracking, '--carrier', 'ups']

test('a loss is no count, and a count that confirms the units is one', async () => {
  const { merch, own, orders, onHand, stock, inPortland } = await setUp()
  expect((await merch('stock', 'list', '--low', ...own)).stderr).toBe('No stock is low.\n')
  const morning = new Date().toISOString()
  await orders(['A', 30], ['B', 2, 'CUP'])
  await stock('adjust', ...inPortland, '--by', '-1', '--reason', 'broke')
  await orders(['A', 30, 'MUG', morning])
  expect(await onHand()).toEqual([69])
  await stock('receive', '--warehouse', 'reno', '--quantity', '5')
  await stock('count', ...inPortland, '--units', '69')
  await orders(['C', 4, 'MUG', morning], ['B', 2, 'CUP', morning])
  expect([await onHand(), await onHand('CUP')]).toEqual([[69, 5], [98]])
  const history = (await stock('history'))
    .trim()
    .split('\n')
    .map((line) => line.split('\t').slice(1))
  expect(history.map((cells) => cells.slice(0, 4))).toEqual([
    ['portland', 'counted', '100', '100 units were counted'],
    ['portland', 'order_shipped', '-30', 'MF-100001'],
    ['portland', 'order_allocated', '4', 'MF-100003'],
    ['portland', 'order_shipped', '-4', 'MF-100003'],
    ['portland', 'order_allocated', '30', 'MF-100001'],
    ['portland', 'adjusted', '-1', 'broke'],
    ['reno', 'received', '5', ''],
    ['portland', 'counted', '0', '69 units were counted'],
    // The count was without the four units, which had left before.
    ['portland', 'adjusted', '4', 'order shipped before the count'],
  ])
  // The shop file and the loss are of the operator.
  for (const i of [0, 5]) expect(history[i]?.[4]).toMatch(/^command /)
})

test('an order whose units are not in stock ships only with --short', async () => {
  const { ok, merch, write, own, orders, onHand, stock, inPortland, stateOf } = await setUp()
  await orders(['A', 120])
  const ship = ['orders', 'ship', 'A', ...ups('1ZA')]
  expect(await merch(...ship)).toMatchObject({ status: 1, stderr: 'A: Not enough stock: MUG\n' })
  expect(await onHand()).toEqual([100])
  await ok(...ship, '--short')
  expect([await stateOf('A'), await onHand()]).toEqual([['SHIPPED', 'BACKORDERED'], [0]])
  await orders(['B', 5])
  await ok('orders', 'unship', 'A')
  expect([await stateOf('A'), await onHand()]).toEqual([
    ['AWAITING_SHIPMENT', 'BACKORDERED'],
    [100],
  ])
  // The units that are back are too few for it, and serve the next order.
  expect(await stateOf('B')).toEqual(['AWAITING_SHIPMENT', 'ALLOCATED'])
  const more = write('more.yaml', 'stock: [{ sku: MUG, warehouse: portland, on_hand: 125 }]')
  await ok('apply', more, ...own)
  expect(await stateOf('A')).toEqual(['AWAITING_SHIPMENT', 'ALLOCATED'])
  await ok(...ship)
  // An order stays in its warehouse if it can.
  await stock('receive', '--warehouse', 'reno', '--quantity', '7')
  await orders(['C', 7])
  await stock('receive', ...inPortland, '--quantity', '7')
  await ok('orders', 'ship', 'C', ...ups('1ZC'))
  await ok('orders', 'unship', 'C')
  expect(await stock('history')).toMatch(/\treno\torder_allocated\t7\t.*\n$/)
})

test('an order of more than a hundred SKUs waits, and is cancelled', async () => {
  const { ok, write, own, orders, stateOf } = await setUp()
  const skus = Array.from({ length: 101 }, (_, i) => `S${i}`)
  const variants = skus.map((sku) => `{ sku: ${sku} }`)
  const many = `products: [{ key: many, title: Many, variants: [${variants}] }]\ncampaigns: [{ key: spring, skus: [${skus}] }]`
  await ok('apply', write('many.yaml', many), ...own)
  await orders(...skus.map((sku): [string, number, string] => ['A', 1, sku]))
  expect(await stateOf('A')).toEqual(['AWAITING_SHIPMENT', 'BACKORDERED'])
  await ok('orders', 'cancel', 'A')
})

test('units serve the oldest order that waits, also if a younger one in its warehouse holds them', async () => {
  const { ok, write, own, server, stock, inPortland, stateOf } = await setUp()
  const waiting = 'allowOutOfStockOrders: true, skus: [MUG, CUP] }'
  const file = `campaigns: [{ key: spring, expiration: 2099-06-30T23:59:59Z, ${waiting}]`
  await ok('apply', write('waiting.yaml', file), ...own)
  const [, campaignId = ''] = (await ok('campaigns', 'list', ...own)).split('\t')
  const key = (await ok('keys', 'create', ...own, '--name', 'till')).trim()
  const place = async (sourceOrderNumber: string, units: Record<string, number>) => {
    const products = Object.entries(units).map(([sku, quantity]) => ({ sku, quantity }))
    const json = { campaignId, sourceOrderNumber, products, shipTo }
    await server.request({ method: 'POST', path: '/v1/orders/create', key, json })
  }
  await place('A', { MUG: 120, CUP: 100 })
  await place('B', { CUP: 2 })
  await ok('stock', 'receive', 'CUP', ...inPortland, '--quantity', '1', ...own)
  await stock('receive', ...inPortland, '--quantity', '20')
  expect([await stateOf('A'), await stateOf('B')]).toEqual([
    ['AWAITING_SHIPMENT', 'ALLOCATED'],
    ['AWAITING_SHIPMENT', 'BACKORDERED'],
  ])
  expect(await ok('orders', 'show', 'A')).toContain('stock allocated')
  await ok('orders', 'cancel', 'A')
  expect(await stateOf('B')).toEqual(['AWAITING_SHIPMENT', 'ALLOCATED'])
  await place('C', { MUG: 30 })
  await place('D', { MUG: 100 })
  await stock('receive', '--warehouse', 'reno', '--quantity', '30')
  await ok('orders', 'ship', 'C', ...ups('1ZC'))
  // It is in Reno then, so its units in Portland are free.
  await ok('orders', 'unship', 'C')
  expect([await stateOf('C'), await stateOf('D')]).toEqual([
    ['AWAITING_SHIPMENT', 'ALLOCATED'],
    ['AWAITING_SHIPMENT', 'ALLOCATED'],
  ])
  // An older order that is imported has the units that a younger one holds while it waits.
  await place('E', { MUG: 60 })
  const row = 'OLD,,,,,Ana,old@example.com,1 Oak St,Portland,97205,US,MUG,20,2026-01-01'
  const table = write('old.csv', `${header},orderDate\n${row}\n`)
  await ok('orders', 'import', table, ...own, '--campaign', campaignId)
  expect([await stateOf('E'), await stateOf('OLD')]).toEqual([
    ['AWAITING_SHIPMENT', 'BACKORDERED'],
    ['AWAITING_SHIPMENT', 'ALLOCATED'],
  ])
})

test('a count of a clock that was ahead is older than what happens now', async () => {
  const { ok, write, own, orders, onHand, server } = await setUp()
  await orders(['A', 2], ['B', 3])
  await server.database.query(`update inventory_items set counted_at = '2099'`)
  await server.database.query(`update inventory_events set created_at = '2099' where counted > 0`)
  await ok('orders', 'ship', 'A', ...ups('1ZA'))
  const today = new Date().toISOString().slice(0, 10)
  const rows = `order,carrierCode,trackingNumber,shipDate\nB,ups,1ZB,${today}\n`
  await ok('orders', 'ship', '--file', write('left.csv', rows), ...own)
  expect(await onHand()).toEqual([95])
  await ok('orders', 'unship', 'A')
  expect(await onHand()).toEqual([97])
})

test('a mistaken shipment is undone, and a parcel has the day on which it left', async () => {
  const { ok, merch, write, own, orders, onHand, server, stateOf, stock, inPortland } =
    await setUp()
  await server.database.query(`update inventory_items set counted_at = '2026-11-01T00:00:00.000Z'`)
  await orders(['A', 10], ['B', 5], ['C', 1])
  await ok('orders', 'cancel', 'C')
  const friday = ['--date', '2026-11-27', '--zone', 'America/Los_Angeles']
  await ok('orders', 'ship', 'A', ...ups('1ZA'), ...friday)
  expect(await ok('orders', 'show', 'A')).toContain('Shipped   2026-11-27T08:00:00.000Z')
  expect(await onHand('MUG', '--at', '2026-11-26', ...friday.slice(2))).toEqual([0])
  const unship = await merch('orders', 'unship', 'A')
  expect(unship.stderr).toContain('order.shipped was sent')
  expect(await ok('orders', 'show', 'A')).toMatch(/shipment undone +\(was ups 1ZA\)/)
  expect([await stateOf('A'), await onHand()]).toEqual([['AWAITING_SHIPMENT', 'ALLOCATED'], [100]])
  // The parcel of today has the beginning of today in its zone, which is before this count.
  await stock('count', ...inPortland, '--units', '100')
  const today = ['--date', new Date().toISOString().slice(0, 10), '--zone', 'Etc/GMT+1']
  await ok('orders', 'ship', 'A', ...ups('1ZA'), ...today)
  expect(await onHand()).toEqual([90])
  await ok('orders', 'unship', 'A')
  expect(await onHand()).toEqual([100])
  // A count sees the units of one mistake, and is later than the other.
  const before = new Date().toISOString()
  await ok('orders', 'ship', 'A', ...ups('1ZA'))
  await stock('count', ...inPortland, '--units', '100')
  await ok('orders', 'unship', 'A')
  await ok('orders', 'ship', 'A', ...ups('1ZA'), '--date', before)
  await ok('orders', 'unship', 'A')
  expect(await onHand()).toEqual([100])
  await server.database.query(`update inventory_items set counted_at = '2026-11-01T00:00:00.000Z'`)
  const rows =
    'orderNumber,carrierCode,trackingNumber,shipDate\nA,ups,1ZA,2026-11-28\nB,ups,1ZB,\nA,ups,1ZA,'
  const two = await merch(
    'orders',
    'ship',
    '--file',
    write('two.csv', `${rows}\nB,dhl,1ZB,`),
    ...own,
  )
  expect(two.stderr).toMatch(/^two.csv:5:1: B has another .*carrier .* on line 3\n1 problem\. No/)
  await ok('orders', 'ship', '--file', write('left.csv', rows), ...own)
  expect(await ok('orders', 'show', 'A')).toContain('Shipped   2026-11-28T00:00:00.000Z')
  const late = write('late.csv', `${rows.split('\n')[0]}\nA,ups,1ZX,\nC,ups,1ZC,\n,ups,1ZC,`)
  expect((await merch('orders', 'ship', '--file', late, ...own)).stderr).toBe(
    'late.csv:2:1: A was shipped with tracking number 1ZA. To correct it, run: merch orders edit\nlate.csv:3:1: C is cancelled\nlate.csv:4:1: order is required\n3 problems. No order was shipped.\n',
  )
  const wrong = write('wrong.csv', 'order\nA\nC\nNONE\n')
  expect((await merch('orders', 'deliver', '--file', wrong)).stderr).toBe(
    'wrong.csv:3:1: C has not shipped\nwrong.csv:4:1: No order NONE\n2 problems. No order was changed.\n',
  )
  const delivered = write('delivered.csv', 'order\nA\nB\n')
  for (const counts of ['2 orders. Already delivered: 0.', '0 orders. Already delivered: 2.'])
    expect((await merch('orders', 'deliver', '--file', delivered)).stderr).toBe(
      `Delivered ${counts}\n`,
    )
  // A carrier's report names parcels, of which one has two orders and one is of another sender.
  await orders(['D', 1], ['E', 1])
  // The clock was ahead when they were placed.
  await server.database.query(
    `update orders set "orderSource" = 'API', "orderDate" = '2999-01-01T00:00:00.000Z' where "sourceOrderNumber" in ('D', 'E')`,
  )
  standardInput('order,carrierCode,trackingNumber\nD,ups,1Z000000001\nE,ups,1Z000000001\n')
  await ok('orders', 'ship', '-', '--date', new Date().toISOString().slice(0, 10))
  standardInput('Tracking number,Package Status\n1Z 0000 0000 1,In Transit\n')
  expect((await merch('orders', 'deliver', '-')).stderr).toContain(
    'stdin:2:16: Package Status is In Transit: keep the rows of delivered parcels alone',
  )
  standardInput(
    'Tracking number,Status,Payment status\n1Z 0000 0000 1,"Delivered, front desk",paid\n1Z9,delivered,due\n',
  )
  expect((await merch('orders', 'deliver', '-')).stderr).toBe(
    'stdin:3:1: no order has the number 1Z9\nColumns that were not read: Status, Payment status\nDelivered 2 orders. Already delivered: 0.\n',
  )
})

test('without a server, commands that change orders say how many deliveries wait', async () => {
  const { ok, merch, write, own, orders, server } = await setUp()
  const key = (await ok('keys', 'create', ...own, '--name', 'till')).trim()
  const events = ['order.shipped', 'order.delivered', 'order.cancelled']
  const json = { url: 'https://hooks.example.com/', events }
  await server.request({ method: 'POST', path: '/v1/webhooks', key, json })
  await orders(['A', 1], ['B', 1], ['C', 1])
  const rows = 'order,carrierCode,trackingNumber\nA,ups,1ZA\nB,ups,1ZB'
  const shipped = ['ship', '--file', write('left.csv', rows), ...own]
  const delivered = ['deliver', '--file', write('delivered.csv', 'order\nA\nB\n')]
  for (const [args, wait] of [
    [shipped, '2 deliveries wait'],
    [delivered, '2 deliveries wait'],
    [['cancel', 'C'], '1 delivery waits'],
  ] as const)
    expect((await merch('orders', ...args)).stderr).toContain(`No server runs: ${wait}.`)
})

test('a part of an order comes back, and units move between warehouses in one act', async () => {
  const { ok, merch, write, own, orders, onHand, stock, stateOf } = await setUp()
  await orders(['A', 10])
  await ok('orders', 'ship', 'A', ...ups('1ZA'))
  await ok('orders', 'return', 'A', '--line', 'MUG=1', '--line', 'MUG=1')
  await ok('orders', 'return', 'A', '--line', 'MUG=1', '--no-restock')
  expect([await stateOf('A'), await onHand()]).toEqual([['SHIPPED', 'ALLOCATED'], [92]])
  expect(await ok('orders', 'show', 'A')).toContain('units returned (1 × MUG, damaged)')
  for (const [command, outcome] of [
    ['deliver', 'MF-100001 is delivered\n'],
    ['unship', 'A: Units of the order came back, so its shipment stays as it is\n'],
  ] as const)
    expect((await merch('orders', command, 'A')).stderr).toBe(outcome)
  await orders(['R', 100, 'CUP'], ['R', 1])
  await ok('orders', 'ship', 'R', ...ups('1ZR'))
  await orders(['W', 1, 'CUP'])
  await ok('orders', 'return', 'R', '--line', 'CUP=1', '--no-restock')
  expect(await stateOf('W')).toEqual(['AWAITING_SHIPMENT', 'BACKORDERED'])
  await ok('orders', 'return', 'R', '--line', 'CUP=99')
  expect(await stateOf('R')).toEqual(['SHIPPED', 'ALLOCATED'])
  expect(await stateOf('W')).toEqual(['AWAITING_SHIPMENT', 'ALLOCATED'])
  await ok('orders', 'return', 'R')
  for (const line of ['MUG=8', 'CUP=1'])
    expect((await merch('orders', 'return', 'A', '--line', line)).stderr).toContain('More units')
  await ok('orders', 'return', 'A')
  expect([await stateOf('A'), await onHand()]).toEqual([['RETURNED', 'RELEASED'], [99]])
  await stock('move', '--from', 'portland', '--to', 'reno', '--by', '10')
  expect(await onHand()).toEqual([89, 10])
  const more = ['stock', 'move', 'MUG', '--from', 'reno', '--to', 'portland', '--by', '11', ...own]
  expect((await merch(...more)).stderr).toContain('MUG in reno has 10 on hand')
  await orders(['B', 80])
  const back = more.map((word) => (word === '11' ? '5' : word))
  expect((await merch(...back)).stderr).not.toContain('lacks')
  await orders(['C', 5])
  const away = ['--from', 'portland', '--to', 'reno', '--by', '20', ...own]
  // Orders are named that lose their units to the other warehouse.
  expect((await merch('stock', 'move', 'MUG', ...away)).stderr).toMatch(
    /^MF-\d+ \(ord_\w+\) lacks 6 units .*\nMF-\d+ \(ord_\w+\) lacks 5 units .*$/m,
  )
  const counted = 'stock: [{ sku: MUG, warehouse: portland, on_hand: 60 }]'
  const { stderr } = await merch('apply', write('counted.yaml', counted), ...own)
  expect(stderr.match(/lacks .* if/g)).toEqual([
    'lacks 20 units of MUG if',
    'lacks 5 units of MUG if',
  ])
})

test('days are those of a zone, also of files, and others are rejected', async () => {
  const { ok, merch, write, own, orders, onHand, server, campaign } = await setUp()
  await server.database.query(`update inventory_items set counted_at = '2026-10-01T00:00:00.000Z'`)
  await server.database.query(`update inventory_events set created_at = '2026-10-01T00:00:00.000Z'`)
  await orders(['A', 10, 'MUG', '2026-11-01'], ['B', 1], ['C', 1])
  const units = async (from: string, to: string, zone: string) => {
    const options = `--totals --shipped-from ${from} --to ${to} --zone ${zone}`
    return (await ok('orders', 'list', ...own, ...options.split(' '))).trim()
  }
  for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
    for (const to of ['2026-11-30', '9999-12-31'])
      expect(await units('2026-11-01', to, zone), zone).toBe('spring\tMUG\t1\t10')
    expect(await units('2026-10-01', '2026-10-31', zone), zone).toBe('')
    expect(await onHand('MUG', '--at', '2026-10-31', '--zone', zone), zone).toEqual([100])
  }
  // A parcel of the 1st may have left after the count, which was in the evening of that day.
  await server.database.query(`update inventory_items set counted_at = '2026-11-02T03:00:00.000Z'`)
  const row = 'D,SHIPPED,1ZD,ups,2026-11-01,Ana,d@example.com,1 Oak St,Portland,97205,US,MUG,3'
  const importing = ['orders', 'import', write('d.csv', `${header}\n${row}\n`), ...own]
  await ok(...importing, '--campaign', campaign, '--zone', 'America/Los_Angeles')
  expect(await onHand()).toEqual([87])
  // Clocks in Santiago skip the midnight of this day. A time without an offset is of the zone.
  const ship = ['ship', 'B', ...ups('1ZB'), '--zone', 'America/Santiago', '--date']
  await ok('orders', ...ship, '2026-09-05T23:59:59')
  expect(await ok('orders', 'show', '#B')).toContain('Shipped   2026-09-06T03:59:59.000Z')
  expect(await units('2026-09-05', '2026-09-05', 'America/Santiago')).toContain('1')
  expect(await units('2026-09-06', '2026-09-30', 'America/Santiago')).toBe('')
  for (const day of ['2026-02-30', '2026-13-01', '30.11.2026'])
    expect((await merch('stock', 'list', ...own, '--at', day)).stderr).toContain(
      '--at must be a day',
    )
  const rows =
    'order,carrierCode,trackingNumber,shipDate\nC,ups,1ZC,monday\nX,ups,1ZX,\nA,ups,1ZA,11/28/2026\n'
  const left = await merch('orders', 'ship', '--file', write('left.csv', rows), ...own)
  expect([left.status, left.stderr.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^left\.csv:2:11: shipDate must be a day such as /),
      'left.csv:3:1: No order X',
      'left.csv:4:11: shipDate has the form of a spreadsheet: write it as 2027-03-31, and format the column as text',
      '3 problems. No order was shipped.',
      '',
    ],
  ])
})

test('a ship date is corrected, and the stock and the lists of a month follow it', async () => {
  const { ok, own, merch, orders, onHand, server } = await setUp()
  await server.database.query(`update inventory_items set counted_at = '2026-11-01T00:00:00.000Z'`)
  await server.database.query(`update inventory_events set created_at = '2026-11-01T00:00:00.000Z'`)
  await orders(['A', 10], ['B', 5])
  await ok('orders', 'ship', 'A', ...ups('1ZA'))
  await ok('orders', 'ship', 'B', ...ups('1ZB'), '--date', '2026-10-31')
  expect(await onHand()).toEqual([90])
  await ok('orders', 'deliver', 'A')
  await ok('orders', 'edit', 'A', '--ship-date', '2026-11-14')
  expect(await ok('orders', 'show', 'A')).toMatch(
    /^Shipped {3}2026-11-14T00:00:00.000Z, ups 1ZA\nDelivered 20/m,
  )
  const at = async (day: string) => [day, await onHand('MUG', '--at', day)]
  expect([await at('2026-11-13'), await at('2026-11-14')]).toEqual([
    ['2026-11-13', [100]],
    ['2026-11-14', [90]],
  ])
  const list = (...args: string[]) => ok('orders', 'list', ...own, '--totals', ...args)
  const november = ['--to', '2026-11-30']
  expect(await list('--shipped-from', '2026-11-01', ...november)).toBe('spring\tMUG\t1\t10\n')
  expect(await list('--shipped-from', '2026-10-31', ...november)).toBe('spring\tMUG\t2\t15\n')
  const both = ['--since', '2026-11-01', '--shipped-from', '2026-11-01']
  expect((await merch('orders', 'list', ...own, ...both)).stderr).toContain(
    'Pass only one of --since, --shipped-from',
  )
})

test('a picking list names sizes, and orders that cannot ship come after the totals', async () => {
  const { ok, merch, write, own, orders } = await setUp()
  const sizes =
    'products: [{ key: mug, title: Mug, variants: [{ sku: MUG, options: { Size: L } }] }]'
  await ok('apply', write('sizes.yaml', sizes), ...own)
  await orders(['A', 10], ['B', 110], ['C', 20])
  const list = await ok('orders', 'list', ...own, '--status', 'awaiting', '--format', 'csv')
  const [header = '', ...rows] = list.trim().split('\n')
  const names = header.replace('\ufeff', '').split(',')
  const columns = ['orderNumber', 'allocation', 'options', 'quantity']
  expect(rows.map((row) => columns.map((name) => row.split(',')[names.indexOf(name)]))).toEqual([
    [expect.stringMatching(/^MF-/), 'ALLOCATED', 'L', '10'],
    [expect.stringMatching(/^MF-/), 'ALLOCATED', 'L', '20'],
    ['TOTAL', 'ALLOCATED', 'L', '30'],
    [expect.stringMatching(/^MF-/), 'BACKORDERED', 'L', '110'],
    ['TOTAL', 'BACKORDERED', 'L', '110'],
  ])
  const shipped = rows.slice(0, 2).map((row, i) => `${row.replace(/,,$/, `ups,1Z${i},`)},x`)
  const picked = write('picked.csv', [`${header},Packed by`, ...shipped, ''].join('\n'))
  expect((await merch('orders', 'ship', '--file', picked, ...own)).stderr).toContain(
    'Columns that were not read: Packed by\nShipped 2 orders. Already shipped: 0.\n',
  )
  // A carrier's file has other names.
  const carrier = write('carrier.csv', 'Tracking Number,Reference\n1Z9,MF-100001\n')
  expect((await merch('orders', 'ship', '--file', carrier, ...own)).stderr).toBe(
    'Columns that were not read: Reference\ncarrier.csv:2:1: order is required\n1 problem. No order was shipped.\n',
  )
  const titled = write('titled.csv', 'Monday,,\norder,trackingNumber,carrierCode\nA,1Z9,ups\n')
  expect((await merch('orders', 'deliver', '--file', titled, ...own)).stderr).toBe(
    'titled.csv:1:1: the first line must name the columns, and names none of order, trackingNumber\n1 problem. No order was changed.\n',
  )
})

test('an order is found by numbers and people as they are typed or scanned', async () => {
  const { ok, merch, write, own, orders, campaign } = await setUp()
  await orders(['#1001', 1], ['B', 1], ['C', 1], ['F', 1])
  const name = 'O’Roe-Muñoz Øllgård Иванов Παύλος が 김'
  const irish = ['--last-name', name, '--zip', 'T12 X70A', '--country', 'ireland', '--phone']
  await ok('orders', 'edit', '#1001', ...irish, '\u202a503.555.0137\u202c')
  await ok('orders', 'edit', 'B', '--company', '3M')
  expect(await ok('orders', 'show', '3m')).toContain(' B\n')
  const fedex = ['--tracking', '9622001900005105596800549425980479', '--carrier', 'fedex']
  await ok('orders', 'ship', 'F', ...fedex)
  expect(await ok('orders', 'show', '5494 2598 0479')).toContain('fedex 549425980479')
  expect(await ok('orders', 'show', '#1001')).toContain('1 Oak St, Portland, T12 X70A, Ireland')
  const [number = ''] = /MF-\d+/.exec(await ok('orders', 'show', '#1001')) ?? []
  const scanned = ']C142097205940551189956０００1234567'
  const rows = `order,carrierCode,trackingNumber\n${number.slice(3)},usps,42097205\u001d9405511899560001234567\nB,usps,9405 5118 9956 0001 2345 67\n`
  const { stderr } = await merch('orders', 'ship', '--file', write('usps.csv', rows), ...own)
  const remark = `${number} of another person has this number, too`
  expect(stderr).toContain(`usps.csv:3:8: ${remark}`)
  const single = await merch('orders', 'ship', 'C', '--tracking', scanned, '--carrier', 'usps')
  expect([single.status, single.stderr]).toEqual([0, expect.stringContaining(remark)])
  const shipped = (name: string, email = `${name}@example.com`) =>
    `${name},SHIPPED,1Z7,ups,2026-11-01,${name},${email},2 Elm,Salem,97301,US,CUP,1`
  const lines = [header, shipped('D'), shipped('E'), shipped('G', 'e@example.com'), '']
  const table = write('shipped.csv', lines.join('\n'))
  const imported = await merch('orders', 'import', table, ...own, '--campaign', campaign)
  expect(imported).toMatchObject({
    status: 0,
    stderr: expect.stringContaining(
      'shipped.csv:3:1: D of another person has this tracking number, too',
    ),
  })
  expect(imported.stderr).not.toContain('shipped.csv:4')
  for (const name of [
    number.toLowerCase(),
    ` ${number.slice(3)}\r`,
    `${number.replace('-', '\u2011')}\u200b`,
    '１００１',
    "o'roe, ana",
    '\u200f o’roe\u200f',
    'oroe muñoz',
    'Munoz',
    'o´roe–munoz',
    'Ollgard',
    'иванов',
    'παύλοσ が 김',
    'T12X70A',
    '\u202a+1 503 555 0137\u202c',
    '\u202a#1001@EXAMPLE.com\u202c',
  ])
    expect(await ok('orders', 'show', name), name).toContain(`Order     ${number}`)
  for (const name of [scanned, '9405511899560001234567', 'ana', '97205', '1 Oak', '0137', ' ', '’'])
    expect((await merch('orders', 'show', name)).stdout.split('\n').length, name).toBe(
      ['1 Oak', '0137', ' ', '’'].includes(name) ? 1 : name === 'ana' ? 5 : 4,
    )
  // The orders of a file have one time.
  const ids = (await ok('orders', 'show', 'ana')).match(/ord_\w+/g) ?? []
  expect(ids).toEqual(ids.toSorted().toReversed())
})

test('two channels have their own numbers, and the order of an erased person takes no other', async () => {
  const { ok, merch, write, own, orders, campaign } = await setUp()
  await orders(['S1', 1])
  const row = 'S1,,,,,Eve,eve@example.com,2 Elm St,Portland,97205,US,CUP,1'
  const table = write('orders.csv', [header, row, ''].join('\n'))
  const importing = ['orders', 'import', table, ...own, '--campaign', campaign]
  expect(await ok(...importing, '--source', 'etsy')).toContain('created\t1')
  expect(await ok(...importing, '--source', 'Etsy')).toContain('unchanged\t1')
  await ok('people', 'erase', 's1@example.com', ...own, '--yes')
  const again = await merch(...importing)
  expect(again).toMatchObject({ status: 1, stdout: expect.stringContaining('rejected\t1') })
  expect(again.stderr).toMatch(
    /orders.csv:2:1: The person of order ord_\w+, S1 in file, was erased/,
  )
  const several = (await merch('orders', 'ship', 'S1', ...ups('1Z'))).stderr
  expect(several).toContain('Several orders')
  // A cancelled order does not have the number any more.
  await ok('orders', 'cancel', /ord_\w+/.exec(several)?.[0] ?? '')
  await ok('orders', 'ship', 'S1', ...ups('1Z'))
})
