import fc from 'fast-check'
import { z } from 'zod'
import { must, mustBe, read, same } from '../support/api.ts'
import { contactsOf, everyPage, newContact, newOrder, place } from '../support/fixtures.ts'
import type { Laws } from '../support/law.ts'
import { allOperations, withQuery } from '../support/requests.ts'

const rows = z.array(z.unknown())
const withIds = z.array(z.object({ id: z.string() }))

const offsetLists = allOperations.filter(
  ({ queryParameters }) => 'limit' in queryParameters && 'offset' in queryParameters,
)

export const paging: Laws = {
  'A list has every record of the account, each once': {
    source: '§4',
    async run(context) {
      const records = await context.fixtures.records()
      const events = records.inventory.flatMap((item) => item.inventory_events)
      const lists = Object.entries({ ...records, events }).map(([name, rows]) => ({
        name,
        ids: rows.map(({ id }) => id),
      }))
      for (const { name, ids } of lists)
        same(new Set(ids).size, ids.length, `the number of distinct records of ${name}`)
      const all = new Set(lists.flatMap(({ ids }) => ids))
      const mustList = (id: string, named: string) =>
        must(all.has(id), `a list must have ${id}, ${named}`)
      for (const { id, campaignId } of records.orders)
        mustList(campaignId, `the campaign of the order ${id}`)
      for (const { sku, inventory_events } of records.inventory)
        for (const { id, order_id } of inventory_events)
          if (order_id !== null) mustList(order_id, `the order of the event ${id} of ${sku}`)
      const stored = await context.options.server.controls?.records?.()
      for (const id of stored ?? []) mustList(id, 'which the server has stored')
    },
  },
  'A page is the part of the list that limit and offset select; by default, the first 20 rows': {
    source: '§4, §8, design decisions 5 and 24',
    async run(context) {
      const { id: campaignId } = await context.fixtures.campaign()
      // Many servers cut a page at 100 rows, whatever its limit.
      for (let { length } = await contactsOf(context, campaignId); length <= 100; length++)
        mustBe(200, await context.api.post('/v1/contacts/create', newContact(campaignId)))
      for (const { path, queryParameters } of offsetLists) {
        const query = queryParameters.campaignId?.required ? { campaignId } : {}
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
          same(read(rows, response).length, expected.length, 'the number of rows', response)
          same(response.body, expected, 'the page', response)
        })
      }
    },
  },
  'Paging misses no row while others are added; contacts come oldest first, orders newest first': {
    source: '§4 GET /v1/products/list, design decision 24',
    async run(context) {
      const { id: campaignId } = await context.fixtures.campaign()
      await context.fixtures.order()
      const addContact = async () => {
        const { body } = await context.api.post('/v1/contacts/create', newContact(campaignId))
        return z.object({ contactId: z.string() }).parse(body).contactId
      }
      const addOrder = async () =>
        (await place(context, newOrder(await context.fixtures.offer()))).order.id
      for (const { path, query, add, isNewestFirst } of [
        {
          path: '/v1/contacts/list',
          query: { campaignId },
          add: addContact,
          isNewestFirst: false,
        },
        { path: '/v1/orders/list', query: {}, add: addOrder, isNewestFirst: true },
      ]) {
        const idsOf = (list: z.infer<typeof withIds>) => list.map(({ id }) => id)
        const before = idsOf(await everyPage(context, path, query, withIds))
        const limit = Math.max(1, Math.ceil(before.length / 5))
        const seen = new Set<string>()
        const added: string[] = []
        for (let offset = 0; offset < before.length + added.length; offset += limit) {
          const page = await context.api.get(withQuery(path, { ...query, limit, offset }))
          for (const id of idsOf(read(withIds, page))) seen.add(id)
          if (added.length < 4) added.push(await add())
        }
        const existing = [...seen].filter((id) => before.includes(id))
        same(existing, before, `the rows of ${path} that existed before, in their order`)
        const now = idsOf(await everyPage(context, path, query, withIds))
        const expected = isNewestFirst ? [...added.toReversed(), ...before] : [...before, ...added]
        same(now, expected, `the rows of ${path} in the end`)
      }
    },
  },
}
