import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { createClient } from '../packages/client/index.ts'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { createMock } from './create-mock.ts'
import { demoKeys } from './demo-keys.ts'
import { readGenerated } from './generated-document.ts'
import { handlers } from './msw.ts'
import type { MockOptions, MockSession, QueuedCall } from './types.ts'
import { writeExampleNames } from './write-example-names.ts'

const headers = { Authorization: `Bearer ${demoKeys.demo}` }

const clientOf = (fetch: MockSession['fetch']) =>
  createClient({ baseUrl: 'http://api.example.test', apiKey: demoKeys.demo, fetch })

const startMock = (options: MockOptions = {}) => {
  const mock = createMock(options)
  onTestFinished(() => mock.stop())
  return mock
}

const read = async (response: Promise<Response>) => JSON.parse(await (await response).text())

test('a mock handles requests in the process and, after listen, through a socket', async () => {
  const mock = startMock()
  expect(mock.url).toBeUndefined()
  const [order] = await read(
    mock.fetch('/v1/orders/list?orderStatus=AWAITING_SHIPMENT', { headers }),
  )
  await mock.control.ship(order.id)
  const url = await mock.listen()
  expect(mock.url).toBe(url)
  expect(await read(fetch(`${url}/v1/orders/${order.id}`, { headers }))).toMatchObject({
    status: 'SHIPPED',
  })
  const cloned = new Request('http://elsewhere.test/v1/auth', { headers }).clone()
  expect((await mock.fetch(cloned)).status).toBe(200)
  const head = await mock.fetch('http://elsewhere.test/v1/auth', { method: 'HEAD', headers })
  expect([head.status, await head.text()]).toEqual([200, ''])
  await mock.control.loadScenario('empty')
  expect(await read(fetch(`${url}/v1/orders/list`, { headers }))).toEqual([])
})

test('stop sends slow responses at once, and an aborted request rejects at once', async () => {
  const mock = startMock()
  const url = await mock.listen()
  await mock.control.queue({ operation: 'checkAuth', latencyMilliseconds: 60_000, calls: 2 })
  const slow = { headers: { ...headers, Prefer: 'wait=60000' } }
  const ending = new AbortController()
  const aborted = mock.fetch('/v1/auth', { ...slow, signal: ending.signal })
  const waiting = [
    mock.fetch('/v1/auth', { headers }),
    mock.session('other').fetch('/v1/auth', slow),
    fetch(`${url}/v1/auth`, { headers }),
  ]
  await expect.poll(async () => (await mock.control.state()).queued).toEqual([])
  ending.abort(new Error('The page has gone'))
  await expect(aborted).rejects.toThrow('The page has gone')
  await mock.stop()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200])
}, 40_000)

test('a snapshot has the data, the clock and the queued responses of its time', async () => {
  const mock = startMock({ time: '2030-01-31T09:00:00Z' })
  const { webhooks } = clientOf(mock.fetch)
  const subscribe = (host: string) =>
    webhooks.create({ url: `https://${host}.example.com/`, events: ['order.created'] })
  const list = async () => (await webhooks.list()).webhooks
  await subscribe('a')
  await mock.control.advance(3600)
  await mock.control.queue({ operation: 'listOrders', status: 500 })
  const { clock, queued } = await mock.control.snapshot('one hour')
  const before = await list()
  await subscribe('b')
  const id = (await list())[2]?.id
  await mock.fetch('/v1/orders/list', { headers })
  await mock.control.loadScenario('empty')
  for (let i = 0; i < 2; i++) {
    const state = { scenario: 'demo', clock: '2030-01-31T10:00:00.000Z' }
    expect(await mock.control.restore('one hour')).toMatchObject({ ...state, clock, queued })
    expect(await list()).toEqual(before)
    await subscribe('c')
    expect((await list())[2]?.id).toBe(id)
  }
  await expect(mock.control.restore('none')).rejects.toThrow(/There is no snapshot none\. Take it/)
})

test('set-up runs in each session and after each reset, and its requests are not counted', async () => {
  const mock = startMock({
    scenario: 'empty',
    responses: [{ operation: 'listCampaigns', example: 'campaigns' }],
    setUp: async ({ client, control }) => {
      await client.webhooks.create({ url: 'https://a.example.com/', events: ['order.created'] })
      await control.advance(60)
      await control.queue({ operation: 'any', status: 500 })
    },
  })
  for (const session of [mock, mock.session('other'), mock]) {
    const statuses: number[] = []
    for (const path of ['campaigns/list', 'orders/list', 'orders/list'])
      statuses.push((await session.fetch(`/v1/${path}`, { headers })).status)
    expect(statuses).toEqual([200, 500, 200])
    const response = await session.fetch('/v1/webhooks', { headers })
    expect(response.headers.get('ratelimit-remaining')).toBe('996')
    expect(await read(Promise.resolve(response))).toMatchObject({ webhooks: [{ active: true }] })
    expect(await session.control.state()).toMatchObject({ aheadSeconds: 60, requests: 4 })
    await session.control.reset()
  }
  const failing = startMock({ setUp: ({ control }) => control.reset() })
  await expect(failing.listen()).rejects.toThrow(/A scenario cannot load another one/)
})

test('a shop file is a scenario; its errors have their places', async () => {
  const file = join(temporaryFolder(), 'shop.yaml')
  writeFileSync(file, 'warehouses: [{ key: lisbon, name: Lisbon }]\n')
  const mock = startMock({ scenario: file })
  expect(await read(mock.fetch('/v1/campaigns/list', { headers }))).toEqual([])
  writeFileSync(file, 'warehouses:\n  - { key: lisbon, nam: Lisbon }\n')
  const wrong = startMock({ scenario: file.replace('shop', './shop') })
  await expect(wrong.listen()).rejects.toThrow(/^shop\.yaml:2:\d+: /)
  await expect(startMock({ scenario: 'dmo' }).listen()).rejects.toThrow(
    /^Unknown scenario dmo\. Did you mean demo\? .* Or give the path of a shop file/,
  )
})

test('options that do not exist do not compile, and are rejected with their place', () => {
  type Wrong = { operation: 'createOrder'; example: 'nothing' }
  expectTypeOf<Wrong>().not.toExtend<QueuedCall>()
  expectTypeOf<{ operation: 'createOrder'; example: 'notEnoughStock' }>().toExtend<QueuedCall>()
  expectTypeOf<{ scenaro: string }>().not.toExtend<MockOptions>()
  for (const [options, message] of [
    ['{ "scenaro": "demo" }', /Unrecognized key: "scenaro"\. Use one of stateful, scenario, /],
    ['{ "limit": 0 }', />=1\s+→ at limit/],
    ['{ "time": "soon" }', /must be a time from 2000 to 2099, .*\s+→ at time/],
    [
      '{ "responses": [{ "operation": "any", "status": 500, "match": { "header": {} } }] }',
      /Unrecognized key: "header"\. Use one of path, query, body\./,
    ],
    ['{ "responses": [{ "operation": "createOrdr" }] }', /→ at responses\[0\]\.operation/],
    [
      '{ "responses": [{ "operation": "any", "status": 500 }, { "operation": "createOrder", "example": "nothing" }] }',
      /^responses\[1\]: Unknown createOrder example nothing\. Did you mean/,
    ],
  ] as const)
    expect(() => createMock(JSON.parse(options)), options).toThrow(message)
})

test('the names of examples are those of the document', async () => {
  const file = join(import.meta.dirname, '../generated/example-names.ts')
  await expect(writeExampleNames(readGenerated())).toMatchFileSnapshot(file)
})

test('handlers of MSW in Node remember changes until the mock is reset', async () => {
  const url = 'http://api.example.test'
  const mock = startMock({ baseUrl: url })
  const server = setupServer(...handlers({ url: `${url}/`, mock }))
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => server.close())
  const { webhooks } = clientOf(fetch)
  const count = async () => (await webhooks.list()).webhooks.length
  const before = await count()
  await webhooks.create({ url: 'https://a.example.com/', events: ['order.created'] })
  expect(await count()).toBe(before + 1)
  await mock.control.reset()
  expect(await count()).toBe(before)
})

test('dynamic responses are those of a locale, and their IDs those of the lists', async () => {
  const mock = startMock({ locale: 'de', seed: 'a' })
  const dynamic = { headers: { ...headers, Prefer: 'dynamic=true' } }
  const list = (path: string) => read(mock.fetch(`/v1/${path}`, dynamic))
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const [campaigns, orders] = [await list('campaigns/list'), await list('orders/list')]
  for (const { campaignId } of orders) expect(idsOf(campaigns)).toContain(campaignId)
  expect(await list('orders/list')).toEqual(orders)
  const other = startMock({ locale: 'de', seed: 'b' })
  expect(await read(other.fetch('/v1/orders/list', dynamic))).not.toEqual(orders)
  expect(orders[0].recipient.zip).toMatch(/^\d{5}$/)
  const failed = { headers: { ...headers, Prefer: 'code=404, dynamic=true' } }
  const { message } = await read(mock.fetch('/v1/orders/ord_1', failed))
  expect(message).toBe('Order not found')
  const unknown = startMock({ locale: 'xx' })
  expect(await read(unknown.fetch('/v1/auth', dynamic))).toEqual({
    message: 'Prefer: Faker has no locale xx. Use one such as de, fr or pt_BR.',
  })
})
