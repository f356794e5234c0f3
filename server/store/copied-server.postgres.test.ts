import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { databasesOf } from '../../testkit/postgres-cluster.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { issueKey } from '../actions/issue-key.ts'
import { makeSignInLink, signInBy } from '../actions/sign-in.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { secretDigest } from '../domain/portal.ts'
import { createDispatcher } from '../events/dispatch/dispatcher.ts'
import { openCampaign } from '../testing/open-campaign.ts'
import { serve } from '../testing/serve.ts'
import { requestsTo, type TestResponse } from '../testing/test-server.ts'
import { copyDatabase } from './copy-database.ts'
import { enqueueDeliveries } from './delivery-queue.ts'
import { type Location, openStore } from './open-store.ts'
import { accountOfSession } from './portal.ts'

const databases = databasesOf(inject('postgresSocket') ?? '')

/** Creates an account with demo data, a key and a session. */
const demoAccount = async (at: Location) => {
  const store = await openStore(at)
  const now = Date.now()
  const created = await store.write(async (transaction) => {
    const account = await seedDemo(transaction, now)
    const key = await issueKey(transaction, account, 'test', now)
    const link = await makeSignInLink(transaction, account, now)
    return { account, key, session: (await signInBy(transaction, link, '', now)) ?? '' }
  })
  await store.close()
  return created
}

/** Starts a server on a database, and sends requests to it. */
const serveAt = async (at: Location, key: string) => {
  const server = await serve({
    databaseFile: 'unused',
    environment: { CDN_URL: 'https://cdn.example.com' },
    parts: { store: await openStore(at) },
  })
  onTestFinished(server.stop)
  const request = requestsTo(server.url, key)
  const get = (path: string) => request({ path })
  const post = (path: string, json: unknown) => request({ method: 'POST', path, json })
  return { ...server, get, post }
}

const remaining = ({ headers }: TestResponse) => Number(headers['ratelimit-remaining'])

test.each(['PostgreSQL', 'SQLite'])('a server on a copy in %s goes on', async (kind) => {
  const name = `copied_${randomUUID()}`
  await databases.create(name)
  onTestFinished(() => databases.drop(name))
  const file: Location = {
    databaseFile: join(temporaryFolder(), 'merch.db'),
    postgres: undefined,
  }
  const postgres: Location = {
    databaseFile: '',
    postgres: { url: databases.urlOf(name), poolSize: 4 },
  }
  const [from, to] = kind === 'SQLite' ? [postgres, file] : [file, postgres]
  const { account, key, session } = await demoAccount(from)
  const before = await serveAt(from, key)
  const campaign = openCampaign((await before.get('/v1/campaigns/list')).body)
  const { id } = campaign
  const contact = newContact(id, { firstName: 'Zebulon' })
  await before.post('/v1/contacts/create', contact)
  await before.post('/v1/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['order.created'],
  })
  const delivery = { event: 'order.created', body: '{"queued":true}' } as const
  await before.store.write((transaction) =>
    enqueueDeliveries(transaction, account, { ...delivery, now: before.time.now }),
  )
  const paths = [
    ...['/v1/products/list', '/v1/campaigns/list', '/v1/webhooks', '/v1/inventory/list'],
    '/v1/orders/list?limit=100',
    `/v1/contacts/list?campaignId=${id}`,
    `/v1/contacts/list?campaignId=${id}&searchText=ebulo`,
  ]
  const lists = []
  for (const path of paths) lists.push((await before.get(path)).body)
  const left = remaining(await before.get('/v1/auth'))
  await before.stop()

  await copyDatabase(from, to)
  const after = await serveAt(to, key)
  expect(remaining(await after.get('/v1/auth'))).toBe(left - 1)
  for (const [i, path] of paths.entries()) expect((await after.get(path)).body).toEqual(lists[i])
  expect(lists.at(-1)).toHaveLength(1)
  expect(await accountOfSession(after.store, secretDigest(session), 0)).toMatchObject({
    id: account,
  })

  // What is new comes after what was copied, and is found too.
  await after.post('/v1/contacts/create', contact)
  expect((await after.get(paths.at(-1) ?? '')).body).toHaveLength(2)
  const placed = await after.post(
    '/v1/orders/create',
    newOrder(id, campaign?.products[0]?.sku ?? ''),
  )
  expect(placed.status).toBe(201)
  const numbers = await after.get('/v1/orders/list?limit=100')
  const Orders = z.array(z.looseObject({ orderNumber: z.string() }))
  const [newest, ...older] = Orders.parse(numbers.body).map(({ orderNumber }) => orderNumber)
  expect(older).not.toContain(newest)

  const delivered: string[] = []
  const dispatcher = createDispatcher({
    store: after.store,
    clock: () => after.time.now,
    log: recordingLog().log,
    send: async (_, sign) => {
      delivered.push((await sign()).body)
      return 200
    },
  })
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect(delivered).toEqual(['{"queued":true}'])
  await dispatcher.close()
})
