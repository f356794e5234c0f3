import { listCampaigns200 } from '../../generated/schemas.ts'
import { same } from '../support/assertions.ts'
import type { Law } from '../support/law.ts'
import { must } from '../support/law-context.ts'
import { productsOf } from '../support/paging.ts'

export const catalogue: Law[] = [
  {
    area: 'catalogue',
    promise: 'Each SKU appears once in the product list',
    source: '§2',
    run: async (context) => {
      const skus = (await productsOf(context)).map(({ sku }) => sku)
      same(new Set(skus).size, skus.length, 'the number of distinct SKUs')
    },
  },
  {
    area: 'catalogue',
    promise: 'The products of a campaign equal rows of the product list in every field',
    source: '§2',
    run: async (context) => {
      const rows = new Map((await productsOf(context)).map((row) => [row.sku, row]))
      const response = await context.api.get('/v1/campaigns/list')
      for (const { name, products } of listCampaigns200.parse(response.body)) {
        const skus = products.map(({ sku }) => sku)
        same(new Set(skus).size, skus.length, `the number of distinct SKUs of ${name}`, response)
        for (const product of products)
          same(product, rows.get(product.sku), `${product.sku} in the campaign ${name}`, response)
      }
    },
  },
  {
    area: 'catalogue',
    promise: 'Image URLs are absolute',
    source: '§2',
    run: async (context) => {
      for (const { sku, imageUrl } of await productsOf(context))
        must(
          imageUrl === null || URL.canParse(imageUrl),
          `the image of ${sku} must be a URL or null, not ${imageUrl}`,
        )
    },
  },
]
