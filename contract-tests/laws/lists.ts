import fc from 'fast-check'
import { z } from 'zod'
import { listCampaigns200 } from '../../generated/schemas.ts'
import { must, same } from '../support/api.ts'
import {
  contactsOf,
  everyPage,
  newContact,
  newOrder,
  ordersOf,
  place,
  productsOf,
} from '../support/fixtures.ts'
import type { AreaLaw } from '../support/law.ts'
import { allOperations, withQuery } from '../support/requests.ts'

const rows = z.array(z.unknown())

const idsOf = ({ body }: { body: unknown }): string[] =>
  z
    .array(z.object({ id: z.string() }))
    .parse(body)
    .map(({ id }) => id)

/** The lists with `limit` and `offset`. */
const offsetLists = allOperations.filter(
  ({ queryParameters }) => 'limit' in queryParameters && 'offset' in queryParameters,
)

export const catalogue: AreaLaw[] = [
  {
    promise:
      'Each SKU appears once in the product list; a campaign’s products equal its rows in every field',
    source: '§2',
    run: async (context) => {
      const list = await productsOf(context)
      const bySku = new Map(list.map((row) => [row.sku, row]))
      same(bySku.size, list.length, 'the number of distinct SKUs')
      const response = await context.api.get('/v1/campaigns/list')
      for (const { name, products } of listCampaigns200.parse(response.body)) {
        const skus = products.map(({ sku }) => sku)
        same(new Set(skus).size, skus.length, `the number of distinct SKUs of ${name}`, response)
        for (const product of products)
          same(product, bySku.get(product.sku), `${product.sku} in the campaign ${name}`, response)
      }
    },
  },
]

export const paging: AreaLaw[] = [
  {
    promise:
      'A page is the part of the list that limit and offset select, without repeated rows; by default, the first 20',
    source: '§4, §8, design decisions 5 and 24',
    run: async (context) => {
      for (const { path, requiredMessages } of offsetLists) {
        const isOfCampaign = 'campaignId' in requiredMessages
        const query = isOfCampaign ? { campaignId: await context.fixtures.campaign() } : {}
        const whole = await everyPage(context, path, query, rows)
        const distinct = new Set(whole.map((row) => JSON.stringify(row)))
        same(distinct.size, whole.length, `the number of distinct rows of ${path}`)
        const first = await context.api.get(withQuery(path, query))
        same(first.body, whole.slice(0, 20), 'the page', first)
        const window = fc.record({
          limit: fc.oneof(
            fc.integer({ min: 1, max: Math.min(whole.length + 1, 1000) }),
            fc.constantFrom(1, 1000),
          ),
          offset: fc.integer({ min: 0, max: whole.length + 2 }),
        })
        await context.forAll(window, async ({ limit, offset }) => {
          const response = await context.api.get(withQuery(path, { ...query, limit, offset }))
          const expected = whole.slice(offset, offset + limit)
          same(rows.parse(response.body).length, expected.length, 'the number of rows', response)
          same(response.body, expected, 'the page', response)
        })
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
        seen.push(...idsOf(await context.api.get(path)))
        await context.api.post('/v1/contacts/create', newContact(campaignId))
      }
      const again = seen.filter((id) => before.includes(id))
      same(again, before, 'the rows that existed before')
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
      const page = (query: { limit: number; offset?: number }) =>
        context.api.get(withQuery('/v1/orders/list', query))
      for (let offset = 0; offset < before.length + 4; offset += limit) {
        for (const id of idsOf(await page({ limit, offset }))) seen.add(id)
        if (offset > 3 * limit) continue
        const { order } = await place(context, newOrder(await context.fixtures.offer(1)))
        const first = await page({ limit: 1 })
        same(idsOf(first), [order.id], 'the first order of the list', first)
      }
      const missed = before.filter((id) => !seen.has(id))
      must(missed.length === 0, `paging must return every order; missing: ${missed.join(', ')}`)
    },
  },
]
