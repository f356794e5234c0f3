import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { terminal } from '../../server/testing/terminal.ts'
import { seededFile, startServer } from './server-process.ts'

/** Creates a database, on which servers start, each in a child process, and commands run in this one. */
const machine = async () => {
  const { databaseFile, account, key } = await seededFile()
  const { ok } = terminal(databaseFile)
  const newKey = async () =>
    (await ok('keys', 'create', '--account', account, '--name', 'till')).trim()
  const serve = async () => {
    const environment = { RATE_LIMIT_BUDGET: '1000' }
    const server = await startServer({ databaseFile, key, environment })
    const ask = (given: string | null) => server.request({ path: '/v1/auth', key: given })
    /** The requests that the response says are left. */
    const left = async () => Number((await ask(key)).headers['ratelimit-remaining'])
    const limit = async (given: string | null = key) =>
      (await ask(given)).headers['ratelimit-limit']
    return { ...server, ask, left, limit }
  }
  /** The requests that the request log counts. */
  const logged = (): number => {
    const database = new DatabaseSync(databaseFile, { readOnly: true })
    const row = database.prepare('select coalesce(sum(requests), 0) as n from request_log').get()
    database.close()
    return Number(row?.n)
  }
  return { account, key, newKey, merch: ok, serve, logged }
}

test('Every process rejects a revoked key and a deactivated account from the next request on, and completes accepted requests', async () => {
  const { account, key, newKey, merch, serve } = await machine()
  const [first, second] = await Promise.all([serve(), serve()])
  const other = await newKey()
  const statuses = async (given: string) => [
    (await first.ask(given)).status,
    (await second.ask(given)).status,
  ]
  expect(await statuses(key)).toEqual([200, 200])
  expect(await statuses(other)).toEqual([200, 200])

  const { hostname, port } = new URL(first.address)
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
  await first.ready()
  const keys = (await merch('keys', 'list', '--account', account)).split('\n')
  const [id = ''] = keys.find((line) => line.includes(key.slice(-4)))?.split('\t') ?? []
  await merch('keys', 'revoke', id)
  expect(await statuses(key)).toEqual([401, 401])
  expect(await statuses(other)).toEqual([200, 200])
  socket.write(body.slice(5))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"Order not found"/s)

  await merch('accounts', 'deactivate', account)
  expect(await statuses(other)).toEqual([401, 401])
})

test('Processes share the budget count, and a new tier applies in all of them', async () => {
  const { account, merch, serve } = await machine()
  const [first, second] = await Promise.all([serve(), serve()])
  for (let i = 0; i < 5; i++) await first.left()
  await second.left()
  // Each process adds the other's count: both have fewer than 992 of 1,000 requests left.
  await expect.poll(async () => Math.max(await first.left(), await second.left())).toBeLessThan(992)
  await merch('accounts', 'tier', account, '--budget', '5000')
  expect([await first.limit(), await second.limit()]).toEqual(['5000', '5000'])
  await merch('accounts', 'tier', '--network', '127.0.0.0/8', '--budget', '7000')
  await expect
    .poll(async () => [await first.limit(null), await second.limit(null)])
    .toEqual(['7000', '7000'])
})

test('A killed process loses only counts of its last second, and a stopped one no count and no last use of a key', async () => {
  const { account, merch, serve, logged } = await machine()
  const listKeys = () => merch('keys', 'list', '--account', account)
  expect(await listKeys()).toMatch(/\tnever\n$/)
  const killed = await serve()
  for (let i = 0; i < 10; i++) await killed.left()
  await expect.poll(logged).toBe(10)
  await killed.stop('SIGKILL')
  const stopped = await serve()
  for (let i = 11; i <= 20; i++) expect(await stopped.left()).toBe(1000 - i)
  expect(await stopped.stop()).toBe(0)
  expect(await listKeys()).toMatch(/\t20[0-9T:-]+:00\.000Z\n$/)
  const next = await serve()
  expect(await next.left()).toBe(979)
})
