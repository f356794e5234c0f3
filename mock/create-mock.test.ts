import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { createMock } from './create-mock.ts'
import { demoKeys } from './demo-keys.ts'
import { readGenerated } from './generated-document.ts'
import { handlers } from './msw.ts'
import type { MockOptions, QueuedCall } from './types.ts'
import { writeExampleNames } from './write-example-names.ts'

const headers = { Authorization: `Bearer ${demoKeys.demo}` }

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
  const head = await mock.fetch('http://elsewhere.test/v1/auth', { method: 'HEAD', headers })
  expect([head.status, await head.text()]).toEqual([200, ''])
  await mock.control.loadScenario('empty')
  expect(await read(fetch(`${url}/v1/orders/list`, { headers }))).toEqual([])
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
    ['{ "responses": [{ "operation": "createOrdr" }] }', /→ at responses\[0\]\.operation/],
    [
      '{ "responses": [{ "operation": "any", "status": 500 }, { "operation": "createOrder", "example": "nothing" }] }',
      /^responses\[1\]: Unknown createOrder example nothing\. Did you mean/,
    ],
  ] as const)
    expect(() => createMock(JSON.parse(options)), options).toThrow(message)
})

test('the names of examples are those of the document', async () => {
  const file = join(import.meta.dirname, 'example-names.ts')
  await expect(writeExampleNames(readGenerated())).toMatchFileSnapshot(file)
})

test('handlers of MSW in Node remember changes until the mock is reset', async () => {
  const url = 'http://api.example.test'
  const mock = startMock({ baseUrl: url })
  const server = setupServer(...handlers({ url: `${url}/`, mock }))
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => server.close())
  const count = async () => (await read(fetch(`${url}/v1/webhooks`, { headers }))).webhooks.length
  const before = await count()
  await fetch(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://a.example.com/', events: ['order.created'] }),
  })
  expect(await count()).toBe(before + 1)
  await mock.control.reset()
  expect(await count()).toBe(before)
})

test('dynamic responses are those of a locale, and their IDs those of the lists', async () => {
  const mock = startMock({ locale: 'de', seed: 'a' })
  const list = (path: string) =>
    read(mock.fetch(`/v1/${path}`, { headers: { ...headers, Prefer: 'dynamic=true' } }))
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const [campaigns, orders] = [await list('campaigns/list'), await list('orders/list')]
  for (const { campaignId } of orders) expect(idsOf(campaigns)).toContain(campaignId)
  expect(await list('orders/list')).toEqual(orders)
  expect(orders[0].recipient.zip).toMatch(/^\d{5}$/)
  const unknown = startMock({ locale: 'xx' })
  const response = unknown.fetch('/v1/auth', { headers: { ...headers, Prefer: 'dynamic=true' } })
  expect(await read(response)).toEqual({
    message: 'Prefer: Faker has no locale xx. Use one such as de, fr or pt_BR.',
  })
})
