import { expect, test } from 'vitest'
import { Campaign, ProductVariant } from '../../generated/zod/schemas.ts'
import { smallAccount } from '../../tests/kit/server/small-account.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'

test('only active variants are listed: in the order of creation, and of attachment to a campaign', async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  for (const sku of ['A', 'B', 'C']) await account.variant(sku, sku !== 'B')
  await account.campaign(['C', 'B', 'A'], { allowOutOfStockOrders: true })
  await account.campaign([], { status: 'Draft' })
  const products = ProductVariant.array().parse((await server.get('/v1/products/list')).body)
  expect(products.map(({ sku }) => sku)).toEqual(['A', 'C'])
  const campaigns = Campaign.array().parse((await server.get('/v1/campaigns/list')).body)
  expect(campaigns).toMatchObject([
    { status: 'Active', allowOutOfStockOrders: true, products: [{ sku: 'C' }, { sku: 'A' }] },
    { status: 'Draft', allowOutOfStockOrders: false, products: [] },
  ])
})

test('a campaign past its expiration is listed as Expired, also by the command', async () => {
  const server = await testServer({ demo: false })
  const id = await smallAccount(server).campaign([], { expiresIn: -1000 })
  expect((await server.get('/v1/campaigns/list')).body).toMatchObject([{ id, status: 'Expired' }])
  const { ok } = terminal(undefined, server.database.url)
  const listed = await ok('campaigns', 'list', '--account', server.account)
  expect(listed).toContain(`${id}\tExpired\t`)
})
