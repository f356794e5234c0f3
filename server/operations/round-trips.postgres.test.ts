import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { Order } from '../../generated/schemas.ts'
import { databasesOf } from '../../testkit/postgres-cluster.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { shipOrder } from '../actions/change-order.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { changeOrder } from '../cli/orders/change-order.ts'
import { createDispatcher } from '../events/dispatch/dispatcher.ts'
import { openPostgresStore } from '../store/postgres/postgres-store.ts'
import { customerBrowser, hiddenFields, revokePaths } from '../testing/customer-browser.ts'
import { openCampaign } from '../testing/open-campaign.ts'
import { emptyTemplate } from '../testing/postgres-setup.ts'
import { hiddenFieldValue, shippingAddress } from '../testing/recipient-browser.ts'
import { recordingPublisher } from '../testing/recording-publisher.ts'
import { inviteRecipient } from '../testing/shop-with-invite.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

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

/** Returns the table of the documentation: round trips by operation, page or command. */
const documented = (): Record<string, number> => {
  const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  const section = text.split('\n## Round trips\n')[1]?.split('\n## ')[0] ?? ''
  return Object.fromEntries(
    [...section.matchAll(/^\| `([^`]+)` \| (\d+) \|$/gm)].map(([, name, trips]) => [
      String(name),
      Number(trips),
    ]),
  )
}

/** Starts a server with demo data that reaches PostgreSQL through a counting proxy. */
const countedServer = async () => {
  const socket = inject('postgresSocket') ?? ''
  const databases = databasesOf(socket)
  const name = `trips_${randomUUID()}`
  await databases.create(name, emptyTemplate)
  const proxy = await countingProxy(socket)
  const store = await openPostgresStore(databasesOf(proxy.folder).urlOf(name), { poolSize: 2 })
  const server = await testServer({
    parts: { store },
    deliverer: (parts) => ({
      ...recordingPublisher(() => {}),
      test: createDispatcher({
        ...parts,
        send: async (_, sign) => {
          await sign()
          return 200
        },
      }).test,
    }),
  })
  const campaign = openCampaign((await server.get('/v1/campaigns/list')).body)
  const sku = campaign.products[0]?.sku ?? ''
  const placed = await placeOrder(server, campaign.id, sku)
  // The first requests open connections and prepare statements.
  await server.save()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  const measured: Record<string, number> = {}
  /** Counts the round trips of a request, which must succeed. */
  const measure = async <Response extends { status: number }>(
    what: string,
    request: () => Promise<Response>,
  ): Promise<Response> => {
    const before = proxy.count.roundTrips
    const response = await request()
    expect([what, response.status]).toEqual([what, expect.toBeOneOf([200, 201, 303])])
    measured[what] = proxy.count.roundTrips - before
    return response
  }
  return { server, campaign, sku, placed, measure, measured }
}

type Counted = Awaited<ReturnType<typeof countedServer>>

const placeOrder = async ({ post }: TestServer, campaign: string, sku: string) =>
  Order.parse((await post('/v1/orders/create', newOrder(campaign, sku))).body).id

const measureOperations = async ({ server, campaign, sku, placed, measure }: Counted) => {
  const { get, post, put } = server
  const order = newOrder(campaign.id, sku)
  const contact = newContact(campaign.id, { tags: ['a', 'b'] })
  const webhook = { url: 'https://hooks.example.com/', events: ['order.created'] }
  const invite = { campaignId: campaign.id, email: 'ada@example.com' }
  await measure('checkAuth', () => get('/v1/auth'))
  await measure('listProducts', () => get('/v1/products/list'))
  await measure('listCampaigns', () => get('/v1/campaigns/list'))
  await measure('listContacts', () => get(`/v1/contacts/list?campaignId=${campaign.id}`))
  await measure('createContact', () => post('/v1/contacts/create', contact))
  await measure('createInvite', () =>
    post('/v1/invites/create', { ...invite, sendEmailNotification: false }),
  )
  await measure('createInvite with an email', () =>
    post('/v1/invites/create', { ...invite, sendEmailNotification: true }),
  )
  await measure('listWebhookEvents', () => get('/v1/webhooks/events'))
  const { body } = await measure('createWebhook', () => post('/v1/webhooks', webhook))
  const path = `/v1/webhooks/${Id.parse(body).id}`
  await measure('listWebhooks', () => get('/v1/webhooks'))
  await measure('updateWebhook', () => put(path, { url: 'https://hooks.example.com/other' }))
  await measure('testWebhook', () => post(`${path}/test`))
  await measure('rotateWebhookSecret', () => post(`${path}/rotate-secret`))
  await measure('listOrders', () => get('/v1/orders/list'))
  await measure('getOrder', () => get(`/v1/orders/${placed}`))
  await measure('createOrder', () => post('/v1/orders/create', order))
  await measure('cancelOrder', () => post('/v1/orders/cancel', { orderId: placed }))
  await measure('listInventory', () => get('/v1/inventory/list'))
  await measure('deleteWebhook', () => server.request({ method: 'DELETE', path }))
}

/** Measures the pages that redeem an invite. */
const measureRedemption = async ({ server, campaign, sku, measure }: Counted) => {
  const { recipient } = await inviteRecipient(server, campaign.id)
  await measure('GET /i/{slug}', () => recipient.open())
  await measure('POST /i/{slug}/cart', () => recipient.cart('add', sku))
  const { text } = await measure('GET /i/{slug}/checkout', () => recipient.open('/checkout'))
  const address = { ...shippingAddress, seen: hiddenFieldValue(text, 'seen') }
  await measure('POST /i/{slug}/checkout', () => recipient.post('/checkout', address))
  await measure('GET /i/{slug}/done', () => recipient.open('/done'))
}

/** Measures the pages of the portal that read or write most. */
const measurePortal = async ({ server, measure }: Counted) => {
  const customer = customerBrowser(server)
  const link = await server.store.write((transaction) =>
    makeSignInLink(transaction, server.account, server.time.now),
  )
  const signIn = hiddenFields((await customer.open(`/sign-in/${link}`)).text)
  await measure('POST /portal/sign-in/{link}', () => customer.post(`/sign-in/${link}`, signIn))
  const { text } = await measure('GET /portal/keys', () => customer.open('/keys'))
  await measure('POST /portal/keys', () =>
    customer.post('/keys', { ...hiddenFields(text), name: 'shop' }),
  )
  const revoke = revokePaths((await customer.open('/keys')).text)[0] ?? ''
  const revocation = hiddenFields((await customer.open(revoke)).text)
  await measure('POST /portal/keys/{id}/revoke', () => customer.post(revoke, revocation))
  const webhook = await customer.signInToWebhook()
  await measure('GET /portal/webhooks', () => customer.open('/webhooks'))
  await measure('GET /portal/webhooks/{id}', () => customer.open(webhook))
  const rotation = hiddenFields((await customer.open(`${webhook}/rotate`)).text)
  await measure('POST /portal/webhooks/{id}/rotate', () =>
    customer.post(`${webhook}/rotate`, rotation),
  )
}

/** Measures a command without the opening of its connections. */
const measureCommand = async ({ server, campaign, sku, measure }: Counted) => {
  const placed = await placeOrder(server, campaign.id, sku)
  // Vitest sets it to a path.
  vi.stubEnv('BASE_URL', undefined)
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  await measure('merch orders ship', async () => {
    const shipment = { trackingNumber: '1Z999', carrierCode: 'ups' }
    await changeOrder(server.store, placed, (transaction, account, id) =>
      shipOrder(transaction, account, id, shipment, server.time.now),
    )
    return { status: 200 }
  })
  for (const stream of streams) stream.mockRestore()
  vi.unstubAllEnvs()
}

test('each operation, page and command takes the documented number of round trips to PostgreSQL', async () => {
  const counted = await countedServer()
  await measureOperations(counted)
  await measureRedemption(counted)
  await measureCommand(counted)
  await measurePortal(counted)
  expect(counted.measured).toEqual(documented())
})
