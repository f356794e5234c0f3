import { expect, test } from 'vitest'
import { operations } from '../testkit/contract.ts'
import { newOrder } from '../testkit/request-bodies.ts'
import { servedMock } from './testing/served-mock.ts'

const bodies: Record<string, unknown> = {
  createContact: { firstName: 'a', lastName: 'b', email: 'a@example.com', campaignId: 'c' },
  createInvite: { campaignId: 'c', sendEmailNotification: false },
  createOrder: newOrder('c', 'TEE'),
  cancelOrder: { orderId: 'o' },
  createWebhook: { url: 'https://hooks.example.com/', events: ['order.created'] },
  updateWebhook: { active: false },
}

test('every example of every response can be requested; the default is the first of a success', async () => {
  const { ask } = await servedMock()
  let requested = 0
  for (const { id, method, path, replies } of operations) {
    const query = id === 'listContacts' ? '?campaignId=cmp_1' : ''
    const there = path.replaceAll(/\{[^}]+\}/g, 'some-id') + query
    const asked = { method: method.toUpperCase(), json: bodies[id] }
    const isHead = asked.method === 'HEAD'
    const success = replies.find(({ status }) => status < 300)
    const first = await ask(there, asked)
    expect(first.status, id).toBe(success?.status)
    if (!isHead) expect(first.body, id).toEqual(success?.examples[0]?.value)
    for (const { status, examples } of replies)
      for (const { name, value } of examples) {
        const headers = { prefer: `code=${status}, example=${name}` }
        const preferred = await ask(there, { ...asked, headers })
        expect(preferred.status, `${id} ${status} ${name}`).toBe(status)
        if (!isHead) expect(preferred.body, `${id} ${name}`).toEqual(value)
        requested++
      }
  }
  expect(requested).toBeGreaterThan(150)
})

const invalid: [preference: string, message: string][] = [
  ['code=418', 'Prefer: code must be one of 200, 400, 401, 404, 429, 500, not 418'],
  ['code=abc', 'Prefer: code must be a whole number of at most 999, not "abc"'],
  ['code=404, example=delivered', 'Prefer: example of 404 must be one of notFound, not delivered'],
  [
    'example=nothing',
    'Prefer: example must be one of awaitingShipment, delivered, orderIdMalformed, unauthorized, notFound, budgetExceeded, internalServerError, not nothing',
  ],
  ['dynamic=maybe', 'Prefer: dynamic must be true or false, not "maybe"'],
  ['wait=1e3', 'Prefer: wait must be a whole number of at most 60000, not "1e3"'],
]

test('a request with an invalid preference is a 400 with the available ones, and changes nothing', async () => {
  const { call } = await servedMock({ stateful: true })
  for (const [prefer, message] of invalid)
    expect(await call('/orders/ord_1', { headers: { prefer } })).toMatchObject({
      status: 400,
      body: { message },
      headers: { 'ratelimit-remaining': expect.any(String) },
    })
  const before = await call('/webhooks')
  const created = { method: 'POST', json: bodies.createWebhook, headers: { prefer: 'code=abc' } }
  expect((await call('/webhooks', created)).status).toBe(400)
  expect((await call('/webhooks')).body).toEqual(before.body)
})

test('the key, the path and the input are checked first; unknown preferences are ignored', async () => {
  const { call } = await servedMock()
  const headers = { prefer: 'respond-async, handling=lenient; code="500"; foo' }
  expect((await call('/orders/ord_1', { key: null, headers })).status).toBe(401)
  expect((await call('/nothing', { headers })).status).toBe(404)
  expect((await call('/orders/list?limit=0', { headers })).status).toBe(400)
  expect((await call('/orders/list', { headers })).status).toBe(500)
})

test('dynamic responses match the schema, and the same seed gives the same bytes', async () => {
  const asked = { headers: { prefer: 'dynamic=true' } }
  const textsOf = async (seed: string) => {
    const { call } = await servedMock({ seed })
    const texts = [await call('/campaigns/list', asked), await call('/campaigns/list', asked)]
    return texts.map(({ text }) => text)
  }
  const [first, again] = await textsOf('a')
  expect(again).toBe(first)
  expect(await textsOf('a')).toEqual([first, first])
  expect(await textsOf('b')).not.toContain(first)
})

test('wait delays the response', async () => {
  const { call, mock } = await servedMock()
  await call('/auth', { headers: { prefer: 'wait=60' } })
  expect(mock.requests.entries[0]?.milliseconds).toBeGreaterThanOrEqual(59)
})

test('a preferred 429 and 401 have the headers of real ones', async () => {
  const { call } = await servedMock({}, { RATE_LIMIT_BUDGET: '4' })
  const preferred = (code: number) => call('/auth', { headers: { prefer: `code=${code}` } })
  const names = (headers: object) => Object.keys(headers).toSorted()
  const [exceeded, unauthorized] = [await preferred(429), await preferred(401)]
  expect(unauthorized.headers).toMatchObject({ 'ratelimit-remaining': '2' })
  const real = await call('/auth', { key: null })
  expect(names(unauthorized.headers)).toEqual(names(real.headers))
  expect(unauthorized.headers['content-type']).toBe(real.headers['content-type'])
  await call('/auth')
  const spent = await call('/auth')
  expect(spent.status).toBe(429)
  expect(names(spent.headers)).toEqual(names(exceeded.headers))
  for (const { headers } of [exceeded, spent])
    expect(headers).toMatchObject({
      'ratelimit-limit': '4',
      'ratelimit-remaining': '0',
      'x-ratelimit-limit': '4',
      'x-ratelimit-remaining': '0',
    })
})
