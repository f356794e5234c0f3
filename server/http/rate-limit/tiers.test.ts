import { expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/kit/server/test-server.ts'
import { newKey } from '../../domain/api-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { listApiKeys, revokeApiKey, setAccountTier } from '../../store/accounts.ts'
import { setNetworkTier } from '../../store/network-tiers.ts'
import { cachedRead } from './rate-limiter.ts'

const environment = { RATE_LIMIT_BUDGET: '3', RATE_LIMIT_WINDOW_SECONDS: '60' }

/** Sends a request and returns its status, limit, remaining and reset. */
const requester = (server: TestServer) => async (key: string | null, forwarded?: string) => {
  const { status, headers } = await server.request({
    path: '/v1/auth',
    key,
    ...(forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {}),
  })
  for (const name of ['limit', 'remaining'])
    expect(headers[`x-ratelimit-${name}`]).toBe(headers[`ratelimit-${name}`])
  return [
    status,
    Number(headers['ratelimit-limit']),
    Number(headers['ratelimit-remaining']),
    Number(headers['ratelimit-reset']),
  ]
}

/** Starts a server with a limit of three requests and an account with a limit of five. */
const withTieredAccount = async () => {
  const server = await testServer({ demo: false, environment })
  const tiered = await server.another()
  await server.store.write((transaction) =>
    setAccountTier(transaction, { account: tiered.account, rateLimit: 5 }),
  )
  return { server, tiered, ask: requester(server) }
}

test('an account’s tier applies from the first request and only to its keys', async () => {
  const { server, tiered, ask } = await withTieredAccount()
  expect(await ask(tiered.key)).toEqual([200, 5, 4, 60])
  server.time.now += 10_000
  expect(await ask(server.key)).toEqual([200, 3, 1, 50])
  expect(await ask(null)).toEqual([401, 3, 0, 50])
  // The address is over the default rate limit. All keys share its count.
  for (const key of [server.key, null, newKey()]) expect(await ask(key)).toEqual([429, 3, 0, 50])
  expect(await ask(tiered.key)).toEqual([200, 5, 1, 50])
  // The default limit has room again when the second request leaves the window.
  expect(await ask(server.key)).toEqual([429, 3, 0, 60])
  expect(await ask(tiered.key)).toEqual([200, 5, 0, 50])
  expect(await ask(tiered.key)).toEqual([429, 5, 0, 50])
})

test('a revoked key of a tier gets 401 within the rate limit and 429 over it', async () => {
  const { server, tiered, ask } = await withTieredAccount()
  await ask(tiered.key)
  await ask(tiered.key)
  const [issued] = await listApiKeys(server.store, tiered.account)
  await server.store.write((transaction) =>
    revokeApiKey(transaction, issued?.id ?? toId('key', ''), timestamp(Date.now())),
  )
  expect(await ask(tiered.key)).toEqual([401, 3, 0, 60])
  expect(await ask(tiered.key)).toEqual([429, 3, 0, 60])
})

test('a network’s tier applies to each address in it, with any key', async () => {
  const proxied = { ...environment, TRUSTED_PROXIES: '127.0.0.0/8' }
  const server = await testServer({ demo: false, environment: proxied })
  await server.store.write(async (transaction) => {
    await setNetworkTier(transaction, { network: '203.0.113.0/24', rateLimit: 4 })
    await setNetworkTier(transaction, { network: '203.0.113.64/26', rateLimit: 6 })
    await setNetworkTier(transaction, { network: '2001:db8::/32', rateLimit: 7 })
  })
  const ask = requester(server)
  expect(await ask(server.key, '203.0.113.1')).toEqual([200, 4, 3, 60])
  expect(await ask(null, '203.0.113.2')).toEqual([401, 4, 3, 60])
  expect(await ask(server.key, '203.0.113.65')).toEqual([200, 6, 5, 60])
  expect(await ask(server.key, '2001:db8:9::1')).toEqual([200, 7, 6, 60])
  expect(await ask(server.key, '2001:db8:9::2')).toEqual([200, 7, 5, 60])
  expect(await ask(server.key, '198.51.100.1')).toEqual([200, 3, 2, 60])
  for (let i = 0; i < 3; i++) await ask(server.key, '203.0.113.1')
  expect(await ask(server.key, '203.0.113.1')).toEqual([429, 4, 0, 60])
})

test('a change by another process applies within a second', async () => {
  const { server, tiered, ask } = await withTieredAccount()
  const other = await server.database.open()
  for (let i = 0; i < 5; i++) await ask(tiered.key)
  expect(await ask(tiered.key)).toEqual([429, 5, 0, 60])
  await other.write(async (transaction) => {
    await setAccountTier(transaction, { account: tiered.account, rateLimit: null })
    await setAccountTier(transaction, { account: server.account, rateLimit: 6 })
  })
  expect((await ask(server.key))[0]).toBe(429)
  server.time.now += 1000
  expect(await ask(server.key)).toEqual([200, 6, 0, 59])
  expect(await ask(tiered.key)).toEqual([429, 3, 0, 59])
  await other.close()
})

test('a failed read fails for all its callers and is tried again', async () => {
  let broken = true
  const ask = cachedRead(
    async () => {
      if (broken) throw new Error('disk full')
      return 'read'
    },
    () => 0,
  )
  const asked = await Promise.allSettled([ask(), ask()])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await ask()).toBe('read')
})
