import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { listCampaigns200, listOrders200 } from '../generated/schemas.ts'
import { publicKey } from '../server/domain/api-key.ts'
import { document } from '../testkit/contract.ts'
import { newOrder } from '../testkit/request-bodies.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { demoKeys } from './demo-keys.ts'
import { noPreference } from './preference.ts'
import { PrismEngine, readResources } from './prism-engine.ts'
import { type ServedMock, servedMock } from './testing/served-mock.ts'

const activeCampaign = async ({ call }: ServedMock) => {
  const campaigns = listCampaigns200.parse((await call('/campaigns/list')).body)
  const active = campaigns.find(({ status }) => status === 'Active')
  return { id: active?.id ?? '', sku: active?.products[0]?.sku ?? '' }
}

test('empty: the account has no data', async () => {
  const { call } = await servedMock({ stateful: true, scenario: 'empty' })
  for (const path of ['/products/list', '/campaigns/list', '/orders/list'])
    expect((await call(path)).body).toEqual([])
})

test('large: there are 5,000 more contacts', async () => {
  const mock = await servedMock({ stateful: true, scenario: 'large' })
  const { id } = await activeCampaign(mock)
  const page = await mock.call(`/contacts/list?campaignId=${id}&limit=1000&offset=4000`)
  expect(page.body).toHaveLength(1000)
})

test.each([
  ['out-of-stock', /^Not enough stock: /],
  ['expired-campaign', /^Campaign has expired$/],
] as const)('%s: an order is rejected', async (scenario, message) => {
  const mock = await servedMock({ stateful: true, scenario })
  const { id, sku } = await activeCampaign(mock)
  const order = await mock.call('/orders/create', { method: 'POST', json: newOrder(id, sku) })
  expect(order.body).toEqual({ message: expect.stringMatching(message) })
})

test('everything-shipped: no order awaits shipment', async () => {
  const { call } = await servedMock({ stateful: true, scenario: 'everything-shipped' })
  expect((await call('/orders/list?orderStatus=AWAITING_SHIPMENT')).body).toEqual([])
  const shipped = listOrders200.parse((await call('/orders/list?orderStatus=SHIPPED')).body)
  expect(shipped.length).toBeGreaterThan(5)
})

test.each([true, false])(
  'only the demo keys that are valid are accepted (stateful: %s)',
  async (stateful) => {
    const { call } = await servedMock({ stateful })
    const statuses: Record<string, number> = {}
    for (const [name, key] of Object.entries(demoKeys)) {
      expect(key).toBe(publicKey(name))
      statuses[name] = (await call('/auth', { key })).status
    }
    expect(statuses).toEqual({
      ...{ demo: 200, other: 200, empty: 200 },
      ...{ revoked: 401, deactivated: 401, unissued: 401 },
    })
  },
)

test.each([true, false])(
  'webhook URLs that the service does not deliver to are rejected (stateful: %s)',
  async (stateful) => {
    const { call } = await servedMock({ stateful })
    const message =
      'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'
    const create = (url: string, headers = {}) =>
      call('/webhooks', { method: 'POST', json: { url, events: ['order.created'] }, headers })
    const created = await create('https://hooks.example.com/')
    expect(created.status).toBe(201)
    const { id } = z.object({ id: z.string() }).parse(created.body)
    const update = (json: object) => call(`/webhooks/${id}`, { method: 'PUT', json })
    for (const url of ['http://hooks.example.com/', 'https://10.0.0.1/', 'hooks'])
      for (const rejected of [await create(url), await update({ url })])
        expect(rejected).toMatchObject({ status: 400, body: { message } })
    expect((await update({ active: false })).status).toBe(200)
    expect((await update({ url: 'https://other.example.com/' })).status).toBe(200)
    expect((await create('https://127.0.0.1/', { prefer: 'code=201' })).status).toBe(201)
  },
)

test('a pending request completes when the mock is reset', async () => {
  const { mock, call } = await servedMock({ stateful: true })
  mock.controls.setFailure('listOrders', { latencyMilliseconds: 300, fails: false, calls: 1 })
  const pending = call('/orders/list')
  await expect.poll(() => mock.controls.state.failures).toEqual({})
  await mock.loadScenario('empty')
  expect((await pending).status).toBe(200)
  expect((await call('/orders/list')).body).toEqual([])
})

test('concurrent resets run one after the other and stop every backend', async () => {
  const temporary = temporaryFolder()
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { mock, call } = await servedMock({ stateful: true })
  const scenarios = ['empty', 'large', 'empty'] as const
  await Promise.all(scenarios.map((scenario) => mock.loadScenario(scenario)))
  expect((await call('/products/list')).body).toEqual([])
  await expect.poll(() => readdirSync(temporary)).toHaveLength(1)
  await mock.stop()
  expect(readdirSync(temporary)).toEqual([])
})

test('Prism rejects an input or a reply that the document does not allow', async () => {
  const engine = new PrismEngine(await readResources(document))
  const input = { path: { orderId: 'ord_1' } }
  const valid = await engine.answer('getOrder', noPreference, '')
  await engine.validate('getOrder', input, valid)
  const invalid = engine.validate('getOrder', input, { status: 200, body: {} })
  await expect(invalid).rejects.toThrow(/^getOrder: Prism reports body: .*required/)
  const negative = engine.validate(
    'listProducts',
    { query: { limit: -1 } },
    { status: 200, body: [] },
  )
  await expect(negative).rejects.toThrow(/^listProducts: Prism reports query\.limit: /)
})
