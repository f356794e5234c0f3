import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  recordedFulfillment,
  recordedOrder,
  recordedShipment,
  startFakeShipStation,
} from '../../../tests/kit/server/fake-shipstation.ts'
import { makeCertificate } from '../../../tests/kit/tls.ts'
import { listen } from '../../http/http-server.ts'
import { type Changes, Client, ProviderError } from './client.ts'
import { fromPacific, toPacific } from './pacific-time.ts'

const { signal } = new AbortController()
const beginning = Date.parse('2026-11-01T00:00:00Z')

const changesOf = async (client: Client, since = beginning): Promise<Changes[]> => {
  const pages: Changes[] = []
  for await (const page of client.changedSince(since, signal)) pages.push(page)
  return pages
}

/** Starts the API with orders, and returns what reads it. Waits are recorded and take no time. */
const reading = async (...orders: ReturnType<typeof recordedOrder>[]) => {
  const api = await startFakeShipStation()
  api.orders.push(...orders)
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const client = new Client(api.access, { wait, limits: { milliseconds: 1000, maxBytes: 50_000 } })
  const read = async (since?: number) => {
    const pages = await changesOf(client, since)
    return pages.flatMap((page) => page.orders)
  }
  return {
    api,
    waits,
    client,
    read,
    ids: async (since?: number) => (await read(since)).map(({ order }) => order.sourceId),
    parcels: async () => Object.fromEntries(await client.parcelsOf(await read(), signal)),
  }
}

/** Returns orders that changed a minute apart. Their IDs count from 1. */
const orders = (count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, i) =>
    recordedOrder(i + 1, `2026-11-20T09:0${i + 1}:30.0000000`, more),
  )

/** Returns the IDs of the first orders. */
const upTo = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1))

test('keeps to the rate limit, and retries after a 429 at the time in its header', async () => {
  const { api, waits, ids } = await reading(...orders(3))
  Object.assign(api.options, { pageSize: 2, remaining: 0, reset: 17 })
  expect(await ids()).toEqual(upTo(3))
  expect(waits.splice(0)).toEqual([17_000])
  Object.assign(api.options, { pageSize: 500, remaining: 39 })
  const full = (headers: Record<string, string>) => (response: ServerResponse) =>
    response.writeHead(429, headers).end('{"message":"Too Many Requests"}')
  api.next(
    ...['23', '0'].map((seconds) => full({ 'X-Rate-Limit-Reset': seconds })),
    full({ 'Retry-After': '3' }),
    full({}),
  )
  expect(await ids()).toEqual(upTo(3))
  expect(waits.splice(0)).toEqual([17_000, 23_000, 1000, 3000, 60_000])
  api.next(...Array.from({ length: 5 }, () => full({ 'X-Rate-Limit-Reset': '99999' })))
  await expect(ids()).rejects.toThrow('the provider responds with 429')
  expect(waits).toEqual([300_000, 300_000, 300_000, 300_000])
})

const failed = 'the request to the provider failed: '

test.each<[string, (response: ServerResponse) => void]>([
  [
    'the provider responds with 404; check PROVIDER_URL',
    (response) => response.writeHead(404).end('<html>'),
  ],
  ['the provider responds with 500', (response) => response.writeHead(500).end('{}')],
  [
    'the provider responds with 302; check PROVIDER_URL',
    (response) => response.writeHead(302, { Location: '/' }).end(),
  ],
  [
    'the provider rejects PROVIDER_KEY and PROVIDER_SECRET (403)',
    (response) => response.writeHead(403).end(),
  ],
  [
    'the provider’s response is not JSON; check PROVIDER_URL',
    (response) => response.end(Buffer.from('{"a":"\xe9"}', 'latin1')),
  ],
  [
    'the provider rejects PROVIDER_KEY and PROVIDER_SECRET (401)',
    (response) => response.writeHead(401).end(),
  ],
  ['the provider’s response is not a page of orders', (response) => response.end('{"orders":[]}')],
  ['the provider’s response is not a page of orders', (response) => response.end('{"pages":1}')],
  [
    `${failed}The response is longer than 50000 bytes`,
    (response) => response.end('x'.repeat(50_001)),
  ],
  [
    `${failed}No response within 1 seconds`,
    (response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    },
  ],
  [
    `${failed}Connection reset`,
    (response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"orders":', () => response.destroy())
    },
  ],
])('a response fails with a reason and without the secret: %s', async (message, respond) => {
  const { api, ids } = await reading()
  api.next(respond)
  const error = await ids().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderError)
  expect(String(error)).toBe(`ProviderError: ${message}`)
  expect(JSON.stringify(error) + String(error)).not.toMatch(/the-secret|dGhlLWtle/)
  expect(api.requests).toHaveLength(1)
})

test('a connection that is refused or not trusted fails with a reason', async () => {
  const server = createServer(makeCertificate(), (_, response) => response.end('{}'))
  const port = await listen(server, 0, '127.0.0.1')
  const access = { url: `https://127.0.0.1:${port}/v1`, key: 'key', secret: 'secret' }
  const request = () => changesOf(new Client(access))
  await expect(request()).rejects.toThrow(`${failed}The certificate is self-signed`)
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await expect(request()).rejects.toThrow(`${failed}Connection refused`)
})

test('all pages are read, each order once, also if orders change between pages', async () => {
  const { api, ids } = await reading(...orders(9))
  api.options.pageSize = 2
  expect(await ids()).toEqual(upTo(9))
  expect(api.requests[0]?.query).toEqual({
    // An hour before, in Pacific time, and a second.
    modifyDateStart: '2026-10-31 15:59:59',
    sortBy: 'ModifyDate',
    sortDir: 'ASC',
    page: '1',
    pageSize: '500',
  })
  // After each of the first pages, its first order is changed and moves behind all others.
  let changed = 0
  api.options.afterAnswer = () => {
    const order = api.orders[changed * 2]
    if (order && ++changed <= 2) order.modifyDate = `2026-11-20T10:0${changed}:00.0000000`
  }
  expect(new Set(await ids())).toEqual(new Set(upTo(9)))
})

test.each([
  ['included', true],
  ['excluded', false],
])('more orders than a page can change in one second, if a start is %s', async (_, isIncluded) => {
  const changedAt = (id: number) => `2026-11-20T09:00:0${id > 7 ? 1 : 0}.0000000`
  const { api, ids } = await reading(
    ...upTo(12).map((id) => recordedOrder(Number(id), changedAt(Number(id)))),
  )
  Object.assign(api.options, { pageSize: 2, startIsInclusive: isIncluded })
  expect(await ids()).toEqual(upTo(12))
})

test.each(['2026-11-01T08:59:59Z', '2026-11-01T09:30:00Z', '2026-11-01T09:59:59Z'])(
  'the hour that clocks show twice hides no change since %s',
  async (time) => {
    const since = Date.parse(time)
    // Clocks went back to one at nine. This is a second later than the last change that was read.
    const later = new Date(since + 1000 - 8 * 3_600_000).toISOString().slice(0, 19)
    const { ids } = await reading(recordedOrder(1, `${later}.0000000`))
    expect(await ids(since)).toEqual(['1'])
    expect(fromPacific(later)).toBeLessThanOrEqual(since + 1000)
  },
)

test('the parcel is the newest label or fulfillment that is not voided', async () => {
  const { api, parcels } = await reading(...orders(3, { orderStatus: 'shipped' }))
  const label = (second: string, more: Record<string, unknown> = {}) =>
    recordedShipment(1, `2026-11-20T09:01:${second}.0000000`, more)
  api.shipments.push(
    label('00', { trackingNumber: 'old' }),
    label('10'),
    label('20', { trackingNumber: 'void', voided: true }),
    label('25', { trackingNumber: 'back', isReturnLabel: 'true' }),
    recordedShipment(2, '2026-11-20T09:02:00.0000000', { trackingNumber: 'older' }),
    recordedShipment(3, '2026-11-20T09:03:00.0000000', { voided: 1 }),
  )
  const deliveryDate = '2026-11-20T23:00:00.0000000'
  const later = { deliveryDate, shipDate: '2026-11-22' }
  api.fulfillments.push(recordedFulfillment(2, '2026-11-21T09:02:00.0000000', later))
  const shipDate = '2026-11-20T08:00:00.000Z'
  expect(await parcels()).toEqual({
    1: {
      newest: {
        trackingNumber: '1Z1',
        carrierCode: 'ups',
        shipDate,
        leftBy: '2026-11-20T17:01:10.000Z',
        deliveredAt: undefined,
      },
      remarks: [],
      voided: ['void'],
    },
    2: {
      newest: {
        trackingNumber: '782',
        carrierCode: 'USPS',
        shipDate: '2026-11-22T08:00:00.000Z',
        leftBy: '2026-11-23T07:59:59.999Z',
        deliveredAt: '2026-11-21T07:00:00.000Z',
      },
      remarks: [],
      voided: [],
    },
    3: { newest: undefined, remarks: [], voided: ['1Z3'] },
  })
})

test('labels beside a voided one are found however old they are', async () => {
  const { api, parcels } = await reading(...orders(4, { orderStatus: 'shipped' }))
  for (const id of [1, 2, 3, 4])
    api.shipments.push(
      recordedShipment(id, `2026-11-20T09:0${id}:00.0000000`, { voided: id === 4 }),
    )
  api.shipments.push(recordedShipment(4, '2026-10-01T09:00:00.0000000', { trackingNumber: 'old' }))
  expect(await parcels()).toMatchObject({
    4: { newest: { trackingNumber: 'old' }, voided: ['1Z4'] },
  })
})

test('many parcels are requested in one list, and up to three one by one', async () => {
  const { api, parcels } = await reading(...orders(3, { orderStatus: 'shipped' }))
  /** The lists that were requested after the orders, and of which order. */
  const requested = () =>
    api.requests.splice(0).flatMap(({ list, query }) => `${list} ${query.orderId ?? ''}`)
  for (const id of [1, 2, 3, 4, 5])
    api.shipments.push(recordedShipment(id, `2026-11-20T09:0${id}:00.0000000`))
  expect(Object.keys(await parcels())).toEqual(upTo(3))
  const both = (id: string) => [`shipments ${id}`, `fulfillments ${id}`]
  expect(requested()).toEqual(['orders ', ...upTo(3).flatMap(both)])

  api.orders.splice(0, 3, ...orders(6, { orderStatus: 'shipped' }))
  // Shipped long before the order was changed last.
  api.fulfillments.push(recordedFulfillment(6, '2026-10-20T09:00:00.0000000'))
  expect(Object.keys(await parcels())).toEqual(upTo(6))
  // From two hours before the first change to an hour after the last.
  expect(api.requests[1]?.query).toMatchObject({
    createDateStart: '2026-11-20 07:01:30',
    createDateEnd: '2026-11-20 10:06:30',
  })
  expect(requested()).toEqual(['orders ', ...both(''), ...both('6')])
})

/** Reads orders that the API returns with these fields. Their IDs count from 1. */
const readOrders = async (...all: Record<string, unknown>[]) => {
  const { client } = await reading(
    ...all.map((more, i) => recordedOrder(i + 1, `2026-11-20T09:21:${10 + i}.4430000`, more)),
  )
  const [page] = await changesOf(client)
  return { orders: page?.orders ?? [], unreadable: page?.unreadable ?? [] }
}

const { shipTo } = recordedOrder(1, '')

test('an order is read with all its fields', async () => {
  expect((await readOrders({})).orders).toEqual([
    {
      order: {
        source: 'shipstation-v1',
        sourceId: '1',
        changedAt: Date.parse('2026-11-20T17:21:10.443Z'),
        originIds: [],
        mergedIds: [],
        unread: [],
        remarks: [],
        sourceOrderNumber: 'SS-1',
        campaignId: undefined,
        status: 'AWAITING_SHIPMENT',
        orderDate: '2026-11-01T16:46:27.000Z',
        recipient: {
          firstName: 'Maya Sofia',
          lastName: 'Lindqvist',
          email: 'maya@example.com',
          phone: '+1 503 555 0137',
          street1: '418 Alder Street',
          street2: 'Apt 5',
          city: 'Portland',
          state: 'OR',
          zip: '97205',
          country: 'US',
        },
        person: {
          name: 'Maya Sofia Lindqvist',
          email: 'maya@example.com',
          address: '418 Alder Street 97205 Portland',
        },
        companyName: 'Harbor & Pine',
        notes: 'Leave at the front desk',
        products: [{ sku: 'T', quantity: 2 }],
      },
      parcel: {
        trackingNumber: undefined,
        carrierCode: 'fedex',
        shipDate: undefined,
        leftBy: undefined,
        deliveredAt: undefined,
      },
    },
  ])
})

test('missing fields are empty, street3 joins street2, and unpaid orders are left out', async () => {
  const nothing = { company: null, state: null, postalCode: null, phone: null, street2: null }
  const { orders } = await readOrders(
    {
      shipTo: { ...shipTo, ...nothing, name: null, street3: 'Building 2' },
      customerEmail: null,
      customerNotes: null,
      advancedOptions: null,
      carrierCode: null,
    },
    { shipTo: { ...shipTo, name: ' Cher ' }, orderStatus: 'on_hold' },
    { orderStatus: 'awaiting_payment' },
  )
  const empty = { firstName: '', lastName: '', email: '', phone: '', state: '', zip: '' }
  expect(orders.map(({ order }) => order)).toMatchObject([
    { companyName: '', notes: '', recipient: { ...empty, street2: 'Building 2' } },
    { status: 'AWAITING_SHIPMENT', recipient: { firstName: 'Cher', lastName: '' } },
  ])
})

const item = { sku: 'T', quantity: 1 }
const long = 'x'.repeat(150)

test('an order without a status or an id cannot be read', async () => {
  const all = [{ orderStatus: 'lost' }, { orderId: null, orderNumber: '' }]
  const { orders, unreadable } = await readOrders(...all)
  expect(orders).toEqual([])
  expect(unreadable).toEqual([
    { id: '1', number: 'SS-1', reason: 'orderStatus: "lost" is unknown' },
    { id: '', number: 'without a number', reason: expect.stringMatching(/^orderId: /) },
  ])
})

test('an order is read whose numbers, time of change, options or item of a discount are not as documented', async () => {
  const { orders } = await readOrders(
    { modifyDate: '3 days ago', orderStatus: 'cancelled', orderNumber: 1002 },
    { advancedOptions: [], items: [item, { adjustment: true, quantity: null }] },
    {
      advancedOptions: { mergedIds: [null, 8, 'x', '9'] },
      items: [
        { sku: 4006381333931, quantity: '2.00' },
        { sku: 'M', quantity: '0' },
      ],
      shipTo: { ...shipTo, phone: 15035550137 },
    },
  )
  expect(orders.map(({ order }) => order)).toMatchObject([
    { status: 'AWAITING_SHIPMENT', products: [item], unread: [] },
    {
      mergedIds: ['8', '9'],
      products: [{ sku: '4006381333931', quantity: 2 }],
      recipient: { phone: '15035550137' },
      unread: [],
    },
    { status: 'CANCELLED', changedAt: undefined, sourceOrderNumber: '1002' },
  ])
  const { api, ids } = await reading()
  api.next((response) => response.end('{"orders":[],"total":"0","pages":"0"}'))
  expect(await ids()).toEqual([])
})

/** What is said of an order, and what of it cannot be read. */
const partly: [more: Record<string, unknown>, problem: RegExp][] = [
  [{ items: [{ ...item, quantity: 1.5 }] }, /^items\[0\]\.quantity: must be an integer$/],
  [{ shipTo: 'Maya' }, /^shipTo: /],
  [{ orderDate: 'yesterday' }, /^orderDate: must be a time, not "yesterday"$/],
  [{ orderDate: '2026-02-30T00:00:00.0000000' }, /^orderDate: must be a time, not/],
  [{ orderDate: '0001-01-01T00:00:00.0000000' }, /^orderDate: must be a time between 2000 and/],
  [{ orderDate: '2126-11-20T00:00:00.0000000' }, /^orderDate: must be a time between 2000 and/],
  [{ shipTo: { ...shipTo, city: 'a lone \ud800' } }, /^shipTo\.city: must not contain a lone/],
  [{ customerEmail: 'x'.repeat(255) }, /^customerEmail: must have at most 254 characters$/],
  [{ shipTo: { ...shipTo, street2: long, street3: long } }, /^recipient\.street2: /],
]

test('each part of an order is read by itself', async () => {
  const { orders, unreadable } = await readOrders(...partly.map(([more]) => more))
  expect(unreadable).toEqual([])
  expect(orders.map(({ order }) => order.unread.map(({ reason }) => reason))).toEqual(
    partly.map(([, problem]) => [expect.stringMatching(problem)]),
  )
  expect(orders.map(({ order }) => order.status)).toEqual(partly.map(() => 'AWAITING_SHIPMENT'))
  expect(orders.filter(({ order }) => order.recipient === undefined)).toHaveLength(4)
})

test('long notes and phones are cut, and lines that are not shipped are left out', async () => {
  const lines = [
    { sku: ' T ', quantity: 1 },
    { sku: 'M', quantity: 0 },
    { sku: 'OFF', quantity: -1 },
    { sku: null, quantity: 1 },
    { sku: 'GIFT', quantity: 1, adjustment: 'true' },
  ]
  const whole = { customerNotes: 'x'.repeat(2000), customerEmail: 'x'.repeat(254) }
  const { orders } = await readOrders(
    {
      items: lines,
      customerNotes: '🙂'.repeat(2001),
      shipTo: { ...shipTo, phone: '1'.repeat(31) },
      shipDate: '0001-01-01',
    },
    { ...whole, shipTo: { ...shipTo, name: 'Ada Byron' } },
  )
  expect(orders).toMatchObject([
    {
      order: {
        products: [
          { sku: 'T', quantity: 1 },
          { sku: '', quantity: 1 },
        ],
        notes: '🙂'.repeat(2000),
        recipient: { phone: '1'.repeat(30) },
        unread: [],
        remarks: [
          'shipTo.phone has 31 characters and was cut to 30',
          'customerNotes has 2001 characters and was cut to 2000',
        ],
      },
      parcel: { shipDate: undefined },
    },
    { order: { recipient: { firstName: 'Ada', lastName: 'Byron' }, unread: [], remarks: [] } },
  ])
})

test.each([
  ['2015-08-17T09:21:59.4430000', '2015-08-17T16:21:59.443Z'],
  ['2016-01-12 16:03:06', '2016-01-13T00:03:06.000Z'],
  ['2015-06-29', '2015-06-29T07:00:00.000Z'],
  // An hour that is missing.
  ['2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
  ...['', '2015-13-01T00:00:00', '2015-06-29T08:46', '2015-06-29T08:46:27Z'].map((text) => [text]),
])('the Pacific time %j is %s', (text = '', expected = '') => {
  expect(fromPacific(text)).toBe(Date.parse(expected))
})

test('every formatted time parses to itself, or to the first of a repeated hour', () => {
  const second = fc.integer({ min: 1_262_304_000, max: 2_051_222_400 }).map((s) => s * 1000)
  fc.assert(
    fc.property(second, (time) => {
      const parsed = fromPacific(toPacific(time))
      expect([time, time - 3_600_000]).toContain(parsed)
      expect(toPacific(parsed)).toBe(toPacific(time))
    }),
  )
})
