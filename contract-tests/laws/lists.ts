import fc from 'fast-check'
import { z } from 'zod'
import { listCampaigns200 } from '../../generated/schemas.ts'
import { must, same } from '../support/assertions.ts'
import { newContact, newOrder } from '../support/fixtures.ts'
import type { AreaLaw } from '../support/law.ts'
import {
  allRows,
  contactsOf,
  needed,
  offsetLists,
  ordersOf,
  productsOf,
  withQuery,
} from '../support/paging.ts'

const rows = z.array(z.unknown())
const identified = z.array(z.object({ id: z.string() }))

export const catalogue: AreaLaw[] = [
  {
    promise:
      'Each SKU appears once in the product list; a campaign’s products equal its rows in every field',
    source: '§2',
    run: async (context) => {
      const list = await productsOf(context)
      const rows = new Map(list.map((row) => [row.sku, row]))
      same(rows.size, list.length, 'the number of distinct SKUs')
      const response = await context.api.get('/v1/campaigns/list')
      for (const { name, products } of listCampaigns200.parse(response.body)) {
        const skus = products.map(({ sku }) => sku)
        same(new Set(skus).size, skus.length, `the number of distinct SKUs of ${name}`, response)
        for (const product of products)
          same(product, rows.get(product.sku), `${product.sku} in the campaign ${name}`, response)
      }
    },
  },
]

export const paging: AreaLaw[] = [
  {
    promise: 'A page is the part of the list that limit and offset select, without repeated rows',
    source: '§4, §8, design decisions 5 and 24',
    run: async (context) => {
      for (const operation of offsetLists) {
        const whole = await allRows(context, operation)
        const distinct = new Set(whole.map((row) => JSON.stringify(row)))
        same(distinct.size, whole.length, `the number of distinct rows of ${operation.path}`)
        const query = await needed(context, operation)
        const window = fc.record({
          limit: fc.oneof(
            fc.integer({ min: 1, max: Math.min(whole.length + 1, 1000) }),
            fc.constantFrom(1, 1000),
          ),
          offset: fc.integer({ min: 0, max: whole.length + 2 }),
        })
        await context.forAll(window, async ({ limit, offset }) => {
          const path = withQuery(operation.path, { ...query, limit, offset })
          const response = await context.api.get(path)
          const expected = whole.slice(offset, offset + limit)
          same(rows.parse(response.body).length, expected.length, 'the number of rows', response)
          same(response.body, expected, 'the page', response)
        })
      }
    },
  },
  {
    promise: 'Without limit and offset, a page has the first 20 rows',
    source: '§8',
    run: async (context) => {
      for (const operation of offsetLists) {
        const whole = await allRows(context, operation)
        const response = await context.api.get(
          withQuery(operation.path, await needed(context, operation)),
        )
        same(response.body, whole.slice(0, 20), 'the page', response)
      }
    },
  },
  {
    promise: 'Paging through contacts returns every row once while others are added',
    source: '§4 GET /v1/products/list, design decision 24',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      const before = (await contactsOf(context, campaignId)).map(({ id }) => id)
      const limit = Math.max(1, Math.ceil(before.length / 6))
      const seen: string[] = []
      for (let offset = 0; offset < before.length; offset += limit) {
        const path = withQuery('/v1/contacts/list', { campaignId, limit, offset })
        seen.push(...identified.parse((await context.api.get(path)).body).map(({ id }) => id))
        await context.api.post('/v1/contacts/create', newContact(campaignId))
      }
      same(
        seen.filter((id) => before.includes(id)),
        before,
        'the rows that existed before',
      )
    },
  },
  {
    promise: 'Orders are sorted newest first, and paging misses none while others are added',
    source: 'design decision 24',
    run: async (context) => {
      await context.fixtures.order()
      const before = (await ordersOf(context)).map(({ id }) => id)
      const limit = Math.max(1, Math.ceil(before.length / 4))
      const seen = new Set<string>()
      for (let offset = 0; offset < before.length + 4; offset += limit) {
        const response = await context.api.get(withQuery('/v1/orders/list', { limit, offset }))
        for (const { id } of identified.parse(response.body)) seen.add(id)
        if (offset > 3 * limit) continue
        const offer = await context.fixtures.offer(1)
        const { body } = await context.api.post('/v1/orders/create', newOrder(offer))
        const { id } = z.object({ id: z.string() }).parse(body)
        const first = await context.api.get(withQuery('/v1/orders/list', { limit: 1 }))
        same(identified.parse(first.body)[0]?.id, id, 'the first order of the list', first)
      }
      const missed = before.filter((id) => !seen.has(id))
      must(missed.length === 0, `paging must return every order; missing: ${missed.join(', ')}`)
    },
  },
]
