import { expect, test } from 'vitest'
import { z } from 'zod'
import { Campaign, ProductVariant } from '../../generated/schemas.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'

const variants = z.array(ProductVariant)
const campaigns = z.array(Campaign)

test('lists one row for each active variant in the order of creation, page by page', async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  for (let i = 0; i < 130; i++) await account.variant(`S${i}`, i % 10 !== 0)
  const expected = Array.from({ length: 130 }, (_, i) => `S${i}`).filter((_, i) => i % 10 !== 0)
  const list = async (query: string) =>
    variants.parse((await server.get(`/v1/products/list${query}`)).body).map(({ sku }) => sku)
  expect(await list('')).toEqual(expected.slice(0, 20))
  expect(await list('?limit=1000')).toEqual(expected)
  const seen: string[] = []
  for (let offset = 0; offset < 130; offset += 17)
    seen.push(...(await list(`?limit=17&offset=${offset}`)))
  expect(seen).toEqual(expected)
  expect(await list('?offset=5000')).toEqual([])
})

test('relative image URLs are resolved against the CDN', async () => {
  const server = await testServer({ environment: { CDN_URL: 'https://cdn.example.com/' } })
  const list = variants.parse((await server.get('/v1/products/list?limit=1000')).body)
  expect(list).toHaveLength(40)
  expect(list[0]?.imageUrl).toBe('https://cdn.example.com/tee-black.svg')
  expect(list.find(({ sku }) => sku === 'CRD-WEL')).toMatchObject({
    imageUrl: null,
    piecesPerCarton: null,
    weight: 0.012,
  })
})

test('campaigns list their variants in the order of attachment', async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  for (const sku of ['A', 'B', 'C']) await account.variant(sku, sku !== 'B')
  const first = await account.campaign(['C', 'B', 'A'], { allowOutOfStockOrders: true })
  await account.campaign([], { status: 'Draft' })
  const list = campaigns.parse((await server.get('/v1/campaigns/list')).body)
  expect(list).toMatchObject([
    {
      id: first,
      status: 'Active',
      allowOutOfStockOrders: true,
      products: [{ sku: 'C' }, { sku: 'A' }],
    },
    { status: 'Draft', allowOutOfStockOrders: false, products: [] },
  ])
})
