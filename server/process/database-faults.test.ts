import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordingLog } from '../../testkit/recording-log.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { faultyConnections, sqliteError } from '../testing/faulty-database.ts'
import { smallAccount } from '../testing/small-account.ts'
import { type TestRequest, testServer } from '../testing/test-server.ts'

/** Starts a server whose statements fail on demand, and returns requests of every kind. */
const faultyServer = async () => {
  const { log, lines } = recordingLog('info')
  const { faults, connect } = faultyConnections()
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'), {
    connect,
  })
  const server = await testServer({ demo: false, parts: { store, log } })
  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'])
  await account.warehouse({ T: 1000 })
  const get = (path: string): TestRequest => ({ path })
  const post = (path: string, json: unknown): TestRequest => ({ method: 'POST', path, json })
  const page = (path: string): TestRequest => ({ path, unchecked: true, key: null })
  const requests = [
    get('/v1/auth'),
    get('/v1/products/list'),
    get('/v1/orders/list'),
    get(`/v1/contacts/list?campaignId=${campaign}`),
    get('/v1/webhooks'),
    post('/v1/contacts/create', newContact(campaign)),
    post('/v1/invites/create', { campaignId: campaign, sendEmailNotification: false }),
    post('/v1/orders/create', newOrder(campaign, 'T')),
    post('/v1/webhooks', { url: 'https://example.com/', events: ['order.created'] }),
    page('/i/unknown'),
    page('/portal/sign-in'),
    page('/healthz'),
  ]
  const sendAll = () =>
    Promise.all(requests.map(async (request) => (await server.request(request)).status))
  const ready = async () => (await server.request(page('/readyz'))).status
  return { faults, lines, sendAll, ready }
}

test.each<[string, RegExp, number?]>([
  ['begin of reads', /^begin$/],
  ['begin of writes', /^begin immediate$/],
  ['read', /^select/],
  // A small write without inserts shows that the database can be written.
  ['insert', /^insert/, 200],
  ['commit', /^commit$/],
  ['commit and rollback', /^(commit|rollback)$/],
  ['statement', /./],
])(
  'while every %s fails, requests get a response, and work again afterwards',
  async (_, pattern, status = 503) => {
    const { faults, lines, sendAll, ready } = await faultyServer()
    faults.onRun = (sql) => {
      if (pattern.test(sql)) throw sqliteError(10, 'disk I/O error')
    }
    // The test server checks each response against the document.
    for (let i = 0; i < 3; i++) expect(await sendAll()).toContain(500)
    expect(await ready()).toBe(status)

    faults.onRun = () => {}
    expect(await ready()).toBe(200)
    expect(await sendAll()).not.toContain(500)
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(errors.map(({ err }) => err.message)).toEqual([
      'The database failed: disk I/O error. Check the disk of the database.',
    ])
  },
)
