import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { databasesOf } from '../../testkit/postgres-cluster.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { openPostgresStore } from '../store/postgres/postgres-store.ts'
import { openCampaign } from '../testing/open-campaign.ts'
import { emptyTemplate } from '../testing/postgres-setup.ts'
import { testServer } from '../testing/test-server.ts'

/** A client that waits for no response sends nothing more after this time. */
const quietMilliseconds = 10
const startTimer = setTimeout

/** Forwards connections to a socket. Counts how often clients send something and wait for responses. */
const countingProxy = async (socket: string) => {
  const folder = temporaryFolder()
  const count = { roundTrips: 0 }
  let held: (() => void)[] = []
  const forward = (): void => {
    count.roundTrips++
    const chunks = held
    held = []
    for (const send of chunks) send()
  }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(join(socket, '.s.PGSQL.5432'))
    for (const each of [client, database]) {
      sockets.add(each)
      each.on('error', () => {})
    }
    client.on('data', (chunk) => {
      if (held.length === 0) startTimer(forward, quietMilliseconds)
      held.push(() => database.write(chunk))
    })
    client.on('close', () => database.destroy())
    database.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => {
    for (const each of sockets) each.destroy()
    server.close()
  })
  return { folder, count }
}

const Id = z.looseObject({ id: z.string() })

/** Returns the table of the documentation: round trips by operation. */
const documented = (): Record<string, number> => {
  const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  const section = text.split('\n## Round trips\n')[1]?.split('\n## ')[0] ?? ''
  return Object.fromEntries(
    [...section.matchAll(/^\| `(\w+)` \| (\d+) \|$/gm)].map(([, name, trips]) => [
      String(name),
      Number(trips),
    ]),
  )
}

test('each operation takes the documented number of round trips to PostgreSQL', async () => {
  const socket = inject('postgresSocket') ?? ''
  const databases = databasesOf(socket)
  const name = `trips_${randomUUID()}`
  await databases.create(name, emptyTemplate)
  const proxy = await countingProxy(socket)
  const store = await openPostgresStore(databasesOf(proxy.folder).urlOf(name), { poolSize: 2 })
  const server = await testServer({ parts: { store } })
  const { get, post, put } = server
  const campaign = openCampaign((await get('/v1/campaigns/list')).body)
  const order = newOrder(campaign.id, campaign.products[0]?.sku ?? '')
  const contact = newContact(campaign.id, { tags: ['a', 'b'] })
  const webhook = { url: 'https://hooks.example.com/', events: ['order.created'] }
  // The first requests open connections and prepare statements.
  const placed = Id.parse((await post('/v1/orders/create', order)).body).id
  await server.save()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  const measured: Record<string, number> = {}
  const measure = async (operation: string, request: () => ReturnType<typeof get>) => {
    const before = proxy.count.roundTrips
    const response = await request()
    expect([operation, response.status]).toEqual([operation, expect.toBeOneOf([200, 201])])
    measured[operation] = proxy.count.roundTrips - before
    return response
  }
  await measure('checkAuth', () => get('/v1/auth'))
  await measure('listProducts', () => get('/v1/products/list'))
  await measure('listCampaigns', () => get('/v1/campaigns/list'))
  await measure('listContacts', () => get(`/v1/contacts/list?campaignId=${campaign.id}`))
  await measure('createContact', () => post('/v1/contacts/create', contact))
  await measure('createInvite', () =>
    post('/v1/invites/create', {
      campaignId: campaign.id,
      email: 'ada@example.com',
      sendEmailNotification: false,
    }),
  )
  await measure('listWebhookEvents', () => get('/v1/webhooks/events'))
  const { body } = await measure('createWebhook', () => post('/v1/webhooks', webhook))
  const path = `/v1/webhooks/${Id.parse(body).id}`
  await measure('listWebhooks', () => get('/v1/webhooks'))
  await measure('updateWebhook', () => put(path, { url: 'https://hooks.example.com/other' }))
  await measure('rotateWebhookSecret', () => post(`${path}/rotate-secret`))
  await measure('listOrders', () => get('/v1/orders/list'))
  await measure('getOrder', () => get(`/v1/orders/${placed}`))
  await measure('createOrder', () => post('/v1/orders/create', order))
  await measure('cancelOrder', () => post('/v1/orders/cancel', { orderId: placed }))
  await measure('listInventory', () => get('/v1/inventory/list'))
  await measure('deleteWebhook', () => server.request({ method: 'DELETE', path }))
  expect(measured).toEqual(documented())
})
