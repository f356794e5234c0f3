import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../testkit/contract.ts'
import { newKey } from '../../domain/api-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { deactivateAccount } from '../../store/accounts.ts'
import { listApiKeys, revokeApiKey } from '../../store/api-keys.ts'
import { sharedTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let revoked: string
let deactivated: string

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
  const { store } = server
  const gone = await server.another()
  const closed = await server.another()
  const [key] = await listApiKeys(store, gone.account)
  await store.write(async (transaction) => {
    await revokeApiKey(transaction, key?.id ?? '', timestamp(Date.now()))
    await deactivateAccount(transaction, closed.account, timestamp(Date.now()))
  })
  revoked = gone.key
  deactivated = closed.key
})
afterAll(() => server.stop())

/** Each cause of specification §5 rule 4, as the header that shows it. */
const causes: [string, () => string | undefined][] = [
  ['no header', () => undefined],
  ['an empty header', () => ''],
  ['another scheme', () => `Basic ${server.key}`],
  ['the key without a scheme', () => server.key],
  ['an empty key', () => 'Bearer'],
  ['an empty key after a space', () => 'Bearer '],
  ['a key of 95 characters', () => `Bearer ${server.key.slice(1)}`],
  ['a key of 97 characters', () => `Bearer ${server.key}x`],
  ['two keys', () => `Bearer ${server.key} ${server.key}`],
  ['a key with a wrong checksum', () => `Bearer ${server.key.slice(0, -1)}!`],
  ['96 characters that are no key', () => `Bearer ${'x'.repeat(96)}`],
  ['a key that was never issued', () => `Bearer ${newKey()}`],
  ['a revoked key', () => `Bearer ${revoked}`],
  ['a key of a deactivated account', () => `Bearer ${deactivated}`],
]

/** Every operation, and what comes before them: paths and methods that do not exist. */
const targets = [
  ...operations.map(({ id, method, path }) => ({
    what: id,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{[^}]+\}/g, 'some-id'),
  })),
  { what: 'another method', method: 'DELETE', path: '/v1/orders/list' },
  { what: 'a method without a name', method: 'PROPFIND', path: '/v1/auth' },
  { what: 'an unknown path', method: 'GET', path: '/v1/nothing' },
  { what: 'a path that is no text', method: 'GET', path: '/v1/orders/%ZZ' },
  { what: 'a path outside /v1', method: 'GET', path: '/nothing' },
]

/** What a 401 may say besides its text: how it is sent, and what is left of the budget. */
const known = new Set([
  ...['content-type', 'content-length', 'transfer-encoding', 'date', 'connection', 'keep-alive'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
])

describe.each(causes)('%s', (_, header) => {
  test.each(targets)('is 401 on $what, to the byte', async ({ method, path }) => {
    const answer = await server.request({
      method,
      path,
      key: null,
      headers: { authorization: header(), 'content-type': 'application/json' },
      // Nothing of this is looked at before the key.
      body: method === 'POST' || method === 'PUT' ? '{' : undefined,
    })
    expect(answer.status).toBe(401)
    expect(answer.text).toBe(method === 'HEAD' ? '' : 'Unauthorized')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Object.keys(answer.headers).filter((name) => !known.has(name))).toEqual([])
  })
})

test.each(['Bearer', 'bearer', 'BEARER', 'Bearer '])(
  'the scheme %j opens with the key',
  async (scheme) => {
    const answer = await server.request({
      path: '/v1/auth',
      key: null,
      headers: { authorization: `${scheme} ${server.key}` },
    })
    expect(answer.body).toEqual({
      account_id: server.account,
      message: 'Authentication successful',
    })
  },
)

test('revocation takes effect on the next request, on keys that were used before', async () => {
  const { account, key } = await server.another()
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(200)
  const [issued] = await listApiKeys(server.store, account)
  await server.store.write((transaction) =>
    revokeApiKey(transaction, issued?.id ?? '', timestamp(Date.now())),
  )
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(401)
})
