import { expect, test } from 'vitest'
import { operations } from '../testkit/contract.ts'
import { newOrder } from '../testkit/request-bodies.ts'
import { servedMock } from './testing/served-mock.ts'

test('without a Prefer header, an operation returns the first success example', async () => {
  const { ask } = await servedMock()
  for (const { id, method, path, replies } of operations) {
    if (!['GET', 'get'].includes(method) || path.includes('{')) continue
    const query = id === 'listContacts' ? '?campaignId=cmp_1' : ''
    const success = replies.find(({ status }) => status === 200)
    expect((await ask(path + query)).body, id).toEqual(success?.examples[0]?.value)
  }
})

test('every example of every response can be requested', async () => {
  const { ask } = await servedMock()
  const json: Record<string, unknown> = {
    createContact: { firstName: 'a', lastName: 'b', email: 'a@example.com', campaignId: 'c' },
    createInvite: { campaignId: 'c', sendEmailNotification: false },
    createOrder: newOrder('c', 'TEE'),
    cancelOrder: { orderId: 'o' },
    createWebhook: { url: 'https://hooks.example.com/', events: ['order.created'] },
    updateWebhook: { active: false },
  }
  let requested = 0
  for (const { id, method, path, replies } of operations)
    for (const { status, examples } of replies)
      for (const { name, value } of examples) {
        const query = id === 'listContacts' ? '?campaignId=cmp_1' : ''
        const there = path.replaceAll(/\{[^}]+\}/g, 'some-id') + query
        const answer = await ask(there, {
          method: method.toUpperCase(),
          json: json[id],
          headers: { prefer: `code=${status}, example=${name}` },
        })
        expect(answer.status, `${id} ${status} ${name}`).toBe(status)
        if (method.toUpperCase() !== 'HEAD') expect(answer.body, `${id} ${name}`).toEqual(value)
        requested++
      }
  expect(requested).toBeGreaterThan(150)
})

test.each([
  ['code=418', 'Prefer: code must be one of 200, 400, 401, 404, 429, 500, not 418'],
  ['code=abc', 'Prefer: code must be a whole number of at most 999, not "abc"'],
  ['code=404, example=delivered', 'Prefer: example of 404 must be one of notFound, not delivered'],
  [
    'example=nothing',
    'Prefer: example must be one of awaitingShipment, delivered, orderIdMalformed, unauthorized, notFound, budgetExceeded, internalServerError, not nothing',
  ],
  ['dynamic=maybe', 'Prefer: dynamic must be true or false, not "maybe"'],
  ['wait=1e3', 'Prefer: wait must be a whole number of at most 60000, not "1e3"'],
])(
  'the unavailable preference %s returns a 400 with the available ones',
  async (prefer, message) => {
    const { ask } = await servedMock()
    const answer = await ask('/v1/orders/ord_1', { headers: { prefer } })
    expect([answer.status, answer.body]).toEqual([400, { message }])
    expect(answer.headers['ratelimit-remaining']).toBeDefined()
  },
)

test('the key, the path and the input are checked before the preference', async () => {
  const { ask } = await servedMock()
  const headers = { prefer: 'code=500' }
  expect((await ask('/v1/orders/ord_1', { key: null, headers })).status).toBe(401)
  expect((await ask('/v1/nothing', { headers })).status).toBe(404)
  expect((await ask('/v1/orders/list?limit=0', { headers })).status).toBe(400)
  expect((await ask('/v1/orders/list', { headers })).status).toBe(500)
})

test('unknown preferences are ignored', async () => {
  const { ask } = await servedMock()
  const headers = { prefer: 'respond-async, handling=lenient; code=404; foo' }
  expect((await ask('/v1/orders/ord_1', { headers })).status).toBe(404)
})

test('dynamic responses match the schema, and the same seed gives the same bytes', async () => {
  const asked = { headers: { prefer: 'dynamic=true' } }
  const [first, second] = [await servedMock({ seed: 'a' }), await servedMock({ seed: 'a' })]
  const other = await servedMock({ seed: 'b' })
  const text = async ({ ask }: typeof first) => (await ask('/v1/campaigns/list', asked)).text
  expect(await text(first)).toBe(await text(second))
  expect(await text(first)).toBe(await text(first))
  expect(await text(other)).not.toBe(await text(first))
})

test('wait delays the response', async () => {
  const { ask, mock } = await servedMock()
  await ask('/v1/auth', { headers: { prefer: 'wait=60' } })
  expect(mock.requests.entries[0]?.milliseconds).toBeGreaterThanOrEqual(59)
})

test('a preferred 429 and 401 have the headers of real ones', async () => {
  const { ask } = await servedMock({}, { RATE_LIMIT_BUDGET: '4' })
  const preferred = (code: number) => ask('/v1/auth', { headers: { prefer: `code=${code}` } })
  const names = (headers: object) => Object.keys(headers).toSorted()
  const [exceeded, unauthorized] = [await preferred(429), await preferred(401)]
  const spent = {
    'ratelimit-limit': '4',
    'ratelimit-remaining': '0',
    'x-ratelimit-limit': '4',
    'x-ratelimit-remaining': '0',
  }
  expect(exceeded.headers).toMatchObject(spent)
  expect(unauthorized.headers).toMatchObject({ 'ratelimit-remaining': '2' })
  const real = await ask('/v1/auth', { key: null })
  expect(names(unauthorized.headers)).toEqual(names(real.headers))
  await ask('/v1/auth')
  const { status, headers } = await ask('/v1/auth')
  expect([status, names(headers)]).toEqual([429, names(exceeded.headers)])
  expect(headers).toMatchObject(spent)
})
