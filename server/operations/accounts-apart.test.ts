import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../testkit/contract.ts'
import { newContact, newOrder } from '../../testkit/shapes.ts'
import { rowCounts } from '../testing/row-counts.ts'
import { testServer } from '../testing/test-server.ts'

const ids = z.array(z.looseObject({ id: z.string() }))

/** What one account has that another might ask for. */
const everythingOf = async (server: Awaited<ReturnType<typeof testServer>>) => {
  const campaigns = ids.parse((await server.get('/v1/campaigns/list')).body)
  const orders = ids.parse((await server.get('/v1/orders/list?limit=1000')).body)
  const webhook = await server.post('/v1/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['order.created'],
  })
  return {
    campaign: campaigns[0]?.id ?? '',
    order: orders.at(0)?.id ?? '',
    webhook: z.looseObject({ id: z.string() }).parse(webhook.body).id,
  }
}

test('for every operation: nothing of one account is read or changed by another', async () => {
  const server = await testServer()
  const { campaign, order, webhook } = await everythingOf(server)
  const { key } = await server.another()
  const before = rowCounts(server.config.databaseFile)
  const state = async () => [
    (await server.get('/v1/orders/list?limit=1000')).text,
    (await server.get('/v1/webhooks')).text,
    (await server.get(`/v1/contacts/list?campaignId=${campaign}&limit=1000`)).text,
    (await server.get('/v1/inventory/list?page_size=100')).text,
  ]
  const mine = await state()

  const notFound = (what: string) => [400, { message: `${what} not found` }]
  const empty = [200, []]
  const attempts: Record<string, { path: string; json?: unknown; expected: unknown }> = {
    listProducts: { path: '/v1/products/list', expected: empty },
    listCampaigns: { path: '/v1/campaigns/list', expected: empty },
    listContacts: { path: `/v1/contacts/list?campaignId=${campaign}`, expected: empty },
    createContact: {
      path: '/v1/contacts/create',
      json: newContact(campaign),
      expected: notFound('Campaign'),
    },
    createInvite: {
      path: '/v1/invites/create',
      json: { campaignId: campaign, sendEmailNotification: false },
      expected: notFound('Campaign'),
    },
    listWebhooks: { path: '/v1/webhooks', expected: [200, { webhooks: [] }] },
    updateWebhook: {
      path: `/v1/webhooks/${webhook}`,
      json: { active: false },
      expected: notFound('Webhook'),
    },
    deleteWebhook: { path: `/v1/webhooks/${webhook}`, expected: notFound('Webhook') },
    testWebhook: { path: `/v1/webhooks/${webhook}/test`, expected: notFound('Webhook') },
    rotateWebhookSecret: {
      path: `/v1/webhooks/${webhook}/rotate-secret`,
      expected: notFound('Webhook'),
    },
    listOrders: { path: `/v1/orders/list?campaignId=${campaign}`, expected: empty },
    getOrder: { path: `/v1/orders/${order}`, expected: [404, { message: 'Order not found' }] },
    createOrder: {
      path: '/v1/orders/create',
      json: newOrder(campaign, 'TEE-BLK-M'),
      expected: notFound('Campaign'),
    },
    cancelOrder: {
      path: '/v1/orders/cancel',
      json: { orderId: order },
      expected: notFound('Order'),
    },
    listInventory: {
      path: '/v1/inventory/list',
      expected: [
        200,
        { items: [], pagination: { total_count: 0, page: 1, page_size: 20, has_more: false } },
      ],
    },
  }
  // These have nothing of an account but its id.
  const own = ['createWebhook', 'listWebhookEvents']

  for (const { id, method } of operations) {
    if (id.startsWith('checkAuth') || own.includes(id)) continue
    const attempt = attempts[id]
    if (!attempt) throw new Error(`${id} has no attempt here: add one`)
    const { path, json, expected } = attempt
    const answer = await server.request({ method: method.toUpperCase(), path, json, key })
    expect([answer.status, answer.body], id).toEqual(expected)
  }

  expect(await state()).toEqual(mine)
  const { request_log: _, ...after } = rowCounts(server.config.databaseFile)
  expect(before).toMatchObject(after)
})
