import { expect, test } from 'vitest'
import { listCampaigns200, listOrders200 } from '../generated/schemas.ts'
import { newOrder } from '../testkit/request-bodies.ts'
import { demoKeys } from './demo-keys.ts'
import { servedMock } from './testing/served-mock.ts'

const statefulMock = (
  scenario: 'demo' | 'empty' | 'large' | 'out-of-stock' | 'expired-campaign' | 'everything-shipped',
) => servedMock({ stateful: true, scenario })

const activeCampaign = async ({ ask }: Awaited<ReturnType<typeof servedMock>>) => {
  const campaigns = listCampaigns200.parse((await ask('/v1/campaigns/list')).body)
  const active = campaigns.find(({ status }) => status === 'Active')
  return { id: active?.id ?? '', sku: active?.products[0]?.sku ?? '' }
}

test('empty: the account has no data', async () => {
  const { ask } = await statefulMock('empty')
  for (const path of ['/v1/products/list', '/v1/campaigns/list', '/v1/orders/list'])
    expect((await ask(path)).body).toEqual([])
})

test('large: there are 5,000 more contacts', async () => {
  const mock = await statefulMock('large')
  const { id } = await activeCampaign(mock)
  const page = await mock.ask(`/v1/contacts/list?campaignId=${id}&limit=1000&offset=4000`)
  expect(page.body).toHaveLength(1000)
})

test('out-of-stock: an order is rejected because stock is short', async () => {
  const mock = await statefulMock('out-of-stock')
  const { id, sku } = await activeCampaign(mock)
  const order = await mock.ask('/v1/orders/create', { method: 'POST', json: newOrder(id, sku) })
  expect(order.body).toEqual({ message: `Not enough stock: ${sku}` })
})

test('expired-campaign: an order is rejected because the campaign has expired', async () => {
  const mock = await statefulMock('expired-campaign')
  const { id, sku } = await activeCampaign(mock)
  const order = await mock.ask('/v1/orders/create', { method: 'POST', json: newOrder(id, sku) })
  expect(order.body).toEqual({ message: 'Campaign has expired' })
})

test('everything-shipped: no order awaits shipment', async () => {
  const { ask } = await statefulMock('everything-shipped')
  expect((await ask('/v1/orders/list?orderStatus=AWAITING_SHIPMENT')).body).toEqual([])
  const shipped = listOrders200.parse((await ask('/v1/orders/list?orderStatus=SHIPPED')).body)
  expect(shipped.length).toBeGreaterThan(5)
})

test.each([
  ['demo', 200],
  ['other', 200],
  ['empty', 200],
  ['revoked', 401],
  ['deactivated', 401],
  ['unissued', 401],
] as const)('the %s key is answered %s, with memory and without', async (name, status) => {
  for (const stateful of [true, false]) {
    const { ask } = await servedMock({ stateful })
    expect((await ask('/v1/auth', { key: demoKeys[name] })).status).toBe(status)
  }
})
