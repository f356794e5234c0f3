import fc from 'fast-check'
import { z } from 'zod'
import { same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { allRows, contactsOf, needed, offsetLists, ordersOf, withQuery } from '../support/paging.ts'
import { newContact, newOrder } from '../support/stage.ts'
import { must } from '../support/world.ts'

const rows = z.array(z.unknown())
const identified = z.array(z.object({ id: z.string() }))

export const paging: Law[] = [
  {
    area: 'paging',
    promise:
      'a page is the part of the whole list that limit and offset name, and no row comes twice',
    source: '§4, §8, design decisions 5 and 24',
    run: async (world) => {
      for (const operation of offsetLists) {
        const whole = await allRows(world, operation)
        const distinct = new Set(whole.map((row) => JSON.stringify(row)))
        same(distinct.size, whole.length, `the number of distinct rows of ${operation.path}`)
        const query = await needed(world, operation)
        const window = fc.record({
          limit: fc.oneof(
            fc.integer({ min: 1, max: Math.min(whole.length + 1, 1000) }),
            fc.constantFrom(1, 1000),
          ),
          offset: fc.integer({ min: 0, max: whole.length + 2 }),
        })
        await world.forAll(window, async ({ limit, offset }) => {
          const path = withQuery(operation.path, { ...query, limit, offset })
          const answer = await world.api.get(path)
          const expected = whole.slice(offset, offset + limit)
          same(rows.parse(answer.body).length, expected.length, 'the number of rows', answer)
          same(answer.body, expected, 'the page', answer)
        })
      }
    },
  },
  {
    area: 'paging',
    promise: 'without limit and offset, a page is the first 20 rows',
    source: '§8',
    run: async (world) => {
      for (const operation of offsetLists) {
        const whole = await allRows(world, operation)
        const answer = await world.api.get(
          withQuery(operation.path, await needed(world, operation)),
        )
        same(answer.body, whole.slice(0, 20), 'the page', answer)
      }
    },
  },
  {
    area: 'paging',
    promise: 'paging through contacts visits every row once while others are added',
    source: '§4 GET /v1/products/list, design decision 24',
    run: async (world) => {
      const campaignId = await world.stage.campaign()
      const before = (await contactsOf(world, campaignId)).map(({ id }) => id)
      const limit = Math.max(1, Math.ceil(before.length / 6))
      const seen: string[] = []
      for (let offset = 0; offset < before.length; offset += limit) {
        const path = withQuery('/v1/contacts/list', { campaignId, limit, offset })
        seen.push(...identified.parse((await world.api.get(path)).body).map(({ id }) => id))
        await world.api.post('/v1/contacts/create', newContact(campaignId))
      }
      same(
        seen.filter((id) => before.includes(id)),
        before,
        'the rows that were there before',
      )
    },
  },
  {
    area: 'paging',
    promise: 'orders come newest first, and paging misses none while others are added',
    source: 'design decision 24',
    run: async (world) => {
      await world.stage.order()
      const before = (await ordersOf(world)).map(({ id }) => id)
      const limit = Math.max(1, Math.ceil(before.length / 4))
      const seen = new Set<string>()
      for (let offset = 0; offset < before.length + 4; offset += limit) {
        const answer = await world.api.get(withQuery('/v1/orders/list', { limit, offset }))
        for (const { id } of identified.parse(answer.body)) seen.add(id)
        if (offset > 3 * limit) continue
        const offer = await world.stage.offer(1)
        const { body } = await world.api.post('/v1/orders/create', newOrder(offer))
        const { id } = z.object({ id: z.string() }).parse(body)
        const first = await world.api.get(withQuery('/v1/orders/list', { limit: 1 }))
        same(identified.parse(first.body)[0]?.id, id, 'the first order of the list', first)
      }
      const missed = before.filter((id) => !seen.has(id))
      must(missed.length === 0, `paging through the orders misses ${missed.join(', ')}`)
    },
  },
]
