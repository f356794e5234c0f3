import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Document } from '../../codegen/model/document.ts'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import type { OperationProperties } from '../../contract-tests/properties/operation-properties.ts'
import { allOperations, validRequest } from '../../contract-tests/support/requests.ts'
import { operationIds } from '../../generated/operations.ts'
import { exampleFinder } from '../../mock/browser/example-finder.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { handlers } from '../../mock/msw.ts'
import { noPreference } from '../../mock/preference.ts'
import { PrismEngine } from '../../mock/prism-engine.ts'
import { operations, problemOf } from '../../testkit/contract.ts'
import { type Received, type Sent, send } from '../../testkit/http.ts'

const url = 'http://api.example.test'
const time = { now: Date.parse('2027-01-01T00:00:00Z') }
const fresh = (budget = 1000) => handlers({ url, budget, clock: () => time.now })

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => server.resetHandlers(...fresh()))
afterAll(() => server.close())

type Ask = Pick<Sent, 'method' | 'path'> & {
  key?: string | null
  json?: unknown
  prefer?: string | undefined
}

/** Sends a request with fetch, and checks the response against the document. */
const ask = async ({ key = demoKeys.demo, json, prefer, ...sent }: Ask): Promise<Received> => {
  const headers = new Headers()
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  if (json !== undefined) headers.set('content-type', 'application/json')
  if (prefer !== undefined) headers.set('prefer', prefer)
  const response = await fetch(url + sent.path, {
    method: sent.method ?? 'GET',
    headers,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const received = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
  expect(problemOf(sent, received)).toBeUndefined()
  return received
}

/** The Prefer headers that the document has examples for. */
const preferencesOf = (operation: OperationProperties): string[] =>
  operations
    .filter(
      ({ method, path }) => method === operation.method.toLowerCase() && path === operation.path,
    )
    .flatMap(({ replies }) => replies)
    .flatMap(({ status, examples }) =>
      examples.map(({ name }) => `code=${status}, example=${name}`),
    )

/** Generates valid requests. Some have a random JSON body, and most have a Prefer header. */
const randomRequest = (operation: OperationProperties) =>
  fc
    .tuple(
      validRequest(operation),
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.jsonValue()),
      fc.constantFrom(undefined, ...preferencesOf(operation)),
    )
    .map(([request, json, prefer]) => ({
      ...request,
      ...(json !== undefined && operation.body ? { json } : {}),
      ...(prefer === undefined ? {} : { prefer }),
    }))

const messageOf = ({ text }: Received): unknown => JSON.parse(text).message

test('Every preference selects the response that Prism selects', async () => {
  const document: Document = JSON.parse(
    readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
  )
  const engine = await PrismEngine.of(document)
  const find = exampleFinder(document)
  const preferences = operations.flatMap(({ id, replies }) => {
    const operationId = operationIds.find((each) => each === id)
    if (!operationId) throw new Error(`${id} is not generated`)
    return [
      { operationId, preference: noPreference },
      ...replies.flatMap(({ status, examples }) => [
        { operationId, preference: { ...noPreference, code: status } },
        ...examples.flatMap(({ name }) => [
          { operationId, preference: { ...noPreference, example: name } },
          { operationId, preference: { ...noPreference, code: status, example: name } },
        ]),
      ]),
    ]
  })
  expect(preferences.length).toBeGreaterThan(300)
  for (const { operationId, preference } of preferences)
    expect(find(operationId, preference)).toEqual(
      await engine.answer(operationId, preference, 'any'),
    )
})

test('Random requests have the same responses as those of the mock’s process', async () => {
  const mock = await startMock({ stateful: false })
  onTestFinished(mock.stop)
  const samples = allOperations
    // fetch cannot send TRACE.
    .filter(({ method }) => method !== 'TRACE')
    .flatMap((operation) => fc.sample(randomRequest(operation), { numRuns: 12, seed: 20_261_120 }))
  for (const { method = 'GET', path, json, prefer } of samples) {
    const here = await ask({ method, path, json, prefer })
    const there = await send(mock.url, {
      method,
      path,
      headers: {
        authorization: `Bearer ${demoKeys.demo}`,
        'content-type': json === undefined ? undefined : 'application/json',
        prefer,
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    })
    const what = `${method} ${path} ${JSON.stringify(json)} ${prefer}`
    expect([what, here.status, here.headers['content-type'], here.text]).toEqual([
      what,
      there.status,
      there.headers['content-type'],
      there.text,
    ])
  }
})

describe('The edge', () => {
  test.each([null, demoKeys.unissued, demoKeys.revoked, demoKeys.deactivated, 'short'])(
    'rejects the key %s with a 401 in plain text',
    async (key) => {
      const { status, headers, text } = await ask({ path: '/v1/orders/list', key })
      expect([status, headers['content-type'], text]).toEqual([
        401,
        'text/html; charset=utf-8',
        'Unauthorized',
      ])
    },
  )

  test('rejects invalid input with a message for each field', async () => {
    const query = await ask({ path: '/v1/products/list?limit=many' })
    expect([query.status, messageOf(query)]).toEqual([
      400,
      'limit: must be a whole number in decimal digits',
    ])
    const body = await ask({
      method: 'POST',
      path: '/v1/contacts/create',
      json: { campaignId: 'cmp_1', email: 'nobody' },
    })
    expect(body.status).toBe(400)
    expect(JSON.parse(body.text)).toMatchObject({
      message: 'Invalid request body',
      errors: expect.arrayContaining([expect.stringMatching(/^email: /)]),
    })
  })

  test('rejects webhook URLs that the service does not deliver to, as the server does', async () => {
    const webhook = (url: string) =>
      ask({ method: 'POST', path: '/v1/webhooks', json: { url, events: ['order.created'] } })
    expect((await webhook('https://hooks.example.com/')).status).toBe(201)
    const rejected = await webhook('https://127.0.0.1/')
    expect([rejected.status, messageOf(rejected)]).toEqual([
      400,
      expect.stringMatching(/^Webhook URL must use HTTPS /),
    ])
  })

  test('returns 404 and 405 for paths and methods outside the contract, after it checks the key', async () => {
    expect((await ask({ path: '/v1/nothing' })).status).toBe(404)
    expect((await ask({ path: '/v1/nothing', key: null })).status).toBe(401)
    const refused = await ask({ path: '/v1/orders/create' })
    expect([refused.status, refused.headers.allow]).toEqual([405, 'POST'])
    expect((await ask({ path: '/v1/orders/%ZZ' })).status).toBe(400)
  })

  test.each(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'QUERY'])(
    'accepts %s on /v1/auth',
    async (method) => {
      const { status, text } = await ask({ method, path: '/v1/auth' })
      expect(status).toBe(200)
      expect(text.includes('account_id')).toBe(method !== 'HEAD')
    },
  )

  test('responds to HEAD as to GET, without the body', async () => {
    const head = await ask({ method: 'HEAD', path: '/v1/products/list' })
    expect([head.status, head.text]).toEqual([200, ''])
    const failed = await ask({ method: 'HEAD', path: '/v1/products/list', prefer: 'code=500' })
    expect([failed.status, failed.text]).toEqual([500, ''])
  })

  test('counts the budget: six headers, a 429, and a rolling window', async () => {
    server.resetHandlers(...fresh(2))
    const path = '/v1/campaigns/list'
    const first = await ask({ path })
    const resetAt = String(time.now / 1000 + 86_400)
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '86400',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': resetAt,
    })
    expect((await ask({ path, key: null })).headers['ratelimit-remaining']).toBe('0')
    expect((await ask({ path })).status).toBe(429)
    time.now += 86_400_000
    expect((await ask({ path })).status).toBe(200)
    server.resetHandlers(...fresh(2))
    expect((await ask({ path })).headers['ratelimit-remaining']).toBe('1')
  })
})

describe('Prefer', () => {
  const path = '/v1/orders/ord_1'

  test.each([
    ['code=404', 404],
    ['example=notFound', 404],
    ['code=400, example=orderIdMalformed', 400],
    ['code=401', 401],
    ['code=429', 429],
    ['code=500', 500],
    ['respond-async', 200],
  ])('%s returns %i', async (prefer, status) => {
    expect((await ask({ path, prefer })).status).toBe(status)
  })

  test('selects an example of a successful response', async () => {
    expect(JSON.parse((await ask({ path, prefer: 'example=delivered' })).text)).toMatchObject({
      status: 'SHIPPED',
    })
    expect((await ask({ path: '/v1/orders/list', prefer: 'example=nothing' })).text).toBe('[]')
  })

  test.each([
    ['code=299', 'Prefer: code must be one of 200, 400, 401, 404, 429, 500, not 299'],
    ['code=404, example=no', 'Prefer: example of 404 must be one of notFound, not no'],
    ['wait=long', 'Prefer: wait must be a whole number of at most 60000, not "long"'],
    ['dynamic=true', 'Prefer: dynamic is not available here. Use npm run mock.'],
  ])('%s is a 400 that lists the valid values', async (prefer, message) => {
    const answer = await ask({ path, prefer })
    expect([answer.status, messageOf(answer)]).toEqual([400, message])
  })

  test('wait delays the response', async () => {
    const started = performance.now()
    await ask({ path, prefer: 'wait=80' })
    expect(performance.now() - started).toBeGreaterThanOrEqual(79)
  })

  test('does not bypass the key check or the validation', async () => {
    expect((await ask({ path, key: null, prefer: 'code=200' })).status).toBe(401)
    expect((await ask({ path: '/v1/products/list?limit=x', prefer: 'code=200' })).status).toBe(400)
  })
})

test.each([`${url}/assets/logo.png`, 'http://elsewhere.example.test/v1/auth', `${url}/v10`])(
  '%s is outside the contract and not handled',
  async (address) => {
    expect(await getResponse(fresh(), new Request(address))).toBeUndefined()
  },
)
