import { z } from 'zod'
import type { ApiRequest, ApiResponse } from '../support/api.ts'
import { mustReject, mustReturn, same } from '../support/assertions.ts'
import { newContact, newOrder } from '../support/fixtures.ts'
import { Hooks, hookUrl } from '../support/hooks.ts'
import type { Law } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { must } from '../support/law-context.ts'
import { contactsOf, ordersOf } from '../support/paging.ts'
import { allOperations } from '../support/requests.ts'

/** Ids and names of one account's data, for requests with another account's key. */
type OwnData = {
  campaignId: string
  sku: string
  orderId: string
  hookId: string
  hookUrl: string
  warehouse: string
}

/** A request for another account's data, and a check of the response. */
type Attempt = { path: string; json?: unknown; holds: (response: ApiResponse) => void }

const refusal = (message: string) => (response: ApiResponse) =>
  mustReturn(response, 400, { message })

const attempts = (mine: OwnData): Record<string, Attempt> => {
  const { campaignId, sku, orderId, hookId, warehouse } = mine
  const noHook = refusal('Webhook not found')
  const noCampaign = refusal('Campaign not found')
  const empty = (response: ApiResponse) => mustReturn(response, 200, [])
  const hidden =
    (...texts: string[]) =>
    (response: ApiResponse) => {
      same(response.status, 200, 'the status', response)
      for (const text of texts)
        must(
          !response.text.includes(text),
          `the response for another account must not contain ${text}`,
          response,
        )
    }
  return {
    listProducts: { path: '/v1/products/list?limit=1000', holds: hidden() },
    listCampaigns: { path: '/v1/campaigns/list', holds: hidden(campaignId) },
    listContacts: { path: `/v1/contacts/list?campaignId=${campaignId}`, holds: empty },
    createContact: { path: '/v1/contacts/create', json: newContact(campaignId), holds: noCampaign },
    createInvite: {
      path: '/v1/invites/create',
      json: { campaignId, sendEmailNotification: false },
      holds: noCampaign,
    },
    listWebhookEvents: { path: '/v1/webhooks/events', holds: hidden(hookId) },
    listWebhooks: { path: '/v1/webhooks', holds: hidden(hookId, mine.hookUrl) },
    updateWebhook: { path: `/v1/webhooks/${hookId}`, json: { active: false }, holds: noHook },
    deleteWebhook: { path: `/v1/webhooks/${hookId}`, holds: noHook },
    testWebhook: { path: `/v1/webhooks/${hookId}/test`, holds: noHook },
    rotateWebhookSecret: { path: `/v1/webhooks/${hookId}/rotate-secret`, holds: noHook },
    listOrders: { path: `/v1/orders/list?campaignId=${campaignId}`, holds: empty },
    getOrder: {
      path: `/v1/orders/${orderId}`,
      holds: (response) => same(response.status, 404, 'the status', response),
    },
    createOrder: {
      path: '/v1/orders/create',
      json: newOrder({ campaignId, sku }),
      holds: noCampaign,
    },
    cancelOrder: {
      path: '/v1/orders/cancel',
      json: { orderId },
      holds: (response) => mustReject(response, 'cancelling an order of another account'),
    },
    listInventory: {
      path: `/v1/inventory/list?warehouse_id=${warehouse}`,
      holds: (response) => {
        const { items } = z.object({ items: z.array(z.unknown()) }).parse(response.body)
        same(items, [], 'the items', response)
      },
    },
  }
}

const state = async (context: LawContext, { campaignId, orderId }: OwnData) => ({
  order: (await context.api.get(`/v1/orders/${orderId}`)).body,
  orders: (await ordersOf(context)).length,
  contacts: (await contactsOf(context, campaignId)).length,
  webhooks: (await context.api.get('/v1/webhooks')).body,
  inventory: await context.fixtures.inventory(),
})

export const accounts: Law[] = [
  {
    area: 'accounts',
    promise: 'No operation shows or changes data of another account',
    source: '§1, §4',
    needs: ['otherKey'],
    run: async (context) => {
      const hooks = new Hooks(context.api)
      await hooks.clear()
      const { order, offer } = await context.fixtures.order()
      const subscribed = await hooks.create(hookUrl('apart'))
      const { campaignId, sku, warehouse } = offer
      const mine = {
        campaignId,
        sku,
        warehouse,
        orderId: order.id,
        hookId: subscribed.id,
        hookUrl: subscribed.url,
      }
      const key = context.control('otherKey')
      const cases = attempts(mine)
      const before = await state(context, mine)
      for (const { id, method, tag } of allOperations) {
        // These succeed for every account. The last law here covers them.
        if (tag === 'Authentication' || id === 'createWebhook') continue
        const attempt = cases[id]
        must(attempt !== undefined, `No case for ${id}. Add one to attempts in laws/accounts.ts.`)
        const request: ApiRequest = { method, path: attempt.path, key }
        attempt.holds(
          await context.api.send('json' in attempt ? { ...request, json: attempt.json } : request),
        )
      }
      same(await state(context, mine), before, 'the data of the first account')
      await hooks.clear()
    },
  },
  {
    area: 'accounts',
    promise: 'An account without data gets empty lists',
    source: '§4, §7',
    needs: ['emptyKey'],
    shows: ['listCampaigns 200 nothing', 'listProducts 200 nothing'],
    run: async (context) => {
      const key = context.control('emptyKey')
      const get = (path: string) => context.api.send({ path, key })
      for (const path of ['/v1/products/list', '/v1/campaigns/list', '/v1/orders/list'])
        mustReturn(await get(path), 200, [])
      mustReturn(await get('/v1/webhooks'), 200, { webhooks: [] })
      const { campaignId } = await context.fixtures.offer(1)
      mustReturn(await get(`/v1/contacts/list?campaignId=${campaignId}`), 200, [])
      mustReturn(await get('/v1/inventory/list'), 200, {
        items: [],
        pagination: { total_count: 0, page: 1, page_size: 20, has_more: false },
      })
    },
  },
  {
    area: 'accounts',
    promise: 'Each key returns its own account, and two accounts can subscribe the same URL',
    source: '§2, §4 GET /v1/auth',
    needs: ['otherKey'],
    run: async (context) => {
      const { api } = context
      const key = context.control('otherKey')
      const mine = await api.get('/v1/auth')
      const theirs = await api.send({ path: '/v1/auth', key })
      const id = z.object({ account_id: z.string() })
      must(
        id.parse(mine.body).account_id !== id.parse(theirs.body).account_id,
        'two accounts must have different ids',
        theirs,
      )
      const hooks = new Hooks(api)
      await hooks.clear()
      const { url } = await hooks.create(hookUrl('shared'))
      const json = { url, events: ['order.created'] }
      const created = await api.send({ method: 'POST', path: '/v1/webhooks', key, json })
      same(created.status, 201, 'the status', created)
      const { id: hookId } = z.object({ id: z.string() }).parse(created.body)
      await api.send({ method: 'DELETE', path: `/v1/webhooks/${hookId}`, key })
      await hooks.clear()
    },
  },
]
