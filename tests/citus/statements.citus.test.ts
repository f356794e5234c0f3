import { Client, escapeLiteral } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBacklog } from '../../server/store/backlog.ts'
import { ofAccount, ofAllAccounts } from '../../server/store/statement.ts'
import type { Reader } from '../../server/store/store.ts'
import { read } from '../kit/project.ts'
import { newContact, newOrder } from '../kit/request-bodies.ts'
import { serverWithDispatcher } from '../kit/server/sending-server.ts'
import { inviteRecipient } from '../kit/server/shop-with-invite.ts'

type Sent = { text: string; values?: unknown[] }

/** Records the statements that are sent to the coordinator. */
const recordStatements = () => {
  const sent: Sent[] = []
  const query = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  query.mockImplementation(function (this: Client, ...args: unknown[]) {
    const [config] = args
    if (typeof config === 'object' && config !== null && 'name' in config && 'text' in config)
      sent.push({ text: String(config.text), values: Reflect.get(config, 'values') })
    return Reflect.apply(original, this, args)
  })
  return sent
}
const original = Client.prototype.query

/** Puts values into a statement: without them, Citus makes no plan. */
const withValues = ({ text, values = [] }: Sent) =>
  text.replaceAll(/\$(\d+)/g, (_, position) => {
    const value = values[Number(position) - 1]
    return typeof value === 'string' ? escapeLiteral(value) : String(value)
  })

/** Returns how many shards a statement asks, by PostgreSQL's plan. 0: only tables of the coordinator. */
const shardsOf = async (url: string, sent: Sent): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const text = `explain ${withValues(sent)}`
    const { rows } = await client.query({ text, rowMode: 'array' })
    const counts = rows.flatMap(([line]) => /Task Count: (\d+)/.exec(String(line))?.[1] ?? [])
    return Math.max(0, ...counts.map(Number))
  } finally {
    await client.end()
  }
}

const isExplained = ({ text }: Sent) => /^\s*(with|select|insert|update|delete)/i.test(text)

/** Returns the statements that ask more than one shard. */
const onManyShards = async (url: string, sent: readonly Sent[]): Promise<string[]> => {
  const all = new Map(sent.filter(isExplained).map((each) => [each.text, each]))
  const found: string[] = []
  for (const each of all.values()) if ((await shardsOf(url, each)) > 1) found.push(each.text)
  return found
}

/** Starts a server whose deliveries succeed. */
const started = () =>
  serverWithDispatcher(() => ({
    send: async (_, sign) => {
      await sign()
      return { status: 200, text: '' }
    },
  }))

test('no statement of an operation, or of the pages of an invite, asks more than one shard', async () => {
  const { server, campaign, subscribe, order: place } = await started()
  const { get, post } = server
  const sent = recordStatements()
  const { id } = await subscribe('https://hooks.example.com/', ['order.created', 'invite.viewed'])
  const order = await place()
  const operations: Record<string, () => Promise<{ status: number }>> = {
    listProducts: () => get('/v1/products/list?offset=200'),
    listCampaigns: () => get('/v1/campaigns/list'),
    createContact: () => post('/v1/contacts/create', newContact(campaign)),
    listContacts: () => get(`/v1/contacts/list?campaignId=${campaign}&searchText=a&tags=b`),
    createInvite: () =>
      post('/v1/invites/create', { campaignId: campaign, sendEmailNotification: false }),
    listWebhookEvents: () => get('/v1/webhooks/events'),
    listWebhooks: () => get('/v1/webhooks'),
    createWebhook: () =>
      post('/v1/webhooks', { url: 'https://other.example.com/', events: ['order.shipped'] }),
    updateWebhook: () =>
      server.request({ method: 'PUT', path: `/v1/webhooks/${id}`, json: { active: true } }),
    testWebhook: () => post(`/v1/webhooks/${id}/test`),
    rotateWebhookSecret: () => post(`/v1/webhooks/${id}/rotate-secret`),
    listOrders: () => get(`/v1/orders/list?offset=200&campaignId=${campaign}`),
    getOrder: () => get(`/v1/orders/${order.id}`),
    createOrder: () => post('/v1/orders/create', newOrder(campaign, 'T')),
    cancelOrder: () => post('/v1/orders/cancel', { orderId: order.id }),
    listInventory: () => get('/v1/inventory/list?sku=T&product_name=T&status=in_stock'),
    checkAuth: () => get('/v1/auth'),
    deleteWebhook: () => server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` }),
  }
  const ids = read('generated/operations.txt').matchAll(/^(?!checkAuth\w)\w+/gm)
  expect(Object.keys(operations).toSorted()).toEqual([...ids].map(([each]) => each).toSorted())
  for (const [name, run] of Object.entries(operations))
    expect((await run()).status, name).toBeLessThan(300)
  const { recipient } = await inviteRecipient(server, campaign)
  await recipient.open('/products')
  await recipient.cart('add', 'T')
  expect((await recipient.order()).status).toBe(303)
  expect(sent.length).toBeGreaterThan(80)
  expect(await onManyShards(server.database.url, sent)).toEqual([])
})

test('the statements of a server itself ask the shards that docs/scaling.md says', async () => {
  const { server, dispatcher, subscribe, order } = await started()
  const sent = recordStatements()
  await subscribe('https://third.example.com/')
  await order()
  await dispatcher.settled()
  await dispatcher.pickUp()
  await readBacklog(server.store, Date.now())
  const many = await onManyShards(server.database.url, sent)
  const tables = many.map((text) => /(?:from|update) (\w+)/.exec(text)?.[1])
  expect(tables.toSorted()).toEqual([
    'attempts',
    'delivery_queue',
    'delivery_queue',
    'delivery_queue',
  ])
})

test('a statement that lacks its account is found', async () => {
  const { server } = await started()
  const sent = recordStatements()
  const find = (reader: Reader) =>
    reader.all(ofAllAccounts`select id from orders where "orderNumber" = ${'MF-1'}`)
  await find(server.store)
  await server.store.all(ofAccount(server.account)`
    select id from orders where account_id = ${server.account} and "orderNumber" = ${'MF-1'}`)
  expect(await onManyShards(server.database.url, sent)).toEqual([sent[0]?.text])
})
