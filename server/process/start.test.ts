import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { endConnections, send } from '../../contract-tests/support/http.ts'
import { WebhookSubscriptionWithSecret } from '../../generated/zod/schemas.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { requestsTo } from '../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { sealFor } from '../deliveries/sealed-secret.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { openStore } from '../store/open-store.ts'
import { sessions, signInLinks } from '../store/sessions-and-links.ts'
import { listSecrets } from '../store/webhooks/webhooks.ts'
import { start } from './start.ts'

// A stop leaves idle connections open for a second.
afterEach(endConnections)

const settings = (environment: Record<string, string> = {}) => {
  const file = join(temporaryFolder(), 'merch.db')
  return readConfig({ PORT: '0', DATABASE_URL: `file:${file}`, ...environment })
}

/** Starts a server. Returns it with its warnings. */
const started = async (config: ReturnType<typeof settings>) => {
  const { log, lines } = recordingLog('warn')
  const running = await start(config, log)
  onTestFinished(running.stop)
  return { ...running, warnings: lines.map((line) => JSON.parse(line)) }
}

test('creates no key before it listens, so that the next start shows it', async () => {
  const taken = createServer()
  const port = await listen(taken, 0, '127.0.0.1')
  onTestFinished(() => closeServer(taken, 0))
  const config = settings()
  await expect(started({ ...config, port })).rejects.toThrow('EADDRINUSE')
  // The last process that closes the database removes the write-ahead log.
  expect(existsSync(`${config.databaseFile}-wal`)).toBe(false)
  expect((await started(config)).demo?.key).toMatch(/^mfk_/)
})

const key = 'a key of 16 letters'
const plain = { msg: expect.stringContaining('stored in plain text') }

test.each<[Record<string, string>, object[]]>([
  [{ WEBHOOK_EGRESS_ALLOW: '10.0.0.0/8' }, [{ networks: ['10.0.0.0/8'] }]],
  [{}, []],
  [{ BASE_URL: 'https://merch.example.com' }, [plain]],
  [{ BASE_URL: 'https://merch.example.com', WEBHOOK_SECRET_KEY: key }, []],
  [
    { HOST: '0.0.0.0', WEBHOOK_SECRET_KEY: key },
    [{ msg: expect.stringMatching(/^BASE_URL is not set/) }],
  ],
])('with %j, the warnings of a start are %j', async (environment, expected) => {
  const { warnings } = await started(settings(environment))
  expect(warnings).toMatchObject(expected)
})

test('a start ends the sessions and links of people whom SUPPORT_EMAILS no longer names', async () => {
  const config = settings({ SEED_DEMO: '0', SUPPORT_EMAILS: 'max@example.com' })
  const store = await openStore(config)
  onTestFinished(() => store.close())
  await store.write(async (transaction) => {
    for (const email of ['max@example.com', 'left@example.com'])
      for (const secrets of [sessions, signInLinks])
        await secrets.insert(transaction, { digest: email, owner: { email }, now: Date.now() }, 0)
  })
  await started(config)
  const period = { after: 0, until: Number.MAX_SAFE_INTEGER }
  for (const secrets of [sessions, signInLinks]) {
    expect(await secrets.find(store, 'max@example.com', period)).toBeDefined()
    expect(await secrets.find(store, 'left@example.com', period)).toBeUndefined()
  }
})

test('a start needs the account and the campaign of the provider', async () => {
  const account = '11111111-1111-7111-8111-111111111111'
  const config = settings({
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_KEY: 'a',
    PROVIDER_SECRET: 'b',
    PROVIDER_ACCOUNT: account,
    PROVIDER_CAMPAIGN: 'cmp_1',
  })
  await expect(started(config)).rejects.toThrow(
    `PROVIDER_ACCOUNT must be the ID of an account, not "${account}". To list accounts, run: merch accounts list`,
  )
})

test('with DELIVERIES=off, a server is ready and sends no webhooks, which wait', async () => {
  const config = settings({ DELIVERIES: 'off' })
  const { address, demo, warnings, stop } = await started(config)
  expect(warnings).toMatchObject([{ msg: expect.stringMatching(/^DELIVERIES is off/) }])
  const request = requestsTo(address, demo?.key ?? '')
  expect((await request({ path: '/readyz', key: null, unchecked: true })).status).toBe(200)
  const json = { url: 'https://hooks.example.com/', events: ['order.created'] }
  const { body } = await request({ method: 'POST', path: '/v1/webhooks', json })
  const { id } = WebhookSubscriptionWithSecret.parse(body)
  const database = new DatabaseSync(config.databaseFile)
  onTestFinished(() => database.close())
  const { campaign_id, sku } = database.prepare('select * from campaign_variants').get() ?? {}
  const order = newOrder(String(campaign_id), String(sku))
  await request({ method: 'POST', path: '/v1/orders/create', json: order })
  const tested = await request({ method: 'POST', path: `/v1/webhooks/${id}/test` })
  expect(tested.body).toMatchObject({ success: false, error: 'DELIVERIES is off' })
  await stop()
  expect(database.prepare('select server from delivery_queue').all()).toEqual([{ server: null }])
})

test('a start needs the key of the stored secrets, and merch webhooks reseal changes it', async () => {
  const oldKey = 'old key of 16 letters'
  const newKey = 'new key of 16 letters'
  const other = 'another key of 16'
  const { merch, ok, file } = terminal()
  const url = `file:${file}`
  const startWith = (keys: Record<string, string>) =>
    start(readConfig({ PORT: '0', DATABASE_URL: url, ...keys }), recordingLog().log)
  const first = await startWith({ WEBHOOK_SECRET_KEY: oldKey })
  const request = requestsTo(first.address, first.demo?.key ?? '')
  const secrets = await Promise.all(
    ['a', 'b'].map(async (path) => {
      const json = { url: `https://hooks.example.com/${path}`, events: ['order.created'] }
      const created = await request({ method: 'POST', path: '/v1/webhooks', json })
      return WebhookSubscriptionWithSecret.parse(created.body).secret
    }),
  )
  await first.stop()
  for (const keys of [{}, { WEBHOOK_SECRET_KEY: newKey }])
    await expect(startWith(keys)).rejects.toThrow(
      /WEBHOOK_SECRET_KEY must be .* 2 of them cannot be read/,
    )

  await (await startWith({ WEBHOOK_SECRET_KEY: newKey, WEBHOOK_SECRET_KEY_OLD: oldKey })).stop()
  const reseal = (environment: Record<string, string>) => {
    Object.assign(process.env, environment)
    return merch('webhooks', 'reseal')
  }
  expect(await reseal({})).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Set WEBHOOK_SECRET_KEY'),
  })
  const wrong = await reseal({ WEBHOOK_SECRET_KEY: newKey, WEBHOOK_SECRET_KEY_OLD: other })
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was changed') })
  Object.assign(process.env, { WEBHOOK_SECRET_KEY_OLD: oldKey })
  // With the demo's own.
  expect(await ok('webhooks', 'reseal')).toBe('3\n')
  await (await startWith({ WEBHOOK_SECRET_KEY: newKey })).stop()
  const store = await openStore({ databaseFile: file, postgres: undefined })
  onTestFinished(() => store.close())
  const stored = await listSecrets(store)
  const open = sealFor(newKey).open
  expect(stored.map(({ secret }) => open(secret))).toEqual(expect.arrayContaining(secrets))
  await expect(startWith({ WEBHOOK_SECRET_KEY: oldKey })).rejects.toThrow('WEBHOOK_SECRET_KEY')
})

test('MAX_CONNECTIONS and KEEP_ALIVE_SECONDS apply', async () => {
  const { address } = await started(settings({ KEEP_ALIVE_SECONDS: '7', MAX_CONNECTIONS: '1' }))
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('Keep-Alive: timeout=7')
  expect(String(answer)).not.toContain('Strict-Transport-Security')
  const other = connect(Number(port), hostname).on('error', () => {})
  await new Promise((closed) => other.once('close', closed).resume())
  socket.destroy()
})

test('a stop still accepts connections for SHUTDOWN_DELAY_SECONDS, and is not ready', async () => {
  const running = await start(settings({ SHUTDOWN_DELAY_SECONDS: '2' }), recordingLog().log)
  const stopped = running.stop()
  expect((await send(running.address, { path: '/readyz' })).status).toBe(503)
  await stopped
})

test('undeclared fields are dropped from responses', async () => {
  const config = settings()
  const { address, demo } = await started(config)
  const database = new DatabaseSync(config.databaseFile)
  database.exec(`update orders set recipient = json_set(recipient, '$.secret', 'whsec_leaked')`)
  database.close()
  const { status, text } = await requestsTo(address, demo?.key ?? '')({ path: '/v1/orders/list' })
  expect(status).toBe(200)
  expect(text).toContain('"recipient"')
  expect(text).not.toContain('whsec_leaked')
})
