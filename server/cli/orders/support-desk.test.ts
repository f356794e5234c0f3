import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import { read } from '../../../tests/kit/project.ts'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { recordedAttempt } from '../../../tests/kit/server/recorded-attempt.ts'
import { smallAccount } from '../../../tests/kit/server/small-account.ts'
import { standardInput, terminal } from '../../../tests/kit/server/terminal.ts'
import { testServer } from '../../../tests/kit/server/test-server.ts'
import { wordsOf } from '../../../tests/kit/shell-lines.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { recordAttempts } from '../../store/webhooks/attempts.ts'

/** A server with an order, and a terminal on its database. */
const setUp = async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'])
  await account.warehouse({ T: 50 })
  const placed = await server.post('/v1/orders/create', newOrder(campaign, 'T', 2))
  const order = Order.parse(placed.body)
  const request = placed.headers['x-request-id']
  const place = async () =>
    Order.parse((await server.post('/v1/orders/create', newOrder(campaign, 'T'))).body)
  return { ...terminal(undefined, server.database.url), server, campaign, order, place, request }
}

const actor = `command ${userInfo().username}`

test('an order is found by its number, id, email and tracking number, with who did what', async () => {
  const { ok, merch, order, request } = await setUp()
  const shown = await ok('orders', 'show', order.orderNumber)
  expect(shown).toContain(`Order     ${order.orderNumber} (${order.id})`)
  expect(shown).toContain(`Placed    ${order.orderDate}, API\nRecipient Ada Byron, `)
  expect(shown).toContain('\nItems     2 × T\n')
  expect(shown).toContain(`\nCampaign  cmp_1 (${order.campaignId})\n`)
  expect(shown).toMatch(
    RegExp(`^ {2}\\S+Z  order\\.created, by key key_\\w+ \\(.+\\), request ${request}$`, 'm'),
  )
  await ok('orders', 'ship', order.orderNumber, '--tracking', 'T 1', '--carrier', 'ups')
  await ok('orders', 'edit', order.id, '--tracking', 'T 2')
  for (const name of [order.id, order.recipient.email.toUpperCase(), 'T 2'])
    expect(await ok('orders', 'show', name)).toContain(order.orderNumber)
  const record = JSON.parse(await ok('orders', 'show', order.orderNumber, '--json'))
  expect(record.order).toMatchObject({ trackingNumber: 'T 2', carrierCode: 'ups' })
  expect(record.history).toMatchObject([
    { change: 'order.created', requestId: request },
    { change: 'order.shipped', actor },
    { change: 'tracking changed', actor, details: 'was ups T 1' },
  ])
  expect(await merch('orders', 'show', 'T 1')).toMatchObject({ status: 1, stdout: '' })
})

test('of several orders of a person, each is a line, over all accounts', async () => {
  const { ok, server, place, order } = await setUp()
  await place()
  const lines = (await ok('orders', 'show', order.recipient.email)).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${order.orderNumber}\t${order.id}\t${server.account}`)
})

test('an address is corrected before the shipment alone, and the history has no address', async () => {
  const { ok, merch, server, order } = await setUp()
  const city = ['--city', order.recipient.city]
  const street = ['--street1', '7 New Road', '--zip', 'E1 6AN', ...city]
  for (let times = 0; times < 2; times++) await ok('orders', 'edit', order.orderNumber, ...street)
  const current = async () => Order.parse((await server.get(`/v1/orders/${order.id}`)).body)
  const recipient = { ...order.recipient, street1: '7 New Road', zip: 'E1 6AN' }
  expect(await current()).toEqual({ ...order, recipient })
  const { history } = JSON.parse(await ok('orders', 'show', order.id, '--json'))
  expect(history.slice(1)).toMatchObject([
    { change: 'address changed', actor, details: 'street1, zip' },
  ])
  await ok('orders', 'edit', order.id, '--street2', 'Flat 2', '--notes', 'Ring twice')
  await ok('orders', 'edit', order.id, '--street2', '', '--notes', ' ')
  expect(await current()).toEqual({ ...order, recipient })
  for (const [option, value, reason] of [
    ['--email', 'no address', 'email: must be an email address'],
    ['--zip', '', 'zip: must not be empty'],
    ['--street1', '', "Option '--street1 <text>' argument missing"],
  ] as const)
    expect(await merch('orders', 'edit', order.id, option, value)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(reason),
    })
  // A provider may not know the email.
  const { email } = recipient
  await server.database.query(`update orders set recipient = replace(recipient, '${email}', '')`)
  await ok('orders', 'edit', order.id, '--phone', '1')
  await ok('orders', 'edit', order.id, '--email', email, '--phone', '')
  await ok('orders', 'ship', order.id, '--tracking', 'T1', '--carrier', 'ups')
  expect(await merch('orders', 'edit', order.id, '--city', 'Elsewhere')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Order has already shipped'),
  })
  expect((await current()).recipient).toEqual(recipient)
})

/** The rows of the table of support cases: the case and its commands. */
const documented = () => {
  const [, table = ''] =
    /^## Support$.*?^\|---\|---\|---\|\n(.*?)\n\n/ms.exec(read('docs/operating.md')) ?? []
  return table.split('\n').map((row) => {
    const [, name = '', ...cells] = row.split('|').map((cell) => cell.trim())
    const commands = cells.flatMap((cell) => /^`(.+)`$/.exec(cell)?.[1] ?? [])
    return { name, commands }
  })
}

test('every support case of the documentation is solved by its commands', async () => {
  const at = await setUp()
  const { ok, merch, server } = at
  const account = ['--account', server.account]
  const hook = async (path: string) => {
    const url = `https://hooks.example.com/${path}`
    const { body } = await server.post('/v1/webhooks', { url, events: ['order.created'] })
    return Reflect.get(Object(body), 'id')
  }
  await hook('other')
  const webhook = await hook('shop')
  const shop = await ok('export', ...account)
  const warehouse = /key: (whs\S*)/.exec(shop)?.[1] ?? ''
  const lowered = at.write(
    'low.yaml',
    `stock: [{ sku: T, warehouse: ${warehouse}, low_stock_threshold: 99 }]`,
  )
  const limited = '203.0.113.9'
  const second = Math.floor(Date.now() / 1000) - 60
  const [oldest, leaves] = [second, second + 86_400].map((each) => timestamp(each * 1000))
  const cases: Record<
    string,
    { before?: (id: string) => Promise<unknown>; shows: (string | RegExp)[] }
  > = {
    'An order did not arrive': {
      before: (id) => ok('orders', 'ship', id, '--tracking', '1Z1', '--carrier', 'ups'),
      shows: ['ups 1Z1'],
    },
    'Only the recipient is known': { shows: [`${server.account}\tMF-`, 'Account   Test'] },
    'A webhook did not come': {
      before: (subject) =>
        server.store.write((transaction) =>
          recordAttempts(transaction, [
            recordedAttempt(server.account, toId('whk', webhook), {
              subject,
              at: server.time.now,
              statusCode: 503,
              response: 'closed for repair',
            }),
          ]),
        ),
      shows: ['hooks.example.com/shop: status 503', 'closed for repair'],
    },
    'Send the event again': {
      shows: [`${webhook}\tactive\t`, RegExp(`^${webhook}\t.*shop\t`)],
    },
    'Why was a client limited?': {
      before: () =>
        server.database.query(
          `insert into request_log (address, second, requests)
           values ('${limited}', ${second}, 1000)`,
        ),
      shows: [
        `${limited}\t1000\t1000\t${oldest}\nRequests of ${limited} are 429 until older ones leave the window, the first at ${leaves}.\n`,
      ],
    },
    'Raise the limit': { shows: [''] },
    'Who cancelled the order?': {
      before: (id) => server.post('/v1/orders/cancel', { orderId: id }),
      shows: ['order.cancelled, by key key_'],
    },
    'Cancel for a caller': { shows: ['ord_'] },
    'The address is wrong': { shows: ['ord_'] },
    'The tracking number is wrong': {
      before: (id) => ok('orders', 'ship', id, '--tracking', '1Z1', '--carrier', 'ups'),
      shows: ['ord_'],
    },
    'Stock is low': {
      before: () => ok('apply', lowered, ...account),
      shows: [`T\t${warehouse}\t`, 'T'],
    },
    'A key leaked': { shows: [`${server.account}\tactive`, ''] },
  }
  expect(documented().map(({ name }) => name)).toEqual(Object.keys(cases))
  for (const { name, commands } of documented()) {
    const { before, shows = [] } = cases[name] ?? {}
    const { id, orderNumber, recipient } = await at.place()
    await before?.(id)
    const values = new Map([
      ['MF-100042', orderNumber],
      ['maya@example.com', recipient.email],
      ['WEBHOOK_ID', webhook],
      ['ID', server.account],
      ['TEE-BLK-M', 'T'],
      ['portland', warehouse],
    ])
    for (const [i, command] of commands.filter((each) => each.startsWith('npx')).entries()) {
      const [line = '', file] = command.split(' < ')
      if (file !== undefined) standardInput(server.key)
      const args = wordsOf(line)
        .slice(2)
        .map((word) => values.get(word) ?? word)
      const { status, stdout, stderr } = await merch(...args)
      // No server of the test receives the event.
      expect(status, `${line} ${stderr}`).toBe(args.includes('trigger') ? 1 : 0)
      expect(stdout + stderr, line).toMatch(shows[i] ?? 'an expected text')
    }
  }
  expect((await server.get('/v1/auth')).status).toBe(401)
  expect(await ok('accounts', 'tiers')).toBe('203.0.113.9/32\t5000\n')
  expect(await merch('limits', 'show', limited)).toEqual({
    status: 0,
    stdout: `${limited}\t1000\t5000\t${oldest}\n`,
    stderr: '',
  })
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('a number names one order of the whole service, and a file ships orders of all accounts', async () => {
  const { ok, merch, write, server, place, order } = await setUp()
  const [other, third] = [await server.another(), await server.another()]
  const placeOther = async ({ account, key }: typeof other) => {
    const own = smallAccount({ ...server, account })
    await own.variant('T')
    const campaignId = await own.campaign(['T'], { allowOutOfStockOrders: true })
    const request = { method: 'POST', path: '/v1/orders/create', key } as const
    return Order.parse((await server.request({ ...request, json: newOrder(campaignId, 'T') })).body)
  }
  const orders = [order, await placeOther(other), await place(), await placeOther(third)]
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(4)
  const list = (await ok('orders', 'list', '--all', '--status', 'awaiting')).trim().split('\n')
  const owners = [server.account, other.account, server.account, third.account]
  // Accounts in their order, each with its orders.
  const rows = orders.map(({ id, orderNumber }, i) => [owners[i] ?? '', orderNumber, id])
  expect(list.map((line) => line.split('\t').slice(0, 3))).toEqual(
    rows.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)),
  )

  const [, ofOther, , ofThird] = orders
  const source = `update orders set "sourceOrderNumber" = 'S-1' where id in ('${ofOther?.id}', '${ofThird?.id}')`
  await server.database.query(source)
  const file = (...names: (string | undefined)[]) => {
    const rows = names.map((name, i) => `${name},ups,1Z${i}`)
    return write('shipments.csv', ['order,carrierCode,trackingNumber', ...rows, ''].join('\n'))
  }
  expect(await merch('orders', 'ship', '--file', file(order.orderNumber, 'S-1'))).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^shipments.csv:3:1: Several orders are called S-1: ord_\w+ of acc_/,
    ),
  })
  const shipped = await ok(
    'orders',
    'ship',
    '--short',
    '--file',
    file(order.orderNumber, ofThird?.id),
  )
  // Both ship at once, so that either may be first.
  expect(shipped.trim().split('\n').toSorted()).toEqual([order.id, ofThird?.id].toSorted())
})

test('a deactivated account is named when it gets a key or a link', async () => {
  const { ok, merch } = await setUp()
  const id = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  await ok('accounts', 'deactivate', id)
  const commands = [
    ['keys', 'create', '--account', id, '--name', 'till'],
    ['accounts', 'link', id],
  ]
  for (const command of commands)
    expect((await merch(...command)).stderr).toMatch(`${id} is deactivated: `)
  await ok('accounts', 'activate', id)
  for (const command of commands) expect((await merch(...command)).stderr).toBe('')
})
