import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InventoryPage, Order } from '../../generated/zod/schemas.ts'
import { newContact, newOrder } from '../../tests/kit/request-bodies.ts'
import { customerBrowser } from '../../tests/kit/server/customer-browser.ts'
import { recipientBrowser } from '../../tests/kit/server/recipient-browser.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { requestsTo, testServer } from '../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'

const file = `
warehouses:
  - { key: quay, name: Quay }
  - { key: mill, name: Mill }
products:
  - key: cup
    title: Cup
    variants:
      - { sku: CUP-S, options: { Size: S } }
      - { sku: CUP-L, options: { Size: L } }
stock:
  - { sku: CUP-S, warehouse: quay, on_hand: 20, inbound: 6, low_stock_threshold: 30 }
  - { sku: CUP-L, warehouse: mill, on_hand: 5, low_stock_threshold: 3 }
campaigns:
  - { key: spring, expiration: 2099-06-30T23:59:59Z, skus: [CUP-S, CUP-L] }
`

/** An empty database with a server, and a terminal on it. */
const setUp = async () => {
  const server = await testServer({ demo: false })
  const at = terminal(undefined, server.database.url)
  const account = (await at.ok('accounts', 'create', '--name', 'Harbor')).trim()
  const own = ['--account', account]
  await at.ok('apply', at.write('shop.yaml', file), ...own)
  const key = (await at.ok('keys', 'create', ...own, '--name', 'till')).trim()
  const request = requestsTo(server.url, key)
  const [, campaign = ''] = (await at.ok('campaigns', 'list', ...own)).split('\t')
  const order = async (sku: string, quantity: number, more: Record<string, unknown> = {}) => {
    const { shipTo, ...rest } = newOrder(campaign, sku, quantity)
    const json = { ...rest, shipTo: { ...shipTo, ...more } }
    const response = await request({ method: 'POST', path: '/v1/orders/create', json })
    expect(response.status, response.text).toBe(201)
    return Order.parse(response.body)
  }
  const stockOf = async (sku: string) => {
    const { body } = await request({ path: `/v1/inventory/list?sku=${sku}` })
    const [item] = InventoryPage.parse(body).items
    if (!item) throw new Error(`No stock of ${sku}`)
    return item
  }
  return { ...at, server, own, account, request, campaign, order, stockOf }
}

test('from an empty database to shipped orders, with the commands of a warehouse’s day', async () => {
  const { ok, merch, write, own, request, order, stockOf, server } = await setUp()
  const placed = [await order('CUP-S', 1), await order('CUP-S', 2), await order('CUP-S', 3)]
  placed.push(await order('CUP-S', 4, { lastName: '=N4' }))
  const last = await order('CUP-L', 2)
  expect(await stockOf('CUP-S')).toMatchObject({ on_hand: 20, allocated: 10, available: 10 })
  const tooEarly = ['--tracking', '1Z', '--carrier', 'ups', '--date', '2020-01-01']
  const wasPlaced = `--date must not be before ${last.orderNumber} was placed, ${last.orderDate}\n`
  expect((await merch('orders', 'ship', last.orderNumber, ...tooEarly)).stderr).toBe(wasPlaced)
  const rounded = ['--tracking', '9.40551E+21', '--carrier', 'usps']
  expect((await merch('orders', 'ship', last.orderNumber, ...rounded)).stderr).toBe(
    '--tracking has lost digits: a spreadsheet has rounded it. Format the column as text\n',
  )
  for (const [option, ...parcel] of [
    ['--tracking', 'T'.repeat(101), '--carrier', 'usps'],
    ['--carrier', 'u'.repeat(101), '--tracking', '1Z'],
  ])
    expect(
      (await merch('orders', 'ship', last.orderNumber, String(option), ...parcel)).stderr,
    ).toBe(`${option} must have at most 100 characters\n`)
  const early = write('early.csv', `order,carrierCode,trackingNumber\n${last.id},ups,1Z\n`)
  expect((await merch('orders', 'ship', '--file', early, ...tooEarly.slice(4))).stderr).toContain(
    `early.csv:2:1: ${wasPlaced}`,
  )

  // The picking list has the oldest order first, a row for each SKU, and no formula of a spreadsheet.
  const list = (...args: string[]) => ok('orders', 'list', ...own, ...args)
  const csv = await list('--status', 'awaiting', '--warehouse', 'quay', '--format', 'csv')
  const [header = '', ...rows] = csv.trim().split('\n')
  expect(csv.startsWith('\ufefforderNumber,')).toBe(true)
  expect(header).toMatch(/,sku,title,options,quantity,notes,carrierCode,trackingNumber,shipDate$/)
  const lines = rows.filter((row) => !row.startsWith('TOTAL,'))
  expect(lines.map((row) => row.split(',')[1])).toEqual(placed.map(({ id }) => id))
  expect(lines[3]).toContain(`,'=N4,`)
  const [total = ''] = rows.filter((row) => row.startsWith('TOTAL,'))
  expect(total).toMatch(/^TOTAL,{5}ALLOCATED,{13}[\w-]+,[^,]+,[^,]*,\d+,{4}$/)
  const json = (await list('--format', 'json')).trim().split('\n')
  expect(json.map((line) => JSON.parse(line))).toEqual([...placed, last])
  expect(await list('--since', '2999-01-01')).toBe('')
  const [, , , ...cells] = (await list()).split('\n')[0]?.split('\t') ?? []
  expect(cells).toEqual(['AWAITING_SHIPMENT', 'ALLOCATED', 'quay', '1', 'Ada Byron'])

  // A file with problems ships nothing. The right one ships all, and again nothing.
  const [first, second, third, fourth] = placed
  const rowsOf = (...lines: string[]) =>
    write('shipments.csv', ['order,carrierCode,trackingNumber', ...lines, ''].join('\n'))
  const ship = (path: string) => merch('orders', 'ship', '--file', path, ...own)
  const twoLines = 'MF-2,ups,"T4\nT5"'
  const none = ['MF-2,-,-', 'MF-2,ups,N/A', 'MF-2,ups,pending']
  const wrong = [`${first?.id},ups,T1`, 'MF-1,ups,T2', `${first?.orderNumber},,T3`, twoLines]
  expect(await ship(rowsOf(...wrong, ...none))).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      'shipments.csv:3:1: No order MF-1',
      'shipments.csv:4:11: carrierCode is required',
      'shipments.csv:5:10: trackingNumber must be on one line: T4<U+000A>T5',
      'shipments.csv:7:8: trackingNumber must be a tracking number, or empty',
      'shipments.csv:8:10: trackingNumber must be a tracking number, or empty',
      'shipments.csv:9:10: trackingNumber must be a tracking number, or empty',
      '6 problems. No order was shipped.\n',
    ].join('\n'),
  })
  // The picking list with two columns filled in, as spreadsheet programs of some countries write it.
  const [one = '', two = '', ...rest] = lines.map((row) => row.replaceAll(',', ';'))
  const shipments = write(
    'picked.csv',
    [
      header.replaceAll(',', ';'),
      one.replace(/;;;$/, ';ups;="T1";'),
      two.replace(/;;;$/, ";dhl;'T2;"),
      ...[...rest, ...rest.slice(1)].map((row, i) =>
        i === 0 ? row.replace(/;;;$/, ';ups;;') : `${row};;;`,
      ),
      // A column is often filled down.
      `${total.replaceAll(',', ';').replace(/;;;$/, ';ups;T9;')}`,
      '',
    ].join('\r\n'),
  )
  const leftOut = 'Rows without a tracking number that have a carrier and were left out: 1\n'
  expect(await ship(shipments)).toEqual({
    status: 0,
    stdout: expect.stringContaining(`${second?.id}\n`),
    stderr: `Shipped 2 orders. Already shipped: 0.\n${leftOut}`,
  })
  expect(await ship(shipments)).toMatchObject({
    status: 0,
    stdout: '',
    stderr: `Shipped 0 orders. Already shipped: 2.\n${leftOut}`,
  })
  expect((await request({ path: `/v1/orders/${second?.id}` })).body).toMatchObject({
    status: 'SHIPPED',
    carrierCode: 'dhl',
    trackingNumber: 'T2',
  })
  expect(await stockOf('CUP-S')).toMatchObject({ on_hand: 17, allocated: 7 })

  const deliver = (id = '') => merch('orders', 'deliver', id)
  expect(await deliver(second?.id)).toMatchObject({ status: 0, stdout: `${second?.id}\n` })
  for (const [order, reason] of [
    [second, 'has already been delivered'],
    [third, 'has not shipped'],
  ] as const)
    expect(await deliver(order?.id)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${order?.id}: Order ${reason}\n`,
    })

  // A return, a delivery of goods of which six were expected, a count that finds a loss.
  await ok('orders', 'return', first?.id ?? '')
  expect(await list()).toContain(`${first?.id}\t${first?.orderDate}\tRETURNED\tRELEASED\t`)
  await ok('stock', 'receive', 'CUP-S', '--warehouse', 'quay', '--quantity', '8', ...own)
  expect(await stockOf('CUP-S')).toMatchObject({
    on_hand: 26,
    inbound: 0,
    allocated: 7,
    status: 'low_stock',
    inventory_events: expect.arrayContaining([
      expect.objectContaining({ event_type: 'inbound_received', quantity: 6 }),
      expect.objectContaining({ event_type: 'received', quantity: 2 }),
    ]),
  })
  const adjust = (by: string) =>
    merch('stock', 'adjust', 'CUP-S', '--warehouse', 'quay', '--by', by, ...own)
  const lost = await adjust('-23')
  expect(lost.stdout).toBe('CUP-S\tquay\t3\t0\t7\t0\n')
  expect(lost.stderr).toContain(
    `${fourth?.orderNumber} (${fourth?.id}) lacks 4 units of CUP-S if older orders ship first\n`,
  )
  expect(lost.stderr).not.toContain(`${third?.orderNumber} `)
  expect(await stockOf('CUP-S')).toMatchObject({ available: 0, status: 'out_of_stock' })
  for (const by of ['-5', '2147483647'])
    expect(await adjust(by)).toMatchObject({ status: 1, stdout: '' })
  expect(await ok('stock', 'list', '--low', ...own)).toBe(
    'CUP-S\tquay\t3\t0\t7\t0\nCUP-L\tmill\t5\t3\t2\t0\n',
  )
  expect(await server.database.findInconsistencies()).toEqual([])
})

const rejected: [command: string[], message: RegExp][] = [
  [
    ['stock', 'receive', ' NONE', '--warehouse', 'quay', '--quantity', '1'],
    /^No SKU <U\+0020>NONE\./,
  ],
  [['stock', 'receive', 'CUP-S', '--warehouse', 'pier', '--quantity', '1'], /^No warehouse pier\./],
  [['stock', 'receive', 'CUP-S', '--warehouse', 'quay', '--quantity', '0'], /^--quantity must be/],
  [['stock', 'adjust', 'CUP-S', '--warehouse', 'quay', '--by', '1.5'], /^--by must be/],
  [['orders', 'list', '--warehouse', 'pier'], /^No warehouse pier\./],
  [
    ['orders', 'list', '--shipped-from', '2026-11-20', '--to', '2026-11-19'],
    /^--to must not be before --shipped-from\n$/,
  ],
  [['export', '--folder', '/proc/shop'], /mkdir '\/proc/],
  [['apply', 'x/stock.csv'], /^x.stock.csv is a table\. Name it .* as stock: stock\.csv\n$/],
  [['orders', 'ship', 'ord_1', '--carrier', 'ups'], /^Pass an order with --tracking/],
  [['orders', 'ship', 'ord_1', '--file', 'shipments.csv'], /^Pass an order with --tracking/],
]

test('a command with a wrong option is rejected in one line', async () => {
  const { merch, own } = await setUp()
  const folder = temporaryFolder()
  symlinkSync('/dev/full', join(folder, 'shop.yaml'))
  const full = /shop\.yaml cannot be written: E[A-Z]+: .*\n$/
  for (const [command, message] of [...rejected, [['export', '--folder', folder], full] as const]) {
    const { status, stdout, stderr } = await merch(...command, ...own)
    expect([status, stdout], command.join(' ')).toEqual([1, ''])
    expect(stderr).toMatch(message)
  }
})

const ending: [command: string, more: string[], message: RegExp][] = [
  ['accounts email', ['pine@example.com'], /^Sign-in links for \S+ are sent to pine@/],
  ['accounts sign-out', [], /^Ended 1 session of \S+\n$/],
  ['accounts deactivate', [], /^Deactivated \S+\n$/],
]

test('a command ends the sessions and links of the account, and of no other', async () => {
  const { ok, merch, account, server } = await setUp()
  const other = customerBrowser(server)
  await other.signIn()
  for (const [command, more, message] of ending) {
    const [browser, late] = [customerBrowser(server), customerBrowser(server)]
    await browser.signIn(toId('acc', account))
    const link = (await ok('accounts', 'link', account)).trim().replace(/.*\/portal/, '')
    expect((await browser.open('/keys')).status).toBe(200)

    expect((await merch(...command.split(' '), account, ...more)).stderr).toMatch(message)
    if (command === 'accounts deactivate') await ok('accounts', 'activate', account)
    expect((await browser.open('/keys')).status, command).toBe(303)
    expect((await late.open(link)).status, command).toBe(410)
    expect((await other.open('/keys')).status, command).toBe(200)
  }
})

test('a person is exported and erased, and counts stay', async () => {
  const { ok, merch, own, account, request, campaign, order, server } = await setUp()
  const email = 'Zoe.K@example.com'
  const contact = { ...newContact(campaign), email, tags: ['remote'] }
  await request({ method: 'POST', path: '/v1/contacts/create', json: contact })
  const invite = { campaignId: campaign, email: email.toLowerCase(), sendEmailNotification: false }
  await request({ method: 'POST', path: '/v1/invites/create', json: invite })
  const { id } = await order('CUP-S', 1, { email: email.toUpperCase() })
  await order('CUP-S', 1)
  await ok('orders', 'ship', id, '--tracking', 'ZOE-1', '--carrier', 'ups')
  await ok('orders', 'edit', id, '--tracking', 'T2')
  await server.database.query(
    `insert into attempts
       (account_id, webhook_id, event, subject, at_ms, milliseconds, response, body)
     values ('${account}', 'whk_1', 'order.created', '${id}', 0, 0, 'Hello Zoe', 'For Zoe')`,
  )

  // Deliveries of events of two invites wait.
  const bodies = [email, 'ada@example.com'].map((address) =>
    JSON.stringify({ event: 'invite.viewed', data: { inviteId: 'inv_1', email: address } }),
  )
  for (const body of bodies)
    await server.database.query(
      `insert into delivery_queue (account_id, webhook_id, event, body, created_at)
       values ('${account}', 'whk_1', 'invite.viewed', '${body}', 0)`,
    )

  const isFile = server.database.url.startsWith('file:')
  /** The bytes of a SQLite database and its log. */
  const bytes = () =>
    [databaseFile, `${databaseFile}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
  const databaseFile = server.database.url.slice('file:'.length)
  if (isFile) expect(bytes()).toMatch(/zoe/i)

  const held = JSON.parse(await ok('people', 'export', email, ...own))
  expect(held).toMatchObject({
    contacts: [{ email, tags: ['remote'] }],
    invites: [{ email: email.toLowerCase() }],
    orders: [{ id }],
    redemptions: [],
  })
  expect(await merch('people', 'erase', email, ...own)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/Add --yes to confirm\.\n$/),
  })
  if (isFile) {
    symlinkSync('/dev/full', `${databaseFile}.erasures`)
    expect((await merch('people', 'erase', email, ...own, '--yes')).stderr).toMatch(
      /^\S+\.erasures cannot be written, so nothing was erased: E[A-Z]+: .*\n$/,
    )
    rmSync(`${databaseFile}.erasures`)
  }
  expect(await merch('people', 'erase', email, ...own, '--yes')).toMatchObject({
    status: 0,
    stdout: 'contacts\t1\ninvites\t1\norders\t1\ndeliveries\t1\n',
    stderr: expect.stringMatching(
      isFile ? /backups made.*\.erasures to your backups\.\n$/s : /backups made.*VACUUM/s,
    ),
  })
  if (isFile) expect(bytes()).not.toMatch(/zoe/i)
  const contacts = await request({ path: `/v1/contacts/list?campaignId=${campaign}` })
  expect(contacts.body).toMatchObject([{ firstName: '', email: '', tags: [], orderCount: 1 }])
  const search = `/v1/contacts/list?campaignId=${campaign}&searchText=`
  for (const text of ['zoe.k', contact.lastName])
    expect((await request({ path: `${search}${text}` })).body).toEqual([])
  expect((await request({ path: `/v1/orders/${id}` })).body).toMatchObject({
    status: 'SHIPPED',
    products: [{ sku: 'CUP-S', quantity: 1 }],
    recipient: { firstName: '', email: '', street1: '' },
  })
  for (const table of [
    'contacts',
    'invites',
    'orders',
    'delivery_queue',
    'attempts',
    'order_history',
  ]) {
    const rows = await server.database.query(`select * from ${table}`)
    expect([rows.length > 0, JSON.stringify(rows)]).toEqual([
      true,
      expect.not.stringMatching(/zoe/i),
    ])
  }
  const { history } = JSON.parse(await ok('orders', 'show', id, '--json'))
  expect(history).toMatchObject([
    { change: 'order.created' },
    { change: 'order.shipped' },
    { change: 'tracking changed', details: '' },
    { change: 'erased', actor: `command ${userInfo().username}` },
  ])
  expect((await server.database.query('select body from delivery_queue order by seq'))[1]).toEqual({
    body: bodies[1],
  })
  expect(await merch('people', 'erase', email, ...own, '--yes')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: `${account} holds nothing of ${email}\n`,
  })
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('an order that was placed with the invite to another address is named at an erasure', async () => {
  const { merch, write, own, server } = await setUp()
  const people = write('people.csv', 'email\nana@work.example\nmax@work.example\n')
  const invited = await merch('invites', 'import', people, '--campaign', 'spring', ...own)
  for (const [, slug = ''] of invited.stdout.matchAll(/\/i\/(\S+)/g)) {
    const browser = recipientBrowser(server, slug)
    await browser.cart('add', 'CUP-S')
    await browser.order({ email: 'ana@home.example' })
  }
  const erase = async (email: string) =>
    (await merch('people', 'erase', email, ...own, '--yes')).stderr.split('\n')
  expect(await erase('ana@work.example')).toContain(
    'MF-100001 was placed with INV-100001. If ana@home.example is of the same person, erase it, too.',
  )
  expect(await erase('ana@home.example')).toContain(
    'MF-100002 was placed with INV-100002. If max@work.example is of the same person, erase it, too.',
  )
  expect((await erase('max@work.example')).join()).not.toContain('was placed with')
})
