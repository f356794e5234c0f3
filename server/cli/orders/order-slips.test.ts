import { expect, test } from 'vitest'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { newVariant, putVariant } from '../../../tests/kit/server/small-account.ts'
import { terminal } from '../../../tests/kit/server/terminal.ts'
import { createOrder, testShop } from '../../../tests/kit/server/test-shop.ts'

test('each selected order has a slip, and those of orders without stock are last and say so', async () => {
  const brand = { name: 'Pine & <Co>' }
  const { server, campaign, warehouse } = await testShop({ allowOutOfStockOrders: true, brand })
  const options = { Color: 'Black', Size: '<M>' }
  await server.store.write((transaction) =>
    putVariant(transaction, server.account, newVariant('M'), { options }),
  )
  const { ok, merch } = terminal(undefined, server.database.url)
  const { shipTo } = newOrder(campaign, 'T')
  const street1 = '<script>alert(1)</script>'
  const waiting = await createOrder(server, {
    ...newOrder(campaign, 'T', 11),
    shipTo: { ...shipTo, firstName: '翔太', lastName: '山田' },
  })
  const ready = await createOrder(server, {
    ...newOrder(campaign, 'M', 2, { notes: 'Happy birthday & <all>', sourceOrderNumber: '#<1>' }),
    shipTo: { ...shipTo, email: 'zoe@example.com', street1, city: 'Berlin', country: 'DE' },
  })
  const cancelled = await createOrder(server, newOrder(campaign, 'M'))
  await ok('orders', 'cancel', cancelled.id)

  const [start = '', first = '', second = '', ...rest] = (
    await ok('orders', 'slips', '--status', 'awaiting')
  ).split('<section')
  expect([start, second, rest]).toEqual([
    expect.stringMatching(/^<!doctype html>.*@page/s),
    expect.stringMatching(/<\/main><\/body>\n<\/html>\n$/),
    [],
  ])
  for (const part of [
    '<h1>Pine &amp; &lt;Co&gt;</h1>',
    `aria-label="Barcode of ${ready.orderNumber}"`,
    `<p>${ready.orderNumber}</p>`,
    // Printed on each page of a long order.
    `<thead><tr><th>SKU</th><th>Items of ${ready.orderNumber}</th>`,
    'viewBox="0 0 132 1" width="66mm"',
    '<path d="M10 0h2v1h-2zM13 0h1v1h-1z',
    `Placed on ${ready.orderDate.slice(0, 10)}<`,
    `<p>Ships from ${warehouse}</p>`,
    'Ada Byron\n&lt;script&gt;alert(1)&lt;/script&gt;\nSW1Y 4JH Berlin\nGermany<',
    `<td>M</td>\n<td>Product M<br>Color: Black<br>Size: &lt;M&gt;</td>\n<td>2</td>`,
    '#&lt;1&gt;',
    'Happy birthday &amp; &lt;all&gt;',
  ])
    expect(first).toContain(part)
  expect(first).not.toMatch(/Do not ship|class="stop"/)
  expect(second).toContain(`<p>${waiting.orderNumber}</p>`)
  expect(second).toContain('Waits for stock. Do not ship.')
  expect(second).toContain('山田 翔太')
  expect(second).not.toMatch(/Source number|Notes|null|undefined/)

  expect(
    (await ok('orders', 'slips', '--email', 'zoe@example.com')).split('<section'),
  ).toHaveLength(2)
  expect(await ok('orders', 'slips', '--status', 'cancelled')).toContain('Cancelled. Do not ship.')
  expect(await merch('orders', 'slips', '--status', 'shipped')).toEqual({
    status: 0,
    stdout: '',
    stderr: 'No orders match.\n',
  })
})

test('an address has the form of its country, and the letters of its postal code once, and loses no part', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const { ok, merch } = terminal(undefined, server.database.url)
  const order = newOrder(campaign, 'T')
  const addresses = [
    ['LT', 'LT-01100', 'Kaunas', '', 'Quay 1\nLT-01100 Kaunas'],
    ['LT', '01100', 'Kaunas', '', 'Quay 1\nLT-01100 Kaunas'],
    ['FI', 'fi 00100', 'Turku', '', 'Quay 1\nFI-00100 Turku'],
    ['LU', 'L-1234', 'Wiltz', '', 'Quay 1\nL-1234 Wiltz'],
    ['GB', 'L1 8JQ', 'Liverpool', '', 'Quay 1\nLiverpool\nL1 8JQ'],
    ['AE', '1', 'Deira', 'Dubai', 'Quay 1, Deira, 1\nDubai'],
    ['AE', '', 'Dubai', 'Dubai', 'Quay 1\nDubai'],
    ['SG', '018956', 'Singapore', '', 'Quay 1\nSINGAPORE 018956'],
    ['DE', '10115', 'Berlin', 'Berlin', 'Quay 1\n10115 Berlin'],
    ['US', '97205', 'Portland', 'OR', 'Quay 1\nPortland, OR 97205'],
    ['AU', '2000', 'Sydney', 'NSW', 'Quay 1\nSydney NSW 2000'],
    ['JP', '160-0022', 'Shinjuku', 'Tokyo', 'Quay 1, Shinjuku, Tokyo\n160-0022'],
    ['CW', '0000', 'Willemstad', '', 'Quay 1, 0000\nWillemstad'],
  ] as const
  for (const [country, zip, city, state] of addresses) {
    const shipTo = { ...order.shipTo, street1: 'Quay 1', country, zip, city, state }
    await createOrder(server, { ...order, shipTo })
  }
  const slips = await ok('orders', 'slips', '--status', 'awaiting')
  const shown = [...slips.matchAll(/Ada Byron\n([^<]*)\n.*?</g)].map(([, lines]) => lines)
  expect(shown.toSorted()).toEqual(addresses.map(([, , , , lines]) => lines).toSorted())
  const printed = [
    ['LT-01100', 2],
    ['lt 01100', 2],
    ['FI-00100', 1],
    ['L-1234', 1],
    ['D-10115', 1],
    ['US-01100', 0],
  ] as const
  for (const [code, count] of printed) {
    const { stdout, stderr } = await merch('orders', 'show', code)
    expect((stdout + stderr).match(/MF-\d+/g) ?? [], code).toHaveLength(count)
  }
})
