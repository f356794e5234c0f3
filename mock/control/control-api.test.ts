import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operationIds } from '../../generated/operations.ts'
import { webhooks } from '../../generated/webhooks.ts'
import { readConfig } from '../../server/config.ts'
import { type ServedMock, servedMock, startReceiver } from '../testing/served-mock.ts'
import { isOwnHost } from './control-api.ts'

const remaining = async ({ call }: ServedMock) =>
  Number((await call('/auth')).headers['ratelimit-remaining'])

test('the control API needs no key and is not counted', async () => {
  const mock = await servedMock({ stateful: true }, { RATE_LIMIT_BUDGET: '10' })
  const before = await remaining(mock)
  for (const path of ['', 'page/page.js', 'state', 'requests', 'receivers', 'deliveries'])
    expect((await mock.look(path)).status).toBe(200)
  await mock.turn('clock', { seconds: 1 })
  await mock.turn('events/order.shipped')
  await mock.turn('orders/nobody/ship')
  expect(await remaining(mock)).toBe(before - 1)
})

test('an address with an exhausted rate limit gets 429 until a reset, or until the clock passes the window', async () => {
  const mock = await servedMock({}, { RATE_LIMIT_BUDGET: '10' })
  for (const recover of [() => mock.turn('reset'), () => mock.turn('clock', { seconds: 86_401 })]) {
    expect((await mock.turn('budget/exhaust')).status).toBe(200)
    const rejected = await mock.call('/products/list')
    expect([rejected.status, rejected.headers['ratelimit-remaining']]).toEqual([429, '0'])
    await recover()
    expect(await remaining(mock)).toBe(9)
  }
})

test.each([true, false])(
  'the clock advances by the given seconds until a reset (stateful: %s)',
  async (stateful) => {
    const { look, turn } = await servedMock({ stateful })
    await turn('clock', { seconds: 201 * 86_400 })
    const advanced = { aheadSeconds: 201 * 86_400 + 60 }
    expect((await turn('clock', { seconds: 60 })).body).toMatchObject(advanced)
    expect((await look('state')).body).toMatchObject(advanced)
    expect((await turn('reset')).body).toMatchObject({ aheadSeconds: 0 })
  },
)

test('a simulated failure delays and fails the given number of calls of one operation', async () => {
  const { call, look, turn } = await servedMock({ stateful: true })
  const failure = { fails: true, latencyMilliseconds: 60, calls: 2 }
  const { body } = await turn('operations/listProducts', failure)
  expect(body).toMatchObject({ failures: { listProducts: failure } })
  expect((await call('/campaigns/list')).status).toBe(200)
  const started = performance.now()
  expect((await call('/products/list')).status).toBe(500)
  expect(performance.now() - started).toBeGreaterThanOrEqual(59)
  expect((await look('state')).body).toHaveProperty('failures.listProducts.calls', 1)
  expect((await call('/products/list')).status).toBe(500)
  expect((await call('/products/list')).status).toBe(200)
  expect((await look('state')).body).toMatchObject({ failures: {} })
})

test('a scenario replaces the data, and a reset restores the first scenario', async () => {
  const { call, turn } = await servedMock({ stateful: true })
  const state = { stateful: true, scenario: 'empty', operations: operationIds, requests: 0 }
  expect((await turn('scenarios/empty')).body).toMatchObject(state)
  expect((await call('/products/list')).body).toEqual([])
  expect((await turn('reset')).body).toMatchObject({ scenario: 'demo' })
  expect((await call('/products/list')).body).not.toEqual([])
})

const rejected: [path: string, body: object, message: RegExp][] = [
  ['scenarios/toString', {}, /^Unknown scenario toString\. Use one of demo, /],
  ['scenarios/empty', {}, /^Scenarios need a stateful mock\. Start it with --stateful\.$/],
  ['operations/constructor', {}, /^Unknown operation constructor\. Use one of checkAuth, /],
  ['operations/listProducts', { calls: 0 }, />=1\s+→ at calls/],
  ['operations/listProducts', { latencyMilliseconds: 60_001 }, /<=60000\s+→ at latency/],
  ['operations/listProducts', { fails: 'yes' }, /expected boolean[\s\S]*→ at fails/],
  ['clock', {}, /expected number[\s\S]*→ at seconds/],
  ['clock', { seconds: -1 }, />=0\s+→ at seconds/],
  ['orders/nobody/ship', {}, /^Orders need a stateful mock\. Start it with --stateful\.$/],
  ['orders/nobody/eat', {}, /^Unknown change eat\. Use one of ship, deliver, return\.$/],
  ['events/order.eaten', {}, /^Unknown event order\.eaten\. Use one of order\.created, /],
  ['events/order.shipped', {}, /^No receiver is registered\. POST .* to \/__mock\/receivers first/],
  ['receivers', { url: 'ftp://localhost/' }, /must be an http or https URL/],
  ['receivers', { url: 'http://localhost/', secret: '' }, /→ at secret/],
  ['subscribers', { status: 99 }, />=100\s+→ at status/],
]

test('a call that cannot be made is a 400 that says what to do', async () => {
  const { turn } = await servedMock()
  for (const [path, body, message] of rejected)
    expect(await turn(path, body), path).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
})

describe('a body', () => {
  const bodies = ['', '{', 'null', '[]', '"text"', '{"__proto__":1}', '['.repeat(100_000), '\0']

  const paths = [
    ...['reset', 'clock', 'operations/listProducts', 'receivers', 'subscribers'],
    ...['events/order.shipped', 'orders/nobody/ship'],
  ]

  test('of any kind is never a 500', async () => {
    const { ask } = await servedMock({ stateful: true })
    for (const path of paths)
      for (const body of bodies) {
        const { status } = await ask(`/__mock/${path}`, { method: 'POST', key: null, body })
        expect([200, 400], `${path} ${body.slice(0, 20)}`).toContain(status)
      }
  })

  test('over 256 KiB is a 413, before all of it has arrived', async () => {
    const { address, ask } = await servedMock()
    const post = (bytes: number) =>
      ask('/__mock/clock', { method: 'POST', key: null, body: ' '.repeat(bytes) })
    expect((await post(262_144)).status).toBe(400)
    expect(await post(262_145)).toMatchObject({
      status: 413,
      body: { message: 'The body must be at most 256 KiB' },
    })
    const outgoing = request(`${address}/__mock/receivers`, { method: 'POST' })
    outgoing.on('error', () => {})
    outgoing.write(' '.repeat(262_145))
    const [response] = await once(outgoing, 'response')
    expect(response.statusCode).toBe(413)
    outgoing.destroy()
  })
})

test('an unknown path names the page, to which /__mock redirects', async () => {
  const { ask, look } = await servedMock()
  const nothing = { status: 404, body: { message: 'Not found. The mock’s page is at /__mock/.' } }
  for (const path of ['nowhere', '%ZZ', 'page/..%2fcontrol-page.ts'])
    expect(await look(path)).toMatchObject(nothing)
  const moved = await ask('/__mock', { key: null })
  expect([moved.status, moved.headers.location]).toEqual([302, '/__mock/'])
})

test('the page and its assets can only call this mock and are not cached', async () => {
  const { ask, look } = await servedMock()
  const { text } = await look('')
  const assets = [...text.matchAll(/"(\/__mock\/page\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(assets).toHaveLength(5)
  for (const path of ['/__mock/', ...assets])
    expect(await ask(path, { key: null })).toMatchObject({
      status: 200,
      headers: {
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';/,
        ),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
})

describe('requests from other sites', () => {
  test.each<[Record<string, string>, string[], string[]]>([
    [
      {},
      ['localhost', 'LOCALHOST:4010', 'localhost.', 'mock.localhost:4010', '127.8.9.10', '[::1]:1'],
      [
        'rebound.example:4010',
        'localhost.rebound.example',
        'notlocalhost',
        '127.0.0.1.rebound.example',
        '10.0.0.7:4010',
        '[::2]',
        'rebound.example/@localhost',
      ],
    ],
    [{ BASE_URL: 'http://mock:4010' }, ['mock:4010', 'localhost'], ['other:4010']],
    [{ HOST: '10.0.0.7' }, ['10.0.0.7:4010', 'localhost'], ['10.0.0.8:4010']],
    [{ HOST: '::2' }, ['[::2]:4010', 'localhost'], ['[::3]:4010']],
    [{ HOST: '0.0.0.0' }, ['10.0.0.7:4010', 'localhost'], ['rebound.example']],
    [{ HOST: '::' }, ['[fe80::1]:4010', 'localhost'], ['rebound.example']],
  ])('have another host than the settings %j name', (settings, own, other) => {
    const isOwn = isOwnHost(readConfig(settings))
    expect(own.filter((host) => !isOwn(host))).toEqual([])
    expect(other.filter(isOwn)).toEqual([])
  })

  test('are rejected by their Host header, but not outside the control API', async () => {
    const { address, ask } = await servedMock()
    const headers = { host: 'mock:4010' }
    const message = `The control API rejects the host mock:4010. Use ${address}/__mock/, or start the mock with BASE_URL=http://mock:4010.`
    for (const path of ['', 'state', 'requests', 'requests/stream'])
      expect(await ask(`/__mock/${path}`, { key: null, headers })).toMatchObject({
        status: 403,
        body: { message },
      })
    const reset = { method: 'POST', key: null, headers }
    expect((await ask('/__mock/reset', reset)).status).toBe(403)
    expect((await ask('/v1/auth', { headers })).status).toBe(200)
  })

  test('are rejected if they change something', async () => {
    const { address, ask } = await servedMock()
    const sources: [headers: Record<string, string>, status: number][] = [
      [{ origin: 'https://shop.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ origin: address }, 200],
    ]
    for (const [headers, status] of sources) {
      const sent = { key: null, headers }
      expect((await ask('/__mock/reset', { ...sent, method: 'POST' })).status).toBe(status)
      expect((await ask('/__mock/state', sent)).status).toBe(200)
    }
  })
})

describe('receivers', () => {
  test.each([true, false])(
    'get every event with a valid signature (stateful: %s)',
    async (stateful) => {
      const { turn } = await servedMock({ stateful })
      const { url, received } = await startReceiver()
      const registered = await turn('receivers', { url, secret: 'whsec_mine' })
      expect([registered.status, registered.body]).toEqual([201, { url, secret: 'whsec_mine' }])
      for (const event of Object.keys(webhooks)) {
        const { status, body } = await turn(`events/${event}`)
        expect([status, body]).toMatchObject([200, [{ url, status: 204, error: null }]])
      }
      expect(received.map(({ body }) => JSON.parse(body).event)).toEqual(Object.keys(webhooks))
      for (const { headers, body } of received) {
        const timestamp = headers['x-webhook-timestamp']
        const hmac = createHmac('sha256', 'whsec_mine').update(`${timestamp}.${body}`)
        expect(timestamp).toMatch(/^\d{10}$/)
        expect(headers).toMatchObject({
          'x-webhook-event': JSON.parse(body).event,
          'x-webhook-signature': `sha256=${hmac.digest('hex')}`,
          'content-type': 'application/json',
        })
      }
    },
  )

  test('without a secret get one, and another when registered again', async () => {
    const { look, turn } = await servedMock()
    const url = 'http://localhost:9/hooks'
    const { body } = await turn('receivers', { url })
    expect(body).toEqual({ url, secret: expect.stringMatching(/^whsec_/) })
    await turn('receivers', { url, secret: 'mine' })
    expect((await look('receivers')).body).toEqual([{ url, secret: 'mine' }])
  })

  test('have the results of their deliveries logged until a reset; redirects are not followed', async () => {
    const { look, turn } = await servedMock()
    const { url, received } = await startReceiver(302)
    await turn('receivers', { url })
    await turn('receivers', { url: 'http://localhost:9/nobody' })
    await turn('events/invite.viewed')
    expect((await look('deliveries')).body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url, status: 302, error: null }),
        expect.objectContaining({ status: null, error: expect.stringMatching(/./) }),
      ]),
    )
    expect(received).toHaveLength(1)
    await turn('reset')
    for (const log of ['deliveries', 'receivers']) expect((await look(log)).body).toEqual([])
  })

  test('that are mocks cause no further deliveries', async () => {
    const [first, second] = [await servedMock(), await servedMock()]
    const event = '__mock/events/order.shipped'
    await first.turn('receivers', { url: `${second.address}/${event}` })
    await second.turn('receivers', { url: `${first.address}/${event}` })
    const { body } = await first.turn('events/order.shipped')
    expect(body).toMatchObject([{ status: 508, headers: { 'Mock-Delivery-Depth': '1' } }])
    const counts = [first, second].map(({ mock }) => mock.receivers.deliveries.length)
    expect(counts).toEqual([1, 0])
  })
})

test('subscribers return the given status code or are unreachable', async () => {
  const { call, turn } = await servedMock({ stateful: true })
  const subscription = { url: 'https://example.com/hook', events: ['order.shipped'] }
  const created = await call('/webhooks', { method: 'POST', json: subscription })
  const { id } = z.object({ id: z.string() }).parse(created.body)
  for (const [status, success] of [
    [200, true],
    [503, false],
    [null, false],
  ] as const) {
    expect((await turn('subscribers', { status })).body).toEqual({ status })
    const { body } = await call(`/webhooks/${id}/test`, { method: 'POST' })
    expect(body).toMatchObject({ success, statusCode: status })
  }
})

describe('orders', () => {
  const Orders = z.array(z.object({ id: z.string(), status: z.string() }))

  const anOrder = async ({ call }: ServedMock, wanted: string): Promise<string> => {
    const orders = Orders.parse((await call('/orders/list')).body)
    return orders.find(({ status }) => status === wanted)?.id ?? ''
  }

  test('can be shipped, delivered and returned at the mock’s time, and receivers get the events', async () => {
    const mock = await servedMock({ stateful: true })
    const { url, received } = await startReceiver()
    await mock.turn('receivers', { url })
    const id = await anOrder(mock, 'AWAITING_SHIPMENT')
    const State = z.object({ clock: z.string() })
    const { clock } = State.parse((await mock.turn('clock', { seconds: 30 * 86_400 })).body)
    const shipDate = expect.stringContaining(clock.slice(0, 10))

    const shipped = await mock.turn(`orders/${id}/ship`)
    expect(shipped.body).toMatchObject({ id, status: 'SHIPPED', shipDate })
    const delivered = await mock.turn(`orders/${id}/deliver`)
    expect(delivered.body).toMatchObject({ id, deliveredAt: expect.any(String) })
    expect((await mock.turn(`orders/${id}/return`)).body).toMatchObject({ id, status: 'RETURNED' })

    // Deliveries finish in any order (specification §6).
    await expect
      .poll(() => received.map(({ body }) => JSON.parse(body).event).toSorted())
      .toEqual(['order.delivered', 'order.returned', 'order.shipped'])
    expect((await mock.call(`/orders/${id}`)).body).toMatchObject({ status: 'RETURNED' })
  })

  test('reject changes that their status does not allow, with the reason', async () => {
    const mock = await servedMock({ stateful: true })
    const waiting = await anOrder(mock, 'AWAITING_SHIPMENT')
    for (const [path, message] of [
      ['nobody/ship', 'Order not found'],
      [`${waiting}/deliver`, 'Order has not shipped'],
    ])
      expect(await mock.turn(`orders/${path}`)).toMatchObject({ status: 400, body: { message } })
  })
})

describe('requests', () => {
  test('are listed oldest first, and new ones are streamed', async () => {
    const { address, call, look } = await servedMock()
    const ending = new AbortController()
    const stream = await fetch(`${address}/__mock/requests/stream`, { signal: ending.signal })
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toMatch(/^event: ready\n/)
    for (const path of ['/products/list', '/campaigns/list']) {
      await call(path)
      expect((await reader?.read())?.value).toMatch(
        new RegExp(`^data: .*"url":"${address}/v1${path}".*"status":200.*\n\n$`),
      )
    }
    ending.abort()
    await call('/auth', { key: null })
    expect((await look('requests')).body).toMatchObject([
      { operation: 'listProducts' },
      { operation: 'listCampaigns' },
      { status: 401 },
    ])
  })

  test('are logged until a reset, the last 100 of them', async () => {
    const { call, look, turn } = await servedMock()
    for (let count = 0; count < 103; count++) await call('/auth')
    const Numbers = z.array(z.object({ number: z.int() }))
    const numbers = Numbers.parse((await look('requests')).body).map(({ number }) => number)
    expect([numbers.length, numbers.at(0), numbers.at(-1)]).toEqual([100, 4, 103])
    await turn('reset')
    expect((await look('requests')).body).toEqual([])
  })
})
