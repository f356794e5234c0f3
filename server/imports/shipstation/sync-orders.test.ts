import type { ServerResponse } from 'node:http'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { recordedOrder, recordedShipment } from '../../../tests/kit/server/fake-shipstation.ts'
import { recordingPublisher } from '../../../tests/kit/server/recording-publisher.ts'
import { at, lines, none, syncingShop } from '../../../tests/kit/server/syncing-shop.ts'
import { withoutEvents } from '../../actions/actions.ts'
import { correctOrder } from '../../actions/edit-order.ts'
import { returnOrder } from '../../actions/order-transitions.ts'
import { toId } from '../../domain/ids.ts'
import { listHistory } from '../../store/orders.ts'
import { ofAllAccounts } from '../../store/statement.ts'
import { syncOrders } from './sync-orders.ts'

test('orders are created, shipped and cancelled, with one event each', async () => {
  const { api, sync, find, news, campaign } = await syncingShop()
  api.orders.push(recordedOrder(1, at('09:00:00')), recordedOrder(2, at('09:01:00')))
  expect(await sync()).toEqual({ ...none, created: 2 })
  expect(await find('SS-1')).toMatchObject({
    orderSource: 'IMPORT',
    status: 'AWAITING_SHIPMENT',
    campaignId: campaign,
    recipient: { email: 'maya@example.com', zip: '97205' },
    products: [{ sku: 'T', quantity: 2 }],
  })
  expect(news()).toEqual(['order.created', 'order.created'])

  api.orders.splice(0)
  api.orders.push(
    recordedOrder(1, at('10:00:00'), { orderStatus: 'shipped' }),
    recordedOrder(2, at('10:01:00'), { orderStatus: 'cancelled' }),
  )
  api.shipments.push(recordedShipment(1, at('10:00:00')))
  expect(await sync()).toEqual({ ...none, updated: 2 })
  expect(await find('SS-1')).toMatchObject({
    status: 'SHIPPED',
    trackingNumber: '1Z1',
    carrierCode: 'ups',
    shipDate: '2026-11-20T08:00:00.000Z',
  })
  expect(await find('SS-2')).toMatchObject({ status: 'CANCELLED' })
  expect(news().toSorted()).toEqual(['order.cancelled', 'order.shipped'])

  api.requests.splice(0)
  expect(await sync()).toEqual({ ...none, unchanged: 2 })
  expect(news()).toEqual([])
  // A parcel that is known is not requested again.
  expect(api.requests.map(({ list }) => list)).toEqual(['orders'])
})

test('an order without a parcel is shipped; its tracking number may follow later', async () => {
  const { api, sync, change, find, news } = await syncingShop()
  const shipped = { orderStatus: 'shipped', shipDate: '2026-11-19' }
  await change('09:00:00', shipped)
  expect(await find('SS-1')).toMatchObject({
    status: 'SHIPPED',
    trackingNumber: '',
    carrierCode: 'fedex',
    shipDate: '2026-11-19T08:00:00.000Z',
  })
  news()
  api.shipments.push(recordedShipment(1, at('09:30:00')))
  expect(await sync()).toEqual({ ...none, updated: 1 })
  expect(await find('SS-1')).toMatchObject({ trackingNumber: '1Z1', carrierCode: 'ups' })
  expect(await sync()).toEqual({ ...none, unchanged: 1 })
  expect(news()).toEqual([])
})

test('an order goes to the campaign it names if that is the account’s; one that fails is logged', async () => {
  const { api, sync, find, small, campaign, logged } = await syncingShop()
  const other = await small.campaign(['T'])
  const named = (id: number, customField1: string, more: object = {}) =>
    recordedOrder(id, at('09:00:00'), { advancedOptions: { customField1 }, ...more })
  api.orders.push(
    named(1, ` ${other} `),
    named(2, 'EARLY BIRD'),
    named(3, ''),
    named(4, '', { items: [{ sku: 'NONE', quantity: 1 }] }),
    named(5, '', { orderStatus: 'lost' }),
  )
  expect(await sync()).toEqual({ ...none, created: 3, rejected: 2 })
  for (const [number, id] of [
    ['SS-1', other],
    ['SS-2', campaign],
    ['SS-3', campaign],
  ] as const)
    expect((await find(number))?.campaignId).toBe(id)
  expect(logged().map(({ level, order, reason }) => [level, order, reason])).toEqual([
    [40, 'SS-5', 'orderStatus: "lost" is unknown'],
    [40, 'SS-4', 'SKU is not part of the campaign: NONE'],
  ])
})

const shipTo = { ...recordedOrder(0, '').shipTo, name: 'Jonas Beck' }
const jonas = { customerEmail: 'jonas@example.com', shipTo }

test.each<[string, object]>([
  ['', {}],
  [' without an email', { customerEmail: 7, shipTo: { ...shipTo, street1: '2 Elm Street' } }],
])(
  'an id that is another person’s now%s is a problem, with both ids, until it is corrected',
  async (_, more) => {
    const { api, sync, change, find, problems, news } = await syncingShop()
    await change('09:00:00')
    const before = await find('1')
    news()
    const given = { ...jonas, orderStatus: 'shipped', ...more }
    api.orders.splice(0, 1, recordedOrder(1, at('10:00:00'), given))
    api.shipments.push(recordedShipment(1, at('10:00:00')))
    expect(await sync()).toEqual({ ...none, rejected: 1 })
    expect({ ...(await find('1')), changedAt: before?.changedAt }).toEqual(before)
    expect(await problems()).toEqual([
      ['1', expect.stringContaining(`${before?.id} is of another person than 1 in shipstation-v1`)],
    ])
    expect(await change('11:00:00', { orderStatus: 'shipped' })).toEqual({ ...none, updated: 1 })
    expect(await problems()).toEqual([])
    expect(news()).toEqual(['order.shipped'])
  },
)

test('a label that was replaced during a conflict, and a shipment that was undone, are found when that is corrected', async () => {
  const { api, sync, find, services } = await syncingShop()
  const { store, importer } = services
  const shipped = { orderStatus: 'shipped' }
  api.shipments.push(recordedShipment(1, at('09:00:00')))
  api.orders.push(...[1, 2].map((id) => recordedOrder(id, at('09:00:00'), shipped)))
  await sync()
  Object.assign(api.shipments[0] ?? {}, { voided: true })
  api.shipments.push(recordedShipment(1, at('10:00:00'), { trackingNumber: 'B' }))
  const relabelled = recordedOrder(1, at('10:00:00'), { ...shipped, ...jonas })
  api.orders.splice(0, 2, relabelled, recordedOrder(2, at('10:00:00'), jonas))
  await sync()
  for (const id of ['1', '2']) {
    const order = (await find(id)) ?? expect.fail()
    const recipient = { ...order.recipient, email: jonas.customerEmail }
    await store.write((transaction) =>
      correctOrder(withoutEvents(transaction), importer.account, order, { recipient }, 0),
    )
  }
  await sync()
  expect(await find('1')).toMatchObject({ trackingNumber: 'B', recipient: { firstName: 'Jonas' } })
  expect(await find('2')).toMatchObject({ status: 'AWAITING_SHIPMENT' })
})

test('an email alone is not written beside a name that it may not be of', async () => {
  const { api, sync, find, problems } = await syncingShop()
  const blank = Object.fromEntries(Object.keys(shipTo).map((name) => [name, null]))
  const elsewhere = { ...jonas, shipTo: { ...shipTo, street1: '2 Elm Street' } }
  for (const [time, more] of [
    ['09:00:00', { customerEmail: null }],
    ['10:00:00', { ...jonas, shipTo: blank }],
    ['11:00:00', elsewhere],
  ] as const) {
    api.orders.splice(0, 1, recordedOrder(1, at(time), more))
    await sync()
    expect(await find('1')).toMatchObject({ recipient: { lastName: 'Lindqvist', email: '' } })
  }
  expect(await problems()).toHaveLength(1)
})

test.each<[string, string, string]>([
  ['in the hour that clocks show twice', '2026-11-01T01:50:00.0', '2026-11-01T01:20:00.0'],
  ['after a time in the future', '2027-11-20T09:00:00.0', at('11:00:00')],
])('news %s is not taken for older', async (_, first, second) => {
  const { api, sync, find } = await syncingShop()
  const orderDate = '2026-10-31T10:00:00'
  api.orders.push(recordedOrder(1, first, { orderDate }))
  await sync()
  api.orders.splice(0, 1, recordedOrder(1, second, { orderDate, orderStatus: 'cancelled' }))
  await sync()
  expect(await find('1')).toMatchObject({ status: 'CANCELLED' })
})

test('older news of an order with a problem does not solve it', async () => {
  const { api, sync, change, problems } = await syncingShop()
  await change('10:00:00')
  const unknown = { ...lines(['NONE', 1]), orderStatus: 'on_hold' }
  await change('11:00:00', unknown)
  expect(await problems()).toHaveLength(1)
  api.orders.splice(0, 1, recordedOrder(1, at('10:00:00')))
  await sync(Date.parse('2026-11-20T00:00:00Z'))
  expect(await problems()).toHaveLength(1)
})

test('a person whom the provider blanks is kept, and another one after that is a conflict', async () => {
  const { api, sync, find, problems } = await syncingShop()
  const change = async (time: string, more: object) => {
    api.orders.splice(0, 1, recordedOrder(1, at(time), { ...more }))
    await sync()
    expect(await find('1')).toMatchObject({ recipient: { email: 'maya@example.com' } })
  }
  await change('09:00:00', {})
  const before = await find('1')
  const blankIn = (...names: string[]) => ({
    ...recordedOrder(0, '').shipTo,
    ...Object.fromEntries(names.map((name) => [name, null])),
  })
  for (const [i, blanked] of [
    { customerEmail: null, shipTo: null },
    { customerEmail: null, shipTo: blankIn(...Object.keys(shipTo)) },
    { customerEmail: null, shipTo: blankIn('name', 'company') },
    { customerEmail: null, shipTo: blankIn('name', 'company', 'street1') },
    { shipTo: blankIn('name', 'street1', 'city', 'postalCode') },
    { customerEmail: null },
    { shipTo: blankIn('phone', 'city', 'state', 'postalCode') },
    { shipTo: blankIn(...Object.keys(shipTo)) },
  ].entries()) {
    await change(`10:00:0${i}`, blanked)
    const { recipient, companyName } = (await find('1')) ?? expect.fail()
    expect([recipient, companyName]).toEqual([before?.recipient, 'Harbor & Pine'])
    expect(await problems()).toEqual([])
  }
  await change('11:00:00', { ...jonas, shipTo: { ...shipTo, street1: '2 Elm Street' } })
  expect(await problems()).toHaveLength(1)
})

test('lines change until the order ships: stock moves by the difference', async () => {
  const { api, sync, change, find, stock, logged, services, small } = await syncingShop()
  await change('09:00:00', lines(['T', 4]))
  expect(await change('10:00:00', lines(['T', 1], ['M', 2], ['M', 0]))).toMatchObject({
    updated: 1,
  })
  expect(await stock()).toEqual(['T 10 1', 'M 5 2'])
  expect(await change('11:00:00', lines(['M', 9]))).toMatchObject({ updated: 1 })
  expect(await find('1')).toMatchObject({ allocationStatus: 'BACKORDERED', warehouse: null })
  expect(await stock()).toEqual(['T 10 0', 'M 5 0'])
  expect(logged().at(-1)).toMatchObject({ remark: 'Not enough stock: M' })
  expect(await change('11:20:00', { ...lines(['M', 1]), orderStatus: 'shipped' })).toMatchObject({
    updated: 1,
  })
  expect(await find('1')).toMatchObject({
    status: 'SHIPPED',
    products: [{ sku: 'M', quantity: 1 }],
  })
  expect(await stock()).toEqual(['T 10 0', 'M 4 0'])
  expect(await change('11:40:00', { ...lines(['T', 1]), orderStatus: 'shipped' })).toMatchObject({
    unchanged: 1,
  })
  const after = logged()
  expect(after.at(-1)).toMatchObject({ remark: expect.stringMatching(/^Lines changed after/) })
  await sync()
  // Orders of this campaign may wait.
  services.importer.campaign = await small.campaign(['M'], { allowOutOfStockOrders: true })
  for (const [time, quantity] of [
    ['12:00:00', 1],
    ['12:20:00', 9],
  ] as const) {
    api.orders.splice(0, 1, recordedOrder(2, at(time), lines(['M', quantity])))
    await sync()
  }
  expect(await find('2')).toMatchObject({ allocationStatus: 'BACKORDERED' })
  expect(logged()).toEqual(after)
})

test('an order that waited for stock takes what has come in when it ships', async () => {
  const { api, sync, change, find, stock, services, small } = await syncingShop()
  await change('09:00:00', lines(['M', 6]))
  expect(await find('1')).toMatchObject({ allocationStatus: 'BACKORDERED' })
  await small.warehouse({ M: 7 })
  const shipped = { ...lines(['M', 6]), orderStatus: 'shipped' }
  api.orders.splice(0, 1, recordedOrder(1, at('10:00:00'), shipped))
  api.shipments.push(recordedShipment(1, at('10:00:00')))
  services.importer.stockFrom = Date.parse('2026-11-01T00:00:00Z')
  await sync()
  expect(await find('1')).toMatchObject({ status: 'SHIPPED', allocationStatus: 'ALLOCATED' })
  expect(await stock()).toContainEqual('M 1 0')
})

test('a cancelled order needs no lines, and one without an id leaves the problems', async () => {
  const { api, sync, find, problems } = await syncingShop()
  api.orders.push(recordedOrder(1, at('09:00:00')), recordedOrder(2, at('09:00:00')))
  await sync()
  api.orders.splice(
    0,
    2,
    recordedOrder(1, at('10:00:00'), { items: [], orderStatus: 'cancelled' }),
    { ...recordedOrder(2, at('10:00:00'), { orderNumber: 'a\0' }), orderId: Number.NaN },
  )
  await sync()
  expect(await find('1')).toMatchObject({ status: 'CANCELLED' })
  expect(await problems()).toEqual([['', expect.stringMatching(/^orderId: /)]])
  api.orders.pop()
  await sync()
  expect(await problems()).toEqual([])
})

test('a problem is tried again, also if the order has not changed, and leaves when it is solved', async () => {
  const { api, sync, change, problems, small, services, find, logged, database } =
    await syncingShop()
  api.orders.push(recordedOrder(1, at('09:00:00'), lines(['NEW', 1])))
  api.orders.push(...[2, 3].map((id) => recordedOrder(id, at('19:00:00'))))
  await sync()
  await sync()
  expect(await problems()).toEqual([['1', 'SKU is not part of the campaign: NEW']])
  expect(logged().filter(({ level }) => level === 40)).toHaveLength(1)
  services.importer.campaign = await small.campaign([await small.variant('NEW'), 'T'])
  expect(await sync()).toEqual({ ...none, created: 1, unchanged: 2 })
  expect(await find('1')).toBeDefined()
  expect(await problems()).toEqual([])
  // Its lines can be read when it has shipped.
  await change('19:05:00', lines(['T', 1]), 5)
  const more = { ...lines(['T', 1], ['LATE', 1]), orderStatus: 'shipped' }
  api.orders.splice(3, 1, recordedOrder(5, at('19:06:00'), more))
  await sync()
  expect(await problems()).toEqual([['5', 'SKU is not part of the campaign: LATE']])
  await small.variant('LATE')
  await database.query(`update campaign_variants set sku = 'LATE' where sku = 'NEW'`)
  await sync()
  expect(await problems()).toEqual([])
  expect(logged().at(-1)).toMatchObject({ remark: expect.stringMatching(/^Lines changed after/) })
  // It cannot be tried again, and the sync goes on.
  await change('19:07:00', lines(['LOST', 1]), 6)
  api.orders.pop()
  const failing = (response: ServerResponse) => response.writeHead(500).end()
  const noOrders = (response: ServerResponse) => response.end('{"orders":[],"pages":0}')
  api.next(noOrders, failing)
  await sync()
  expect(await problems()).toHaveLength(1)
  expect(logged().at(-1)).toMatchObject({ reason: 'the provider responds with 500' })
  // What the provider has no more is no problem.
  await change('19:10:00', lines(['LOST', 1]), 4)
  expect(await problems()).toHaveLength(1)
  api.orders.pop()
  await sync()
  expect(await problems()).toEqual([])
})

test('a voided label never left: the newest other one counts, or the order has not shipped', async () => {
  const { api, sync, change, find, stock, news, problems, services } = await syncingShop()
  const order = (time: string, orderStatus: string) => change(time, { orderStatus })
  const label = (time: string, trackingNumber: string) =>
    api.shipments.push(recordedShipment(1, at(time), { trackingNumber }))
  const voidLabel = (i: number, voided: unknown = true) =>
    Object.assign(api.shipments[i] ?? {}, { voided })
  label('09:00:00', 'A')
  await order('09:00:00', 'shipped')
  expect(await stock()).toContainEqual('T 8 0')
  voidLabel(0)
  label('10:00:00', 'B')
  await order('10:00:00', 'shipped')
  expect(await find('1')).toMatchObject({ status: 'SHIPPED', trackingNumber: 'B' })
  expect(await sync()).toMatchObject({ unchanged: 1 })
  expect(await find('1')).toMatchObject({ status: 'SHIPPED', trackingNumber: 'B' })
  voidLabel(1, 'True')
  expect(await order('11:00:00', 'awaiting_shipment')).toMatchObject({ updated: 1 })
  expect(await find('1')).toMatchObject({ status: 'AWAITING_SHIPMENT', trackingNumber: null })
  expect(await stock()).toContainEqual('T 10 2')
  expect(await sync()).toMatchObject({ unchanged: 1 })
  label('11:30:00', 'C')
  await order('11:30:00', 'shipped')
  expect(await find('1')).toMatchObject({ status: 'SHIPPED', trackingNumber: 'C' })
  expect(await stock()).toContainEqual('T 8 0')
  expect(news()).toEqual(['order.created', 'order.shipped', 'order.shipped'])
  // A parcel of which units came back has left.
  const { id } = (await find('1')) ?? expect.fail()
  const { store, importer } = services
  const back = { units: new Map([['T', 1]]) }
  await store.write((transaction) =>
    returnOrder(withoutEvents(transaction), importer.account, id, 0, back),
  )
  voidLabel(2)
  expect(await order('11:40:00', 'awaiting_shipment')).toMatchObject({ rejected: 1 })
  await sync()
  expect(await problems()).toEqual([['1', expect.stringContaining('Units of the order came back')]])
  label('11:50:00', 'D')
  await order('11:50:00', 'shipped')
  expect(await find('1')).toMatchObject({ status: 'SHIPPED', trackingNumber: 'D' })
  expect([await problems(), await stock()]).toEqual([[], expect.arrayContaining(['T 9 0'])])
})

test('the history of an order names what a sync has changed, without the address', async () => {
  const { api, change, find, services } = await syncingShop()
  await change('09:00:00', {})
  await change('09:30:00', lines(['T', 1], ['M', 3]))
  api.shipments.push(recordedShipment(1, at('10:00:00')))
  const given = { ...lines(['T', 1], ['M', 3]), shipTo: { ...shipTo, street1: '2 Elm Street' } }
  await change('10:00:00', { ...given, orderStatus: 'shipped' })
  Object.assign(api.shipments[0] ?? {}, { voided: true })
  await change('11:00:00', given)
  const { store, importer } = services
  const order = (await find('1')) ?? expect.fail()
  const history = await listHistory(store, importer.account, order.id)
  expect(history.map((entry) => [entry.change, entry.details])).toEqual([
    ['order.created', ''],
    ['lines changed', 'were 2 × T'],
    ['address changed', 'firstName, lastName, street1'],
    ['order.shipped', ''],
    ['shipment voided', 'was ups 1Z1'],
  ])
})

test.each<[string, string | null, object]>([
  ['the newest of two labels was voided', 'B', {}],
  ['it was marked as shipped by mistake', null, {}],
])('an order that waits again because %s has not shipped', async (_, trackingNumber) => {
  const { api, sync, change, find, stock } = await syncingShop()
  if (trackingNumber)
    api.shipments.push(
      recordedShipment(1, at('09:00:00'), { trackingNumber: 'A' }),
      recordedShipment(1, at('09:01:00'), { trackingNumber }),
    )
  await change('09:01:00', { orderStatus: 'shipped' })
  Object.assign(api.shipments[1] ?? {}, { voided: true })
  await change('10:00:00')
  expect(await find('1')).toMatchObject({ status: 'AWAITING_SHIPMENT', trackingNumber: null })
  expect(await stock()).toContainEqual('T 10 2')
  expect(await sync()).toMatchObject({ unchanged: 1 })
})

test('labels without numbers are not told apart: lines stay after the shipment', async () => {
  const { api, change, find } = await syncingShop()
  api.shipments.push(
    recordedShipment(1, at('09:00:00'), { trackingNumber: null, voided: true }),
    recordedShipment(1, at('09:10:00'), { trackingNumber: null }),
  )
  const shipped = { orderStatus: 'shipped' }
  await change('09:10:00', { ...shipped, ...lines(['T', 1]) })
  await change('11:00:00', { ...shipped, ...lines(['T', 5]) })
  expect(await find('1')).toMatchObject({ products: [{ quantity: 1 }] })
})

test('a label that was replaced long after it was made is found for many orders at once', async () => {
  const { api, sync, find } = await syncingShop()
  const shipped = (quantity: number) => ({ orderStatus: 'shipped', ...lines(['T', quantity]) })
  const made = '2026-11-15T09:00:00.0000000'
  const ids = [1, 2, 3, 4]
  api.shipments.push(...ids.map((id) => recordedShipment(id, made)))
  api.orders.push(...ids.map((id) => recordedOrder(id, made, shipped(1))))
  await sync()
  for (const label of api.shipments) Object.assign(label, { voided: true })
  const trackingNumber = 'B'
  api.shipments.push(...ids.map((id) => recordedShipment(id, at('11:00:00'), { trackingNumber })))
  api.orders.splice(0, 4, ...ids.map((id) => recordedOrder(id, at('11:00:00'), shipped(2))))
  await sync()
  for (const id of ids)
    expect(await find(`${id}`)).toMatchObject({ trackingNumber, products: [{ quantity: 2 }] })
})

test('a void without a change of its order is found with --since', async () => {
  const { api, sync, find } = await syncingShop()
  api.orders.push(recordedOrder(1, at('09:00:00'), { orderStatus: 'shipped' }))
  api.shipments.push(recordedShipment(1, at('09:00:00')))
  await sync()
  Object.assign(api.shipments[0] ?? {}, { voided: true })
  await sync()
  expect(await find('1')).toMatchObject({ status: 'SHIPPED' })
  await sync(Date.parse('2026-11-20T00:00:00Z'))
  expect(await find('1')).toMatchObject({ status: 'AWAITING_SHIPMENT' })
})

test('a number is read without the spaces of its label, and what cannot be read is said', async () => {
  const { api, sync, find, logged } = await syncingShop()
  const shipped = { orderStatus: 'shipped' }
  api.orders.push(
    recordedOrder(1, at('09:00:00'), shipped),
    recordedOrder(2, at('09:00:00'), shipped),
    recordedOrder(3, at('09:00:00'), shipped),
  )
  const long = 'x'.repeat(101)
  api.shipments.push(
    recordedShipment(1, at('09:00:00'), { trackingNumber: 794612345678, carrierCode: long }),
    recordedShipment(2, at('09:00:00'), { trackingNumber: long }),
    recordedShipment(3, at('09:00:00'), { trackingNumber: '1Z 999 AA1 01 2345 6784' }),
  )
  await sync()
  expect(await find('3')).toMatchObject({ trackingNumber: '1Z999AA10123456784' })
  expect(await find('1')).toMatchObject({ status: 'SHIPPED', trackingNumber: '794612345678' })
  expect(await find('2')).toMatchObject({ status: 'SHIPPED', carrierCode: 'ups' })
  expect(logged().map(({ id, remark }) => [id, remark])).toEqual([
    ['1', 'carrierCode: must have at most 100 characters'],
    ['2', 'trackingNumber: must have at most 100 characters'],
  ])
})

test.each([
  ['is left as it was counted', undefined, 10],
  ['moves for what left after another moment', Date.parse('2026-10-01T00:00:00Z'), 8],
])('the stock %s by orders that left before', async (_, stockFrom, onHand) => {
  const { api, sync, stock, services } = await syncingShop()
  services.importer.stockFrom = stockFrom
  const shipped = { orderStatus: 'shipped', shipDate: '2026-10-28' }
  api.orders.push(
    recordedOrder(1, at('09:00:00'), { ...shipped, shipDate: null }),
    recordedOrder(2, at('09:00:00'), { ...shipped, ...lines(['M', 1]) }),
  )
  api.shipments.push(
    recordedShipment(1, '2026-10-28T09:00:00.0000000'),
    recordedShipment(2, '2026-10-28T09:00:00.0000000', { shipDate: null }),
  )
  expect(await sync()).toMatchObject({ created: 2 })
  expect(await stock()).toEqual([`T ${onHand} 0`, `M ${onHand / 2} 0`])
})

test('an erased person stays erased', async () => {
  const { api, sync, change, find, erase, problems } = await syncingShop()
  const named = { customerEmail: '"Lindqvist, Maya" <maya@example.com>' }
  await change('09:00:00', { ...lines(['T', 2], ['M', 1]), ...named })
  expect(await find('1')).toMatchObject({ recipient: { email: 'maya@example.com' } })
  await erase('maya@example.com')
  const nobody = {
    recipient: { firstName: '', email: '', street1: '' },
    companyName: '',
    notes: '',
  }
  api.orders.splice(
    0,
    1,
    recordedOrder(1, at('10:00:00'), { ...lines(['T', 2]), orderStatus: 'shipped' }),
    // It was split after the person was erased.
    recordedOrder(2, at('10:00:00'), { ...lines(['M', 1]), advancedOptions: { parentId: 1 } }),
  )
  api.shipments.push(recordedShipment(1, at('10:00:00')))
  expect(await sync()).toEqual({ ...none, created: 1, updated: 1 })
  expect(await find('1')).toMatchObject({ ...nobody, status: 'SHIPPED', trackingNumber: '1Z1' })
  expect(await find('2')).toMatchObject({ ...nobody, products: [{ sku: 'M' }] })
  expect(await sync()).toEqual({ ...none, unchanged: 2 })
  // What cannot be read of the person is not needed.
  const long = { shipTo: { ...shipTo, street1: 'x'.repeat(201) }, advancedOptions: { parentId: 1 } }
  expect(await change('10:00:00', { ...lines(['M', 1]), ...long }, 4)).toMatchObject({ created: 1 })
  expect(await problems()).toEqual([])
  api.orders.pop()

  // Another order of the person, into which the second was merged.
  const merged = { ...lines(['M', 2]), advancedOptions: { mergedIds: [2] } }
  api.orders.splice(1, 1, recordedOrder(3, at('11:00:00'), merged))
  expect(await sync()).toMatchObject({ created: 1 })
  expect(await find('3')).toMatchObject({ ...nobody, products: [{ sku: 'M', quantity: 2 }] })
  expect(await find('2')).toMatchObject({ status: 'CANCELLED' })
})

test('an order comes from an erased one also through one of another email that is known', async () => {
  const { api, sync, change, find, erase } = await syncingShop()
  const other = { customerEmail: 'maya@work.example' }
  api.orders.push(recordedOrder(1, at('09:00:00')), recordedOrder(2, at('09:00:00'), other))
  await sync()
  await erase('maya@example.com')
  const merged = { ...other, advancedOptions: { mergedIds: [1] } }
  api.orders.splice(0, 2, recordedOrder(2, at('10:00:00'), merged))
  await sync()
  await change('11:00:00', { advancedOptions: { parentId: 2 } }, 3)
  expect(await find('3')).toMatchObject({ recipient: { lastName: '', email: '' } })
})

test('parents that are not known, and theirs, are requested once people were erased', async () => {
  const { api, change, find, erase } = await syncingShop()
  const requested = () => api.requests.splice(0).map(({ list }) => list)
  const childOf = (parentId: number) => ({ advancedOptions: { parentId } })
  await change('09:00:00', childOf(2), 3)
  expect(requested()).toEqual(['orders'])
  await erase('maya@example.com')
  expect(await change('10:00:00', childOf(4), 5)).toMatchObject({ created: 1 })
  expect(requested()).toEqual(['orders', 'orders/4'])
  // The parts of an order of the person whose parts are listed no more.
  const old = at('07:00:00')
  api.orders.push(recordedOrder(6, old, childOf(3)), recordedOrder(7, old, childOf(6)))
  expect(await change('11:00:00', childOf(7), 8)).toMatchObject({ created: 1 })
  expect(requested()).toEqual(['orders', 'orders/7', 'orders/6'])
  expect(await find('8')).toMatchObject({ recipient: { lastName: '', email: '' } })
})

// In SQLite, one write begins when the other has ended.
if (inject('postgresSocket') !== undefined) {
  test('an erase during an import blanks the order that the import adds', async () => {
    const { api, services, sync, change, find, erase, database } = await syncingShop()
    await change('09:00:00')
    api.orders.push(recordedOrder(2, at('10:00:00'), { advancedOptions: { parentId: 1 } }))
    const countBlocked = async () => {
      const rows = await database.query(
        `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    let erasing: Promise<unknown> | undefined
    const write = services.store.write.bind(services.store)
    // Erases the person when the order is added, and before that is committed.
    vi.spyOn(services.store, 'write').mockImplementation((work) =>
      write(async (transaction) => {
        const result = await work(transaction)
        const rows = await transaction.all(
          ofAllAccounts`select 1 from orders where source_id = '2'`,
        )
        if (rows.length > 0 && erasing === undefined) {
          erasing = erase('maya@example.com')
          await expect.poll(countBlocked).toBe(1)
        }
        return result
      }),
    )
    await sync()
    await erasing
    expect(await find('2')).toMatchObject({ recipient: { lastName: '', email: '' } })
  })
}

test('the first sync starts 30 days ago, later ones shortly before the last change', async () => {
  const { api, sync, change, cursor } = await syncingShop()
  const starts = () => api.requests.splice(0).map(({ query }) => query.modifyDateStart)
  await sync()
  // An hour and a second more, because of the API's clock.
  expect(starts()).toEqual(['2026-10-21 11:59:59'])
  await change('09:00:00')
  expect(await cursor()).toBe(Date.parse('2026-11-20T17:00:00Z'))
  starts()
  await sync()
  expect(starts()).toEqual(['2026-11-20 07:54:59'])
  api.orders.splice(0, 1, recordedOrder(2, '2026-02-01T09:00:00.0000000'))
  expect(await sync(Date.parse('2026-01-01T08:00:00Z'))).toEqual({ ...none, created: 1 })
  expect(starts()).toEqual(['2025-12-31 22:59:59'])
  expect(await cursor()).toBe(Date.parse('2026-11-20T17:00:00Z'))
  // It must not hide the changes until then.
  api.orders.push(recordedOrder(3, '2027-11-20T09:00:00.0000000'))
  await sync()
  expect(await cursor()).toBe(Date.parse('2026-11-20T20:00:00Z'))
})

test('pages before a failure remain imported and the next sync continues from there', async () => {
  const { api, sync, find, cursor } = await syncingShop()
  api.options.pageSize = 2
  for (let i = 1; i <= 5; i++) api.orders.push(recordedOrder(i, at(`0${i}:00:00`)))
  let answered = 0
  api.options.afterAnswer = () => {
    if (++answered === 2) api.next((response) => response.writeHead(503).end())
  }
  await expect(sync()).rejects.toThrow('the provider responds with 503')
  expect(await find('SS-1')).toBeDefined()
  expect(await find('SS-5')).toBeUndefined()
  expect(await cursor()).toBeLessThan(Date.parse('2026-11-20T13:00:00Z'))
  const { created, unchanged } = await sync()
  expect(created).toBeGreaterThan(0)
  expect(unchanged).toBeLessThan(5)
  expect(await find('SS-5')).toBeDefined()
})

test('an unknown campaign fails before any request', async () => {
  const { api, services, signal } = await syncingShop()
  const importer = { ...services.importer, campaign: toId('cmp', 'cmp_none') }
  await expect(syncOrders({ ...services, importer }, signal)).rejects.toThrow(
    /has no campaign cmp_none; check PROVIDER_ACCOUNT and PROVIDER_CAMPAIGN/,
  )
  expect(api.requests).toEqual([])
})

test('an aborted sync ends after the current batch of 25 orders', async () => {
  const { api, services, find } = await syncingShop()
  const ending = new AbortController()
  for (let i = 1; i <= 60; i++)
    api.orders.push(recordedOrder(i, at(`09:00:${String(i - 1).padStart(2, '0')}`)))
  const dispatcher = recordingPublisher(() => ending.abort())
  await expect(syncOrders({ ...services, dispatcher }, ending.signal)).rejects.toThrow(/abort/i)
  expect(await find('SS-25')).toBeDefined()
  expect(await find('SS-26')).toBeUndefined()
})

test('a failed poll is logged and doubles the pause, up to an hour; a success resets it', async () => {
  const { api, node, find, logged } = await syncingShop()
  const fail = () => api.next((response) => response.writeHead(503).end())
  const { pause, next } = await node()
  expect(await pause()).toBe(300)
  for (const expected of [600, 1200, 2400, 3600, 3600]) {
    fail()
    next()
    expect(await pause()).toBe(expected)
  }
  api.orders.push(recordedOrder(1, at('09:00:00')))
  next()
  expect(await pause()).toBe(300)
  expect(await find('SS-1')).toBeDefined()
  const lines = logged()
  expect(lines.map(({ level }) => level)).toEqual([20, 40, 40, 40, 40, 40, 30])
  expect(lines[1]).toMatchObject({ reason: 'the provider responds with 503', failures: 1 })
  expect(lines[6]).toMatchObject({ created: 1, updated: 0 })
  api.orders.splice(0, 1, recordedOrder(1, at('10:00:00'), { orderStatus: 'cancelled' }))
  api.orders.push(recordedOrder(2, at('10:00:00'), { orderStatus: 'lost' }))
  next()
  await pause()
  expect(logged().at(-1)).toMatchObject({ level: 30, created: 0, updated: 1, rejected: 1 })
})

test('one node polls. Another one polls when its turn is over or it has stopped', async () => {
  const { api, node, time } = await syncingShop()
  const first = await node()
  expect(await first.pause()).toBe(300)
  time.now += 299_990
  const second = await node()
  expect(await second.pause()).toBe(0.01)
  expect(api.requests).toHaveLength(1)
  time.now += 10
  second.next()
  expect(await second.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
  first.next()
  expect(await first.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
  await second.stop()
  first.next()
  expect(await first.pause()).toBe(300)
  expect(api.requests).toHaveLength(3)
})

test('after a clock was days ahead, the provider is polled at once', async () => {
  const { api, node, time, logged } = await syncingShop()
  time.now += 2 * 86_400_000
  const first = await node()
  await first.pause()
  // A node that is killed leaves its turn as it is.
  time.now -= 2 * 86_400_000
  const second = await node()
  expect(await second.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
  expect(logged().map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^A clock that was/))
})

test('a poll that takes long keeps its turn, and that of a node that hangs ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { api, node, time } = await syncingShop()
  // The provider does not respond.
  api.next(() => {})
  await node()
  await expect.poll(() => api.requests.length, { interval: 1 }).toBe(1)
  time.now += 50_000
  vi.advanceTimersByTime(20_000)
  time.now += 30_000
  const second = await node()
  expect(await second.pause()).toBe(30)
  time.now += 30_000
  second.next()
  expect(await second.pause()).toBe(300)
  expect(api.requests).toHaveLength(2)
})

test('a label that is voided while later pages are read is found voided', async () => {
  const { api, sync, find } = await syncingShop()
  api.options.pageSize = 5
  for (let id = 1; id <= 10; id++) {
    api.orders.push(recordedOrder(id, at(`09:00:${10 + id}`), { orderStatus: 'shipped' }))
    api.shipments.push(recordedShipment(id, at(`09:00:${10 + id}`)))
  }
  // After the first labels were read.
  api.options.afterAnswer = () => {
    if (api.requests.at(-1)?.list !== 'fulfillments') return
    api.options.afterAnswer = () => {}
    api.shipments.splice(0, 1, recordedShipment(1, at('09:00:11'), { voided: true }))
    const waits = ['1', '2', '3', '4'].map((id) => recordedOrder(Number(id), at(`09:30:0${id}`)))
    api.orders.splice(0, 4, ...waits)
  }
  await sync()
  expect(await find('SS-1')).toMatchObject({ status: 'AWAITING_SHIPMENT', trackingNumber: null })
})
