import { faker } from '@faker-js/faker/locale/en'
import fc from 'fast-check'
import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { operations, problemOf } from '../../contract-tests/support/contract.ts'
import {
  type ApiRequest,
  type Received,
  type Sent,
  send,
  withKey,
} from '../../contract-tests/support/http.ts'
import {
  allOperations,
  type OperationProperties,
  validRequest,
} from '../../contract-tests/support/requests.ts'
import { createMock } from '../../mock/create-mock.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { handlers } from '../../mock/msw-browser.ts'

const url = 'http://api.example.test'
const fresh = (limit = 1000) => handlers({ url, limit })

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => server.resetHandlers(...fresh()))
afterAll(() => server.close())

type Ask = Pick<ApiRequest, 'method' | 'path' | 'key' | 'json'> & { prefer?: string | undefined }

const sentOf = ({ prefer, ...asked }: Ask): Sent =>
  withKey(demoKeys.demo, { ...asked, headers: { prefer } })

/** Sends a request with fetch, and checks the response against the document. */
const ask = async (asked: Ask): Promise<Received> => {
  const { method = 'GET', headers = {}, body = null, ...sent } = sentOf(asked)
  const given = Object.entries(headers).flatMap(([name, value = '']) =>
    value === '' ? [] : [[name, value] as const],
  )
  const init = { method, headers: Object.fromEntries(given), body: body && String(body) }
  const response = await fetch(url + sent.path, init)
  const received = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
  expect(problemOf({ method, ...sent }, received)).toBeUndefined()
  return received
}

/** Returns a valid request of an operation, without a Prefer header and with one for each status. */
const requestsOf = (operation: OperationProperties): Ask[] => {
  const [request] = fc.sample(validRequest(operation), { numRuns: 1, seed: 20_261_120 })
  const { replies = [] } = operations.find(({ id }) => id === operation.id) ?? {}
  // choose-reply.test.ts prefers every example.
  const preferences = replies.flatMap(({ status, examples }) =>
    examples.slice(-1).map(({ name }) => `code=${status}, example=${name}`),
  )
  return request ? [request, ...preferences.map((prefer) => ({ ...request, prefer }))] : []
}

const order = '/v1/orders/ord_1'

/** Requests that the edge rejects, that it handles itself, or that prefer a response. */
const special: Ask[] = [
  ...[null, demoKeys.unissued, demoKeys.revoked, demoKeys.deactivated, 'short'].flatMap((key) => [
    { path: '/v1/orders/list', key },
    { path: '/v1/nothing', key },
    { path: order, key, prefer: 'code=200' },
  ]),
  ...['/v1/nothing', '/v1/orders/create', '/v1/orders/%ZZ'].map((path) => ({ path })),
  ...['/v1/products/list?limit=many', '/v1/products/list?limit=x'].map((path) => ({ path })),
  { path: '/v1/products/list?limit=x', prefer: 'code=200' },
  { method: 'POST', path: '/v1/contacts/create', json: { campaignId: 'cmp_1', email: 'nobody' } },
  ...['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'QUERY'].map((method) => ({
    method,
    path: '/v1/auth',
  })),
  { method: 'HEAD', path: '/v1/products/list' },
  { method: 'HEAD', path: '/v1/products/list', prefer: 'code=500' },
  ...['code=500', 'example=delivered', 'code=299', 'code=404, example=no', 'wait=long'].map(
    (prefer) => ({ path: order, prefer }),
  ),
  { path: order, prefer: 'respond-async' },
]

test('Preferences and special requests get the responses of the mock’s process', async () => {
  const mock = await startMock({ stateful: false })
  onTestFinished(mock.stop)
  // fetch cannot send TRACE.
  const sampled = allOperations.filter(({ method }) => method !== 'TRACE').flatMap(requestsOf)
  expect(sampled.length).toBeGreaterThan(100)
  const statuses = new Set<number>()
  for (const sent of [...sampled, ...special]) {
    const here = await ask(sent)
    const there = await send(mock.url, sentOf(sent))
    const parts = ({ status, headers, text }: Received) =>
      [status, headers['content-type'], headers.allow, text.replaceAll(mock.url, url)] as const
    const what = JSON.stringify(sent)
    expect([what, ...parts(here)]).toEqual([what, ...parts(there)])
    statuses.add(here.status)
  }
  expect([...statuses].toSorted()).toEqual([200, 201, 400, 401, 404, 405, 429, 500])
})

test('Requests are counted, until there are new handlers', async () => {
  const path = '/v1/campaigns/list'
  server.resetHandlers(...fresh(1))
  expect((await ask({ path })).headers['ratelimit-remaining']).toBe('0')
  expect((await ask({ path })).status).toBe(429)
  server.resetHandlers(...fresh(1))
  expect((await ask({ path })).status).toBe(200)
})

test('The next calls get the given responses, unless they prefer another', async () => {
  const responses = [
    { operation: 'listOrders', example: 'nothing' },
    { operation: 'listOrders', status: 500, calls: 2 },
  ] as const
  server.resetHandlers(...handlers({ url, responses }))
  const path = '/v1/orders/list'
  expect((await ask({ path })).text).toBe('[]')
  expect((await ask({ path, prefer: 'dynamic=true' })).text).toMatch(
    /Prefer: dynamic needs a package/,
  )
  const statuses = [await ask({ path }), await ask({ path }), await ask({ path })]
  expect(statuses.map(({ status }) => status)).toEqual([500, 500, 200])
  const misspelt = JSON.parse('[{ "operation": "createOrder", "example": "notEnough" }]')
  expect(() => handlers({ url, responses: misspelt })).toThrow(/Did you mean notEnoughStock\?/)
})

test('A seed gives the same dynamic responses in browsers and in Node, and they match their schemas', async () => {
  server.resetHandlers(...handlers({ url, seed: 'a', faker }))
  await using mock = createMock({ baseUrl: url, seed: 'a' })
  const headers = { Authorization: `Bearer ${demoKeys.demo}`, Prefer: 'dynamic=true' }
  for (const path of ['campaigns/list', 'orders/list', 'webhooks', 'inventory/list']) {
    const { text } = await ask({ path: `/v1/${path}`, prefer: 'dynamic=true' })
    expect(await (await mock.fetch(`/v1/${path}`, { headers })).text()).toBe(text)
  }
})

test.each([`${url}/assets/logo.png`, 'http://elsewhere.example.test/v1/auth', `${url}/v10`])(
  '%s is outside the contract and not handled',
  async (address) => {
    expect(await getResponse(fresh(), new Request(address))).toBeUndefined()
  },
)
