import { expect, test } from 'vitest'
import { operations } from '../../contract-tests/support/contract.ts'
import { servedMock } from '../../tests/kit/mock/served-mock.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'

const bodies: Record<string, unknown> = {
  createContact: { firstName: 'a', lastName: 'b', email: 'a@example.com', campaignId: 'c' },
  createInvite: { campaignId: 'c', sendEmailNotification: false },
  createOrder: newOrder('c', 'TEE'),
  cancelOrder: { orderId: 'o' },
  createWebhook: { url: 'https://hooks.example.com/', events: ['order.created'] },
  updateWebhook: { active: false },
}

test('every example of every response can be preferred and queued; the default is the first of a success', async () => {
  const { address, ask, turn } = await servedMock()
  let requested = 0
  for (const { id, method, path, replies } of operations) {
    const query = id === 'listContacts' ? '?campaignId=cmp_1' : ''
    const there = path.replaceAll(/\{[^}]+\}/g, 'some-id') + query
    const asked = { method: method.toUpperCase(), json: bodies[id] }
    const expectReply = async (status: number, value: unknown, headers = {}) => {
      const reply = await ask(there, { ...asked, headers })
      // HEAD has no body.
      const text = JSON.stringify(value).replaceAll('http://127.0.0.1:8080', address)
      const body = asked.method === 'HEAD' ? '' : JSON.parse(text)
      expect([id, reply.status, reply.body]).toEqual([id, status, body])
    }
    const success = replies.find(({ status }) => status < 300)
    for (const { status, examples } of replies)
      for (const { name: example, value } of examples) {
        await turn(`operations/${id}`, { status, example })
        await expectReply(status, value, { prefer: `code=${status}, example=${example}` })
        await expectReply(status, value)
        requested++
      }
    await expectReply(success?.status ?? 0, success?.examples[0]?.value)
  }
  expect(requested).toBeGreaterThan(150)
})

test('a preference comes before queued responses, those in their order, then the data of the scenario', async () => {
  const { call, look, turn } = await servedMock({ stateful: true })
  const statusOf = async (asked = {}) => (await call('/products/list', asked)).status
  await turn('operations/listProducts', { status: 429, calls: 2 })
  await turn('operations/listProducts', { example: 'nothing' })
  await turn('operations/listProducts', { status: 500 })
  const all = [
    { id: 1, status: 429, example: 'budgetExceeded', latencyMilliseconds: 0, calls: 2 },
    { id: 2, status: 200, example: 'nothing', calls: 1 },
    { id: 3, status: 500, example: 'internalServerError', calls: 1 },
  ].map((each) => ({ operation: 'listProducts', ...each }))
  expect((await look('state')).body).toMatchObject({ queued: all })

  // Requests that prefer a response, that the edge rejects, or of other operations do not count.
  expect(await statusOf({ headers: { prefer: 'code=400' } })).toBe(400)
  expect(await statusOf({ key: null })).toBe(401)
  expect((await call('/products/list?limit=0')).status).toBe(400)
  expect((await call('/campaigns/list')).status).toBe(200)
  expect(await statusOf()).toBe(429)
  expect((await look('responses')).body).toMatchObject([{ calls: 1 }, all[1], all[2]])
  expect(await statusOf()).toBe(429)
  expect((await call('/products/list')).body).toEqual([])
  expect(await statusOf()).toBe(500)
  expect((await call('/products/list?limit=3')).body).toHaveLength(3)
  expect((await look('responses')).body).toEqual([])
})

test('queued responses are removed one by one, or all by a reset', async () => {
  const { ask, call, look, turn } = await servedMock({ stateful: true })
  for (const example of ['notEnoughStock', 'campaignExpired'])
    await turn('operations/createOrder', { example })
  const remove = (id: string) => ask(`/__mock/responses/${id}`, { method: 'DELETE', key: null })
  expect((await remove('1')).body).toMatchObject([{ id: 2 }])
  for (const id of ['1', 'first'])
    expect(await remove(id)).toMatchObject({
      status: 400,
      body: { message: `No response ${id} is queued. GET /__mock/responses lists them.` },
    })
  const asked = { method: 'POST', json: bodies.createOrder }
  expect((await call('/orders/create', asked)).body).toEqual({ message: 'Campaign has expired' })
  await turn('operations/createOrder', { status: 500 })
  await turn('reset')
  expect((await look('responses')).body).toEqual([])
})

test('all methods of /v1/auth are one operation', async () => {
  const { call, turn } = await servedMock()
  const { body } = await turn('operations/checkAuthPatch', { status: 401, calls: 3 })
  expect(body).toMatchObject({ queued: [{ operation: 'checkAuth', calls: 3 }] })
  for (const method of ['GET', 'TRACE', 'PROPFIND'])
    expect((await call('/auth', { method })).text).toBe('Unauthorized')
})

test('a latency alone delays the operation', async () => {
  const { call, mock, turn } = await servedMock({ stateful: true })
  await turn('operations/listProducts', { latencyMilliseconds: 60 })
  await call('/products/list')
  await call('/auth', { headers: { prefer: 'wait=60' } })
  for (const { status, milliseconds } of mock.requests.entries) {
    expect(status).toBe(200)
    expect(milliseconds).toBeGreaterThanOrEqual(59)
  }
})

const invalid: [preference: string, message: RegExp][] = [
  ['code=418', /^Prefer: Unknown getOrder status 418\. Use one of 200, 400, 401, /],
  ['code=abc', /^Prefer: code must be a whole number of at most 999, not "abc"$/],
  [
    'code=404, example=delivered',
    /^Prefer: Unknown getOrder 404 example .* Use one of notFound\.$/,
  ],
  ['example=delivred', /^Prefer: Unknown getOrder example delivred\. Did you mean delivered\? /],
  ['dynamic=maybe', /^Prefer: dynamic must be true or false, not "maybe"$/],
  ['wait=1e3', /^Prefer: wait must be a whole number of at most 60000, not "1e3"$/],
]

test('a request with an invalid preference is a 400 with the available ones, and changes nothing', async () => {
  const { call } = await servedMock({ stateful: true })
  for (const [prefer, message] of invalid)
    expect(await call('/orders/ord_1', { headers: { prefer } })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
      headers: { 'ratelimit-remaining': expect.any(String) },
    })
  const before = await call('/webhooks')
  const created = { method: 'POST', json: bodies.createWebhook, headers: { prefer: 'code=abc' } }
  expect((await call('/webhooks', created)).status).toBe(400)
  expect((await call('/webhooks')).body).toEqual(before.body)
})

test('the key, the path and the input are checked before a preference; unknown ones are ignored', async () => {
  const { call } = await servedMock()
  const headers = { prefer: 'respond-async, handling=lenient; code="500"; foo' }
  for (const [status, path, key] of [
    [401, '/orders/ord_1', null],
    [404, '/nothing'],
    [400, '/orders/list?limit=0'],
    [500, '/orders/list'],
  ] as const)
    expect((await call(path, { headers, ...(key === null && { key }) })).status).toBe(status)
})

test('preferred errors have the headers of real ones', async () => {
  const { call } = await servedMock({}, { RATE_LIMIT_BUDGET: '6' })
  const headersOf = async (path: string, asked = {}) => {
    const { headers } = await call(path, asked)
    return [Object.keys(headers).toSorted(), headers['content-type']]
  }
  const preferred = (path: string, code: number) =>
    headersOf(path, { headers: { prefer: `code=${code}` } })
  const contacts = '/contacts/list?campaignId=cmp_1'
  const invalid = await preferred(contacts, 400)
  expect(invalid).toEqual(await headersOf('/contacts/list'))
  expect(await preferred(contacts, 401)).toEqual(await headersOf(contacts, { key: null }))
  const exceeded = await call('/auth', { headers: { prefer: 'code=429' } })
  const left = { 'ratelimit-remaining': '0', 'x-ratelimit-remaining': '0' }
  expect(exceeded.headers).toMatchObject(left)
  await call('/auth')
  const real = await call('/auth')
  expect([real.status, Object.keys(real.headers)]).toEqual([429, Object.keys(exceeded.headers)])
})
