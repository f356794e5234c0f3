import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { expect, test } from 'vitest'
import { makeCertificate } from '../../../testkit/tls.ts'
import { listen } from '../../http/http-server.ts'
import {
  recordedFulfillment,
  recordedOrder,
  recordedShipment,
  startFakeShipStation,
} from '../../testing/fake-shipstation.ts'
import { type Changes, Client, ProviderError } from './client.ts'
import { fromPacific } from './mapping.ts'

const { signal } = new AbortController()
const beginning = Date.parse('2026-11-01T00:00:00Z')

const changesOf = async (client: Client, since = beginning, stop = signal): Promise<Changes[]> => {
  const pages: Changes[] = []
  for await (const page of client.changedSince(since, stop)) pages.push(page)
  return pages
}

/** Starts the API, and returns what reads it. Waits are recorded and take no time. */
const reading = async (limits?: { milliseconds: number; maxBytes: number }) => {
  const api = await startFakeShipStation()
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const client = new Client(api.access, limits ? { wait, limits } : { wait })
  const orders = async (since?: number) =>
    (await changesOf(client, since)).flatMap((page) => page.orders)
  return {
    ...{ api, waits, client },
    ids: async (since?: number) => (await orders(since)).map(({ id }) => id),
    parcels: async () => Object.fromEntries(await client.parcelsOf(await orders(), signal)),
  }
}

type Api = Awaited<ReturnType<typeof startFakeShipStation>>

/** Adds orders to the API, changed a minute apart. Their IDs count from 1. */
const fill = (api: Api, count: number) => {
  for (let id = 1; id <= count; id++)
    api.orders.push(recordedOrder(id, `2026-11-20T09:${String(id).padStart(2, '0')}:00.0000000`))
}

/** Returns the IDs of the first orders. */
const upTo = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1))

test('keeps to the API’s rate limit', async () => {
  const { api, waits, ids } = await reading()
  fill(api, 3)
  Object.assign(api.options, { pageSize: 2, remaining: 0, reset: 17 })
  expect(await ids()).toEqual(upTo(3))
  expect(waits).toEqual([17_000])
})

test('retries after a 429 at the time in its header', async () => {
  const { api, waits, ids } = await reading()
  fill(api, 1)
  const full = (headers: Record<string, string>) => (response: ServerResponse) =>
    response.writeHead(429, headers).end('{"message":"Too Many Requests"}')
  api.next(
    ...['23', '0'].map((seconds) => full({ 'X-Rate-Limit-Reset': seconds })),
    ...[full({ 'Retry-After': '3' }), full({})],
  )
  expect(await ids()).toEqual(['1'])
  expect(waits).toEqual([23_000, 1000, 3000, 60_000])
  api.next(...Array.from({ length: 5 }, () => full({ 'X-Rate-Limit-Reset': '99999' })))
  await expect(ids()).rejects.toThrow('the provider responds with 429')
  expect(waits.slice(4)).toEqual([300_000, 300_000, 300_000, 300_000])
  expect(api.requests).toHaveLength(10)
})

const failed = 'the request to the provider failed: '
const [notJson, notPage] = ['is not JSON', 'is not a page of orders'].map(
  (reason) => `the provider’s response ${reason}`,
)

test.each<[string, (response: ServerResponse) => void, string | undefined]>([
  ['500', (response) => response.writeHead(500).end('{}'), 'the provider responds with 500'],
  [
    '401',
    (response) => response.writeHead(401).end(),
    'the provider rejects PROVIDER_KEY and PROVIDER_SECRET (401)',
  ],
  [
    '403',
    (response) => response.writeHead(403).end(),
    'the provider rejects PROVIDER_KEY and PROVIDER_SECRET (403)',
  ],
  [
    'a redirect',
    (response) => response.writeHead(302, { Location: '/v1/orders' }).end(),
    'the provider responds with 302',
  ],
  ['HTML', (response) => response.end('<html>'), notJson],
  ['half of it', (response) => response.end('{"orders":['), notJson],
  ['Latin-1', (response) => response.end(Buffer.from('{"a":"\xe9"}', 'latin1')), notJson],
  ['something else', (response) => response.end('[]'), notPage],
  ['no pages', (response) => response.end('{"orders":{},"pages":1}'), notPage],
  [
    'no length that is allowed',
    (response) => response.end('x'.repeat(5001)),
    `${failed}The response is longer than 5000 bytes`,
  ],
  ['nothing', () => {}, `${failed}No response within 0.3 seconds`],
  [
    'a byte at a time',
    (response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    },
    `${failed}No response within 0.3 seconds`,
  ],
  [
    'half, and closes the connection',
    (response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"orders":', () => response.destroy())
    },
    `${failed}Connection reset`,
  ],
])('a response of %s fails with a reason and without the secret', async (_, respond, message) => {
  const { api, ids } = await reading({ milliseconds: 300, maxBytes: 5000 })
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

test('an aborted request ends at once', async () => {
  const { api, client } = await reading()
  const stopping = new AbortController()
  api.next(() => stopping.abort(new Error('stopping')))
  await expect(changesOf(client, beginning, stopping.signal)).rejects.toThrow('stopping')
})

test('all pages are read, each order once', async () => {
  const { api, ids, client, waits } = await reading()
  expect(await changesOf(client)).toEqual([{ orders: [], unreadable: [], changedUntil: undefined }])
  expect(api.requests[0]?.query).toEqual({
    // An hour before, in Pacific time, and a second.
    modifyDateStart: '2026-10-31 15:59:59',
    ...{ sortBy: 'ModifyDate', sortDir: 'ASC', page: '1', pageSize: '500' },
  })
  fill(api, 9)
  api.options.pageSize = 2
  expect(await ids()).toEqual(upTo(9))
  expect(waits).toEqual([])
})

test('an order that changes between pages does not hide another', async () => {
  const { api, ids } = await reading()
  fill(api, 6)
  api.options.pageSize = 2
  // After each of the first pages, its first order is changed and moves behind all others.
  let changed = 0
  api.options.afterAnswer = () => {
    const order = api.orders[changed * 2]
    if (order && ++changed <= 2) order.modifyDate = `2026-11-20T10:0${changed}:00.0000000`
  }
  expect(new Set(await ids())).toEqual(new Set(upTo(6)))
})

test.each([
  ['included', true],
  ['excluded', false],
])('more orders than a page can change in one second, if a start is %s', async (_, isIncluded) => {
  const { api, ids } = await reading()
  api.options.startIsInclusive = isIncluded
  for (let id = 1; id <= 7; id++) api.orders.push(recordedOrder(id, '2026-11-20T09:00:00.0000000'))
  for (let id = 8; id <= 12; id++) api.orders.push(recordedOrder(id, '2026-11-20T09:00:01.0000000'))
  api.options.pageSize = 2
  expect(await ids()).toEqual(upTo(12))
})

test.each(['2026-11-01T08:59:59Z', '2026-11-01T09:30:00Z', '2026-11-01T09:59:59Z'])(
  'the hour that clocks show twice hides no change since %s',
  async (time) => {
    const { api, ids } = await reading()
    const since = Date.parse(time)
    // Clocks went back to one at nine. This is a second later than the last change that was read.
    const later = new Date(since + 1000 - 8 * 3_600_000).toISOString().slice(0, 19)
    api.orders.push(recordedOrder(1, `${later}.0000000`))
    expect(await ids(since)).toEqual(['1'])
    expect(fromPacific(later)).toBeLessThanOrEqual(since + 1000)
  },
)

const shipped = (id: number) =>
  recordedOrder(id, `2026-11-20T09:0${id}:30.0000000`, { orderStatus: 'shipped' })

/** The lists that were requested after the orders, and of which order. */
const requested = ({ requests }: Api) =>
  requests.slice(1).map(({ list, query }) => `${list} ${query.orderId ?? ''}`)

test('the parcel is the newest label that is not voided, else the fulfillment', async () => {
  const { api, parcels } = await reading()
  api.orders.push(...[1, 2, 3].map(shipped))
  const label = (second: string, more: Record<string, unknown> = {}) =>
    recordedShipment(1, `2026-11-20T09:01:${second}.0000000`, more)
  api.shipments.push(
    label('00', { trackingNumber: 'old' }),
    label('10'),
    label('20', { trackingNumber: 'void', voided: true }),
    label('25', { trackingNumber: 'back', isReturnLabel: true }),
    label('26', { trackingNumber: 'x'.repeat(101) }),
  )
  const deliveryDate = '2026-11-20T23:00:00.0000000'
  api.fulfillments.push(recordedFulfillment(2, '2026-11-20T09:02:00.0000000', { deliveryDate }))
  expect(await parcels()).toEqual({
    1: {
      ...{ trackingNumber: '1Z1', carrierCode: 'ups' },
      ...{ shipDate: '2026-11-20T08:00:00.000Z', deliveredAt: undefined },
    },
    2: {
      ...{ trackingNumber: '782', carrierCode: 'USPS' },
      ...{ shipDate: '2026-11-20T08:00:00.000Z', deliveredAt: '2026-11-21T07:00:00.000Z' },
    },
  })
})

test('many parcels are requested in one list, and up to three one by one', async () => {
  const { api, parcels } = await reading()
  const add = (id: number) =>
    api.shipments.push(recordedShipment(id, `2026-11-20T09:0${id}:00.0000000`))
  api.orders.push(...[1, 2, 3].map(shipped))
  for (const id of [1, 2, 3]) add(id)
  expect(Object.keys(await parcels())).toEqual(upTo(3))
  expect(requested(api)).toEqual(['shipments 1', 'shipments 2', 'shipments 3'])

  api.requests.splice(0)
  api.orders.push(...[4, 5, 6].map(shipped))
  for (const id of [4, 5]) add(id)
  // Shipped long before the order was changed last.
  api.fulfillments.push(recordedFulfillment(6, '2026-10-20T09:00:00.0000000'))
  expect(Object.keys(await parcels())).toEqual(upTo(6))
  // From two hours before the first change to an hour after the last.
  expect(api.requests[1]?.query).toMatchObject({
    createDateStart: '2026-11-20 07:01:30',
    createDateEnd: '2026-11-20 10:06:30',
  })
  expect(requested(api)).toEqual(['shipments ', 'shipments 6', 'fulfillments 6'])
})
