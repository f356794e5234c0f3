import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../domain/api-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { listApiKeys, revokeApiKey } from '../../store/api-keys.ts'
import { sharedTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
})
afterAll(() => server.stop())

/** The causes of specification §5 rule 4, each with a header that has it. */
const causes: [string, () => string | undefined][] = [
  ['an empty header', () => ''],
  ['the key without a scheme', () => server.key],
  ['two keys', () => `Bearer ${server.key} ${server.key}`],
  ['a key with a wrong checksum', () => `Bearer ${server.key.slice(0, -1)}!`],
  ['a key that was never issued', () => `Bearer ${newKey()}`],
]

const targets = [
  { method: 'POST', path: '/v1/orders/create' },
  { method: 'PROPFIND', path: '/v1/auth' },
  { method: 'GET', path: '/nothing' },
]

/** The only headers that a 401 may have. */
const known = new Set([
  ...['content-type', 'content-length', 'transfer-encoding', 'date', 'connection', 'keep-alive'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
])

describe.each(causes)('%s', (_, header) => {
  test.each(targets)('is the same 401 for $method $path', async ({ method, path }) => {
    const response = await server.request({
      method,
      path,
      key: null,
      headers: { authorization: header(), 'content-type': 'application/json' },
    })
    expect(response.status).toBe(401)
    expect(response.text).toBe('Unauthorized')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Object.keys(response.headers).filter((name) => !known.has(name))).toEqual([])
  })
})

test('a revoked key is rejected from the next request on', async () => {
  const { account, key } = await server.another()
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(200)
  const [issued] = await listApiKeys(server.store, account)
  await server.store.write((transaction) =>
    revokeApiKey(transaction, issued?.id ?? toId('key', ''), timestamp(Date.now())),
  )
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(401)
})
