import { listCampaigns200 } from '../../generated/zod/schemas.ts'
import { read, same } from '../support/api.ts'
import { productsOf } from '../support/fixtures.ts'
import type { Laws } from '../support/law.ts'

export const catalogue: Laws = {
  'Each SKU is in the product list once, and a campaign’s products equal its rows in every field': {
    source: '§2',
    async run(context) {
      const list = await productsOf(context)
      const bySku = new Map(list.map((row) => [row.sku, row]))
      same(bySku.size, list.length, 'the number of distinct SKUs')
      const response = await context.api.get('/v1/campaigns/list')
      for (const { name, products } of read(listCampaigns200, response)) {
        const skus = new Set(products.map(({ sku }) => sku))
        same(skus.size, products.length, `the number of distinct SKUs of ${name}`, response)
        for (const product of products)
          same(product, bySku.get(product.sku), `${product.sku} in the campaign ${name}`, response)
      }
    },
  },
}
