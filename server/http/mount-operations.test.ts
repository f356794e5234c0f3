import { expect, test } from 'vitest'
import { operations } from '../../contract-tests/support/contract.ts'
import { stubs } from '../../generated/stubs.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { setAccountTier } from '../store/accounts.ts'

/** The paths of the operations that read data, with their required parameters. */
const reading = operations
  .filter(({ method }) => method === 'get')
  .map(({ path }) => path.replaceAll(/\{[^}]+\}/g, 'some-id'))
  .map((path) => (path === '/v1/contacts/list' ? `${path}?campaignId=a` : path))

type AnyReply = { status: number; body: Record<string, unknown> }

/** Replaces the values of an object, or of the first object of a list. */
const withValue = (body: Record<string, unknown>, value: unknown): unknown =>
  Array.isArray(body)
    ? [withValue(body[0], value)]
    : Object.fromEntries(Object.keys(body).map((name) => [name, value]))

test.each<[what: string, corrupt: (reply: AnyReply) => unknown]>([
  [
    'an extra field',
    ({ status, body }) => ({
      status,
      body: Array.isArray(body) ? [{ ...body[0], leaked: 1 }] : { ...body, leaked: 1 },
    }),
  ],
  ['a status that is not declared', ({ body }) => ({ status: 299, body })],
  ['a status of the edge', () => ({ status: 401, body: 'Unauthorized' })],
  ['a body of another type', ({ status }) => ({ status, body: 'text' })],
  ['a field of another type', ({ status, body }) => ({ status, body: withValue(body, Symbol()) })],
  ['a missing field', ({ status, body }) => ({ status, body: Array.isArray(body) ? [{}] : {} })],
  ['no reply at all', () => undefined],
])('%s in a reply is a 500', async (_, corrupt) => {
  const corrupted = new Proxy(stubs, {
    get: (target, id) => (input: unknown, call: unknown) => {
      const method: unknown = Reflect.get(target, id)
      return typeof method === 'function' ? corrupt(method(input, call)) : undefined
    },
  })
  const server = await testServer({ demo: false, parts: { operations: () => corrupted } })
  for (const path of reading) {
    server.log.length = 0
    const { status, body } = await server.get(path)
    expect([path, status, body]).toEqual([path, 500, { message: 'Internal server error' }])
    expect(server.log.join()).toContain('A request failed')
  }
})

test('an operation that fails is a 500 with the rate limit of its account, also over that of its address', async () => {
  const listCampaigns = async () => {
    throw new Error('broken')
  }
  const environment = { RATE_LIMIT_BUDGET: '1' }
  const parts = { operations: () => ({ ...stubs, listCampaigns }) }
  const server = await testServer({ demo: false, environment, parts })
  await server.store.write((transaction) =>
    setAccountTier(transaction, { account: server.account, rateLimit: 9 }),
  )
  for (const left of ['8', '7']) {
    const { status, headers } = await server.get('/v1/campaigns/list')
    const limits = [headers['ratelimit-limit'], headers['ratelimit-remaining']]
    expect([status, ...limits]).toEqual([500, '9', left])
  }
})
