import { expect, test } from 'vitest'
import { listCampaigns200 } from '../../generated/zod/schemas.ts'
import { servedMock } from '../../tests/kit/mock/served-mock.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { openDatabases } from './databases.ts'

test('a process with many mocks listens once for its exit', async () => {
  await servedMock({ stateful: true })
  const listeners = process.listenerCount('exit')
  await servedMock({ stateful: true })
  expect(process.listenerCount('exit')).toBe(listeners)
})

test('each scenario has the data that its description names, and a reset restores the first', async () => {
  const { call, turn } = await servedMock({ stateful: true, scenario: 'empty' })
  expect((await call('/campaigns/list')).body).toEqual([])
  let name: string | undefined
  /** Loads a scenario, and returns the campaign that is active in the first one. */
  const load = async (scenario: string) => {
    await turn(`scenarios/${scenario}`)
    const campaigns = listCampaigns200.parse((await call('/campaigns/list')).body)
    name ??= campaigns.find(({ status }) => status === 'Active')?.name
    const found = campaigns.find((each) => each.name === name)
    return { id: found?.id ?? '', sku: found?.products[0]?.sku ?? '' }
  }
  const large = await load('large')
  const page = await call(`/contacts/list?campaignId=${large.id}&limit=1000&offset=4000`)
  expect(page.body).toHaveLength(1000)
  for (const [scenario, message] of [
    ['out-of-stock', /^Not enough stock: /],
    ['expired-campaign', /^Campaign has expired$/],
  ] as const) {
    const { id, sku } = await load(scenario)
    const order = await call('/orders/create', { method: 'POST', json: newOrder(id, sku) })
    expect(order.body).toEqual({ message: expect.stringMatching(message) })
  }
  await load('everything-shipped')
  expect((await call('/orders/list?orderStatus=AWAITING_SHIPMENT')).body).toEqual([])
  expect((await call('/orders/list?orderStatus=SHIPPED')).body).not.toEqual([])
  expect((await turn('reset')).body).toMatchObject({ scenario: 'empty' })
  expect((await call('/orders/list')).body).toEqual([])
})

test('webhook URLs that the service does not deliver to are rejected without memory, too', async () => {
  const { call } = await servedMock()
  const message =
    'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'
  const create = (url: string, headers = {}) =>
    call('/webhooks', { method: 'POST', json: { url, events: ['order.created'] }, headers })
  const update = (json: object) => call('/webhooks/whk_1', { method: 'PUT', json })
  for (const url of ['http://hooks.example.com/', 'https://10.0.0.1/', 'hooks'])
    for (const rejected of [await create(url), await update({ url })])
      expect(rejected).toMatchObject({ status: 400, body: { message } })
  expect((await update({ active: false })).status).toBe(200)
  expect((await update({ url: 'https://other.example.com/' })).status).toBe(200)
  expect((await create('https://127.0.0.1/', { prefer: 'code=201' })).status).toBe(201)
})

test('a pending request completes when the mock is reset', async () => {
  const { mock, call } = await servedMock({ stateful: true })
  mock.queue.add('listOrders', { latencyMilliseconds: 300 })
  const pending = call('/orders/list')
  await expect.poll(() => mock.queue.all).toEqual([])
  await mock.loadScenario('empty')
  expect((await pending).status).toBe(200)
  expect((await call('/orders/list')).body).toEqual([])
})

test('concurrent resets run one after the other and close every database', async () => {
  const { mock, call } = await servedMock({ stateful: true })
  const before = openDatabases()
  const scenarios = ['empty', 'demo', 'empty'] as const
  await Promise.all(scenarios.map((scenario) => mock.loadScenario(scenario)))
  expect((await call('/products/list')).body).toEqual([])
  await expect.poll(openDatabases).toBe(before)
  await mock.stop()
  expect(openDatabases()).toBe(before - 1)
})

test.each([true, false])(
  'URLs of the service in examples are the mock’s, which serves them (stateful: %s)',
  async (stateful) => {
    const { address, call } = await servedMock({ stateful })
    const headers = { prefer: 'code=200' }
    const [{ imageUrl }] = JSON.parse((await call('/products/list', { headers })).text)
    const json = { campaignId: 'cmp_1', sendEmailNotification: false }
    const invited = await call('/invites/create', { method: 'POST', json, headers })
    const { inviteUrl } = JSON.parse(invited.text)
    for (const [url, type, content] of [
      [imageUrl, 'image/svg+xml', '<svg '],
      [inviteUrl, 'text/html; charset=UTF-8', 'the recipient of an invite redeems it'],
    ] as const) {
      expect(url.startsWith(`${address}/`)).toBe(true)
      const found = await fetch(url)
      expect([found.status, found.headers.get('content-type')]).toEqual([200, type])
      expect(await found.text()).toContain(content)
    }
  },
)

// The server's test has the other rules.
test('a page of any origin can read every response; its preflights are not logged', async () => {
  const { call, mock } = await servedMock()
  const asked = { origin: 'null', 'access-control-request-method': 'DELETE' }
  const preflight = { method: 'OPTIONS', key: null, unchecked: true, headers: asked }
  const { status, headers } = await call('/webhooks/whk_1', preflight)
  expect([status, headers['access-control-allow-methods']]).toEqual([204, 'DELETE'])
  expect(mock.requests.entries).toEqual([])
  for (const [status, path, more, prefer] of [
    [200, '/orders/list', {}],
    [200, '/orders/list', { method: 'HEAD' }],
    [401, '/orders/list', { key: null }],
    [404, '/nothing', {}],
    [429, '/orders/list', {}, 'code=429'],
  ] as const) {
    const response = await call(path, { ...more, headers: { origin: 'null', prefer } })
    const allowed = { 'access-control-allow-origin': 'null' }
    expect(response).toMatchObject({ status, headers: allowed })
  }
})
