import { AuthResult, WebhookSubscriptionWithSecret } from '../../generated/zod/schemas.ts'
import {
  type ApiResponse,
  must,
  mustBe,
  mustReject,
  mustReturn,
  read,
  same,
} from '../support/api.ts'
import { newOrder, place, requestNaming } from '../support/fixtures.ts'
import type { Laws } from '../support/law.ts'
import { allOperations } from '../support/requests.ts'
import { hookLaw, hookUrl } from '../support/subscriptions.ts'

export const accounts: Laws = {
  'No operation shows or changes data of another account': hookLaw(
    '§1, §4',
    async (context, subscriptions) => {
      const offer = await context.fixtures.offer()
      const email = `apart-${context.options.seed}@example.com`
      const shipTo = { ...newOrder(offer).shipTo, email }
      const { order } = await place(context, newOrder(offer, 1, { shipTo }))
      const subscribed = await subscriptions.create(hookUrl('apart'))
      const { campaignId, sku } = offer
      const mine = { campaignId, sku, orderId: order.id, hookId: subscribed.id }
      const before = await context.fixtures.records()
      // Accounts may have the same SKUs.
      const { products: _, ...others } = before
      const ids = Object.values(others).flatMap((rows) => rows.map(({ id }) => id))
      const inStock = before.inventory.flatMap((item) => [
        item.product_id,
        item.warehouse.warehouse_id,
      ])
      const names = new Set([...ids, ...inStock])
      // A number may be the id of another record, too.
      const hidden = [email, subscribed.url, ...[...names].filter((id) => !/^\d+$/.test(id))]
      const mustHide = (response: ApiResponse) => {
        for (const text of hidden)
          must(
            !response.text.includes(JSON.stringify(text)),
            `the response for another account must not contain ${text}`,
            response,
          )
      }
      const key = context.control('otherKey')
      for (const { method, path } of allOperations)
        if (method === 'GET' && !path.includes('{'))
          mustHide(await context.api.send({ path: `${path}?limit=1000&page_size=100`, key }))
      const unknown = { campaignId: 'unknown', sku, orderId: 'unknown', hookId: 'unknown' }
      for (const operation of allOperations) {
        const { id, method, tag } = operation
        // These succeed for every account. The last law here covers them.
        if (tag === 'Authentication' || id === 'createWebhook') continue
        const response = await context.api.send({ ...requestNaming(operation, mine), key })
        const other = await context.api.send({ ...requestNaming(operation, unknown), key })
        same(response.body, other.body, 'the response, as for unknown data,', response)
        if (id === 'getOrder') mustBe(404, response)
        else if (method === 'GET') mustBe(200, response)
        else mustReject(response, `${id} with data of another account`)
        mustHide(response)
      }
      const after = await context.fixtures.records()
      same(after, before, 'the data of the first account')
    },
    { needs: ['otherKey'] },
  ),
  'An account without data gets empty lists': {
    source: '§4, §7',
    needs: ['emptyKey'],
    shows: ['listCampaigns 200 nothing', 'listProducts 200 nothing'],
    async run(context) {
      const key = context.control('emptyKey')
      const get = (path: string) => context.api.send({ path, key })
      for (const path of ['/v1/products/list', '/v1/campaigns/list', '/v1/orders/list'])
        mustReturn(await get(path), 200, [])
      mustReturn(await get('/v1/webhooks'), 200, { webhooks: [] })
      const { campaignId } = await context.fixtures.offer()
      mustReturn(await get(`/v1/contacts/list?campaignId=${campaignId}`), 200, [])
      mustReturn(await get('/v1/inventory/list'), 200, {
        items: [],
        pagination: { total_count: 0, page: 1, page_size: 20, has_more: false },
      })
    },
  },
  'Each key returns its own account, and two accounts can subscribe the same URL': hookLaw(
    '§2, §4 GET /v1/auth',
    async (context, subscriptions) => {
      const { api } = context
      const key = context.control('otherKey')
      const mine = await api.get('/v1/auth')
      const theirs = await api.send({ path: '/v1/auth', key })
      const [own, other] = [read(AuthResult, mine), read(AuthResult, theirs)]
      must(own.account_id !== other.account_id, 'two accounts must have different ids', theirs)
      const path = '/v1/webhooks/events'
      mustReturn(await api.send({ path, key }), 200, (await api.get(path)).body)
      const { url } = await subscriptions.create(hookUrl('shared'))
      const json = { url, events: ['order.created'] }
      const created = await api.send({ method: 'POST', path: '/v1/webhooks', key, json })
      const { id } = read(WebhookSubscriptionWithSecret, created, 201)
      await api.send({ method: 'DELETE', path: `/v1/webhooks/${id}`, key })
    },
    { needs: ['otherKey'] },
  ),
}
