import { listCampaigns200 } from '../../generated/schemas.ts'
import { same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { productsOf } from '../support/paging.ts'
import { must } from '../support/world.ts'

export const catalogue: Law[] = [
  {
    area: 'catalogue',
    promise: 'a SKU is unique among the rows of the product list',
    source: '§2',
    run: async (world) => {
      const skus = (await productsOf(world)).map(({ sku }) => sku)
      same(new Set(skus).size, skus.length, 'the number of distinct SKUs')
    },
  },
  {
    area: 'catalogue',
    promise: 'the products of a campaign are rows of the product list, the same to the field',
    source: '§2',
    run: async (world) => {
      const rows = new Map((await productsOf(world)).map((row) => [row.sku, row]))
      const answer = await world.api.get('/v1/campaigns/list')
      for (const { name, products } of listCampaigns200.parse(answer.body)) {
        const skus = products.map(({ sku }) => sku)
        same(new Set(skus).size, skus.length, `the number of distinct SKUs of ${name}`, answer)
        for (const product of products)
          same(product, rows.get(product.sku), `${product.sku} in the campaign ${name}`, answer)
      }
    },
  },
  {
    area: 'catalogue',
    promise: 'an image address is absolute',
    source: '§2',
    run: async (world) => {
      for (const { sku, imageUrl } of await productsOf(world))
        must(
          imageUrl === null || URL.canParse(imageUrl),
          `the image of ${sku} must be a URL or null, not ${imageUrl}`,
        )
    },
  },
]
