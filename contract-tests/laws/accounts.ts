import { z } from 'zod'
import type { Answer, Ask } from '../support/api.ts'
import { answered, refused, same } from '../support/equal.ts'
import { Hooks, hookUrl } from '../support/hooks.ts'
import type { Law } from '../support/law.ts'
import { contactsOf, ordersOf } from '../support/paging.ts'
import { allOperations } from '../support/requests.ts'
import { newContact, newOrder } from '../support/stage.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

/** What an account has that another could ask for by name. */
type Things = {
  campaignId: string
  sku: string
  orderId: string
  hookId: string
  hookUrl: string
  warehouse: string
}

/** What an operation answers to an account that asks for things of another. */
type Apart = { path: string; json?: unknown; holds: (answer: Answer) => void }

const refusal = (message: string) => (answer: Answer) => answered(answer, 400, { message })

const attempts = (mine: Things): Record<string, Apart> => {
  const { campaignId, sku, orderId, hookId, warehouse } = mine
  const noHook = refusal('Webhook not found')
  const noCampaign = refusal('Campaign not found')
  const empty = (answer: Answer) => answered(answer, 200, [])
  const hidden =
    (...texts: string[]) =>
    (answer: Answer) => {
      same(answer.status, 200, 'the status', answer)
      for (const text of texts)
        must(!answer.text.includes(text), `another account is shown ${text}`, answer)
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
      holds: (answer) => same(answer.status, 404, 'the status', answer),
    },
    createOrder: {
      path: '/v1/orders/create',
      json: newOrder({ campaignId, sku }),
      holds: noCampaign,
    },
    cancelOrder: {
      path: '/v1/orders/cancel',
      json: { orderId },
      holds: (answer) => refused(answer, 'cancelling an order of another account'),
    },
    listInventory: {
      path: `/v1/inventory/list?warehouse_id=${warehouse}`,
      holds: (answer) => {
        const { items } = z.object({ items: z.array(z.unknown()) }).parse(answer.body)
        same(items, [], 'the items', answer)
      },
    },
  }
}

const state = async (world: World, { campaignId, orderId }: Things) => ({
  order: (await world.api.get(`/v1/orders/${orderId}`)).body,
  orders: (await ordersOf(world)).length,
  contacts: (await contactsOf(world, campaignId)).length,
  webhooks: (await world.api.get('/v1/webhooks')).body,
  inventory: await world.stage.inventory(),
})

export const accounts: Law[] = [
  {
    area: 'accounts',
    promise: 'for every operation: nothing of one account is shown to another, or changed by it',
    source: '§1, §4',
    needs: ['otherKey'],
    run: async (world) => {
      const hooks = new Hooks(world.api)
      await hooks.clear()
      const { order, offer } = await world.stage.order()
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
      const key = world.control('otherKey')
      const cases = attempts(mine)
      const before = await state(world, mine)
      for (const { id, method, tag } of allOperations) {
        // These two have an answer of their own for each account: they come below.
        if (tag === 'Authentication' || id === 'createWebhook') continue
        const attempt = cases[id]
        must(attempt !== undefined, `no case for ${id}: add one to the law of accounts`)
        const ask: Ask = { method, path: attempt.path, key }
        attempt.holds(await world.api.ask('json' in attempt ? { ...ask, json: attempt.json } : ask))
      }
      same(await state(world, mine), before, 'what the account has')
      await hooks.clear()
    },
  },
  {
    area: 'accounts',
    promise: 'an account that has nothing is shown empty lists',
    source: '§4, §7',
    needs: ['emptyKey'],
    shows: ['listCampaigns 200 nothing', 'listProducts 200 nothing'],
    run: async (world) => {
      const key = world.control('emptyKey')
      const get = (path: string) => world.api.ask({ path, key })
      for (const path of ['/v1/products/list', '/v1/campaigns/list', '/v1/orders/list'])
        answered(await get(path), 200, [])
      answered(await get('/v1/webhooks'), 200, { webhooks: [] })
      const { campaignId } = await world.stage.offer(1)
      answered(await get(`/v1/contacts/list?campaignId=${campaignId}`), 200, [])
      answered(await get('/v1/inventory/list'), 200, {
        items: [],
        pagination: { total_count: 0, page: 1, page_size: 20, has_more: false },
      })
    },
  },
  {
    area: 'accounts',
    promise: 'each key is answered with its own account; two accounts may subscribe the same URL',
    source: '§2, §4 GET /v1/auth',
    needs: ['otherKey'],
    run: async (world) => {
      const { api } = world
      const key = world.control('otherKey')
      const mine = await api.get('/v1/auth')
      const theirs = await api.ask({ path: '/v1/auth', key })
      const id = z.object({ account_id: z.string() })
      must(
        id.parse(mine.body).account_id !== id.parse(theirs.body).account_id,
        'two accounts have two ids',
        theirs,
      )
      const hooks = new Hooks(api)
      await hooks.clear()
      const { url } = await hooks.create(hookUrl('shared'))
      const json = { url, events: ['order.created'] }
      const created = await api.ask({ method: 'POST', path: '/v1/webhooks', key, json })
      same(created.status, 201, 'the status', created)
      const { id: hookId } = z.object({ id: z.string() }).parse(created.body)
      await api.ask({ method: 'DELETE', path: `/v1/webhooks/${hookId}`, key })
      await hooks.clear()
    },
  },
]
