import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { Received } from '../../contract-tests/support/http.ts'
import { issueKey } from '../../server/actions/issue-key.ts'
import { listApiKeys } from '../../server/store/accounts.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { runProgram } from '../kit/run.ts'
import { sqliteDatabase } from '../kit/server/test-database.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { seededFile, startServer } from './server-process.ts'

/** Creates a database. Returns functions that start a server and CLI commands on it, each in a child process. */
const machine = async () => {
  const { account, key, databaseFile: file } = await seededFile()
  const environment = { DATABASE_URL: `file:${file}`, PORT: '0', SEED_DEMO: '0' }
  const store = await openSqliteStore(file)
  onTestFinished(() => store.close())
  const newKey = () =>
    store.write((transaction) => issueKey(transaction, account, 'other', Date.now()))
  const merch = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await runProgram('server/cli/main.ts', args, environment)
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  const serve = async () => {
    const limit = { RATE_LIMIT_BUDGET: '1000' }
    const server = await startServer({ databaseFile: file, key, environment: limit })
    const ask = (key: string): Promise<Received> => server.request({ path: '/v1/auth', key })
    return { ...server, ask }
  }
  const logged = async () => {
    const count = 'select coalesce(sum(requests), 0) as n from request_log'
    return (await sqliteDatabase(file).query(count))[0]?.n
  }
  const keys = () => listApiKeys(store, account)
  return { account, environment, file, key, newKey, keys, merch, serve, logged }
}

const remaining = ({ headers }: Received): number => Number(headers['ratelimit-remaining'])

test('A server rejects a revoked key and a deactivated account from the next request on, and completes accepted requests', async () => {
  const { account, key, newKey, keys, merch, serve } = await machine()
  const { ask, ready, address } = await serve()
  const other = await newKey()
  expect((await ask(key)).status).toBe(200)
  expect((await ask(other)).status).toBe(200)

  const { hostname, port } = new URL(address)
  const body = '{"orderId":"unknown"}'
  const socket = connect(Number(port), hostname)
  const head = [
    'POST /v1/orders/cancel HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Connection: close',
    `Content-Length: ${body.length}`,
  ]
  await new Promise((written) =>
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`, written),
  )
  // The server reads this request after the head above, so the head has been accepted.
  await ready()
  const [issued] = await keys()
  await merch('keys', 'revoke', issued?.id ?? '')
  expect((await ask(key)).status).toBe(401)
  expect((await ask(other)).status).toBe(200)
  socket.write(body.slice(5))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"Order not found"/s)

  await merch('accounts', 'deactivate', account)
  expect((await ask(other)).status).toBe(401)
})

test('A second server on a file ends with a line that says what to do, and the first goes on', async () => {
  const { key, environment, file, serve } = await machine()
  const { ask } = await serve()
  const link = join(temporaryFolder(), 'link.db')
  symlinkSync(file, link)
  for (const path of [file, link]) {
    const settings = { ...environment, DATABASE_URL: `file:${path}` }
    expect(await runProgram('server/main.ts', [], settings)).toEqual({
      status: 1,
      stdout: '',
      stderr: `The database ${path} cannot be opened: another server uses it. Stop that server, or set DATABASE_URL to another file or to PostgreSQL\n`,
    })
  }
  expect((await ask(key)).status).toBe(200)
})

test('A killed process loses only counts of its last second', async () => {
  const { key, serve, logged } = await machine()
  const first = await serve()
  for (let i = 0; i < 10; i++) await first.ask(key)
  await expect.poll(logged).toBe(10)
  await first.stop('SIGKILL')
  const second = await serve()
  expect(remaining(await second.ask(key))).toBe(989)
})

test('A stopped process loses no count and no last use of a key', async () => {
  const { account, key, merch, serve } = await machine()
  const first = await serve()
  expect(await merch('keys', 'list', '--account', account)).toMatch(/\ttest\tnever$/)
  for (let i = 0; i < 10; i++) await first.ask(key)
  expect(await first.stop()).toBe(0)
  const listed = await merch('keys', 'list', '--account', account)
  expect(listed).toMatch(/\ttest\t20[0-9T:-]+:00\.000Z$/)
  const second = await serve()
  expect(remaining(await second.ask(key))).toBe(989)
})

test('A removed database is noticed: no write is acknowledged, and the log says what to do', async () => {
  const { databaseFile, key, campaign } = await seededFile()
  const { request, stop, order, ready, log } = await startServer({ databaseFile, key })
  const createOrder = async () => (await order(campaign)).status
  expect([await createOrder(), await ready()]).toEqual([201, 200])

  const folder = dirname(databaseFile)
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const statuses = await Promise.all(Array.from({ length: 20 }, createOrder))
  expect(new Set(statuses)).toEqual(new Set([500]))
  expect(await createOrder()).toBe(500)
  await expect.poll(ready).toBe(503)
  expect((await request({ path: '/v1/products/list' })).status).toBe(200)

  expect(await stop()).toBe(0)
  const errors = log()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  expect(errors.length).toBeGreaterThan(0)
  for (const line of errors) expect(line).toMatch(/was removed or replaced.*restore/)
  expect(readdirSync(folder)).toEqual([])
})
