import type { CallOptions } from '../../../generated/client/client.ts'
import { endpoints, type Replies } from '../../../generated/operations.ts'
import { stubs } from '../../../generated/stubs.ts'
import type { Client } from '../../../packages/client/client.ts'
import { newOrder } from '../request-bodies.ts'

/** The operations that the client calls. Of the methods of `/v1/auth` it calls only one. */
export type ClientOperation = Exclude<
  keyof Replies,
  `checkAuth${'Put' | 'Post' | 'Delete' | 'Options' | 'Head' | 'Patch' | 'Trace'}`
>

type Success<Id extends ClientOperation> = Extract<Replies[Id], { status: 200 | 201 }>['body']

type EveryCall = { [Id in ClientOperation]: (options?: CallOptions) => Promise<Success<Id>> }

/** Calls every operation once, typed with the contract's responses. */
export const everyCall = (client: Client): EveryCall => ({
  checkAuth: (options) => client.checkAuth(options),
  listProducts: (options) => client.products.list({ limit: 2 }, options),
  listCampaigns: (options) => client.campaigns.list(options),
  listContacts: (options) =>
    client.contacts.list({ campaignId: 'cmp_1', tags: ['a b', 'ü&=?'] }, options),
  createContact: (options) =>
    client.contacts.create(
      { firstName: 'Zoë', lastName: 'B', email: 'z@example.com', campaignId: 'cmp_1' },
      options,
    ),
  createInvite: (options) =>
    client.invites.create({ campaignId: 'cmp_1', sendEmailNotification: false }, options),
  listWebhookEvents: (options) => client.webhooks.events(options),
  listWebhooks: (options) => client.webhooks.list(options),
  createWebhook: (options) =>
    client.webhooks.create({ url: 'https://example.com/', events: ['order.shipped'] }, options),
  updateWebhook: (options) => client.webhooks.update('whk_1', { active: false }, options),
  deleteWebhook: (options) => client.webhooks.delete('whk_1', options),
  testWebhook: (options) => client.webhooks.test('whk_1', options),
  rotateWebhookSecret: (options) => client.webhooks.rotateSecret('whk_1', options),
  listOrders: (options) => client.orders.list({ email: 'a+b@example.com', offset: 0 }, options),
  getOrder: (options) => client.orders.get('ord_/?#é', options),
  createOrder: (options) => client.orders.create(newOrder('cmp_1', 'TEE-BLK-M'), options),
  cancelOrder: (options) => client.orders.cancel({ orderId: 'ord_1' }, options),
  listInventory: (options) => client.inventory.list({ page_size: 5 }, options),
})

const isClientOperation = (id: string): id is ClientOperation => !/^checkAuth./.test(id)

export const clientOperations: readonly ClientOperation[] =
  Object.keys(stubs).filter(isClientOperation)

/** The operations that do not change data. */
export const readOperations = clientOperations.filter((id) => endpoints[id].method === 'GET')
