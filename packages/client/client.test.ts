import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { clientOperations, everyCall, readOperations } from '../../tests/kit/client/every-call.ts'
import { fakeFetch, json, rateLimit } from '../../tests/kit/client/fake-fetch.ts'
import {
  ApiError,
  type ClientOptions,
  createClient,
  type Deprecation,
  isApiError,
  isUncertain,
  type Query,
} from './index.ts'

const options = { baseUrl: 'HTTPS://api.example.com/', apiKey: 'k'.repeat(96) }

/** Creates a client whose requests have these results in turn. Records its requests. */
const clientWith = (results: (Response | Error)[], more: Partial<ClientOptions> = {}) => {
  const { fetch, requests } = fakeFetch(...results)
  return { client: createClient({ ...options, fetch, ...more }), requests }
}

const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('lists, special characters and field names are sent unchanged', async () => {
  const { client, requests } = clientWith([json(200, [])])
  const calls = everyCall(client)
  await Promise.all([calls.listContacts(), calls.getOrder(), calls.createContact()])
  const [contacts, order, contact] = requests
  expect([...new URL(contacts?.url ?? '').searchParams]).toEqual([
    ['campaignId', 'cmp_1'],
    ['tags', 'a b'],
    ['tags', 'ü&=?'],
  ])
  expect(new URL(order?.url ?? '').pathname).toBe('/v1/orders/ord_%2F%3F%23%C3%A9')
  expect(await contact?.json()).toEqual({
    firstName: 'Zoë',
    lastName: 'B',
    email: 'z@example.com',
    campaignId: 'cmp_1',
  })
})

test('baseUrl can have a path and a trailing slash', async () => {
  const baseUrl = new URL('https://example.com/merch//')
  const { client, requests } = clientWith([json(200, [])], { baseUrl })
  await client.campaigns.list()
  expect(requests[0]?.url).toBe('https://example.com/merch/v1/campaigns/list')
})

test.each([
  ['/api/', 'http://localhost:3000/api/v1/campaigns/list'],
  ['/', 'http://localhost:3000/v1/campaigns/list'],
])('the path %s is one of the page, also where Request is that of Node', async (baseUrl, url) => {
  vi.stubGlobal('document', { baseURI: 'http://localhost:3000/orders?page=2' })
  const { client, requests } = clientWith([json(200, [])], { baseUrl })
  vi.unstubAllGlobals()
  await client.campaigns.list()
  expect(requests[0]?.url).toBe(url)
})

test('each call has its own key, headers and options of fetch; undefined parameters are not sent', async () => {
  const keys = ['first', 'second']
  const results = [json(200, []), json(200, []), json(200, [])]
  const { client, requests } = clientWith(results, { apiKey: async () => keys.shift() ?? '' })
  const query: Query<'listOrders'> = { orderStatus: undefined, limit: 5 }
  await client.orders.list(query, { cache: 'no-store', headers: { Prefer: 'code=200' } })
  await client.orders.list()
  const [first, second] = requests
  expect([first?.url, first?.cache]).toEqual([
    'https://api.example.com/v1/orders/list?limit=5',
    'no-store',
  ])
  expect(first?.headers.get('prefer')).toBe('code=200')
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
  ])
  expect(second?.headers.get('prefer')).toBeNull()
  await expect(client.orders.list()).rejects.toThrow(/^apiKey must be a key/)
  const proxied = clientWith([json(200, [])], { apiKey: undefined })
  await proxied.client.orders.list()
  expect(proxied.requests[0]?.headers.get('authorization')).toBeNull()
})

test.each([
  ['', ''],
  ['.', '.'],
  ['..', '..'],
  ['list', 'events'],
])('the ids %j and %j are rejected: they would change the path', async (order, webhook) => {
  const { client, requests } = clientWith([json(200, {})])
  for (const call of [client.orders.get(order), client.webhooks.update(webhook, {})])
    expect(await thrownBy(call)).toBeInstanceOf(TypeError)
  expect(requests).toEqual([])
})

test.each<[string, object]>([
  ['a baseUrl without a scheme', { baseUrl: 'api.example.com' }],
  ['no baseUrl', { baseUrl: undefined }],
  ['a key with a line break', { apiKey: `${options.apiKey}\n` }],
  ['a baseUrl of another host without a scheme', { baseUrl: '//api.example.com' }],
  ['a baseUrl without a host', { baseUrl: 'http://' }],
  ['a baseUrl with a query', { baseUrl: 'https://api.example.com?key=k' }],
  ['an empty key', { apiKey: '' }],
  ['a wait that is not a number', { waitForRateLimit: Number.NaN }],
  ['a negative wait', { waitForRateLimit: -1 }],
])('createClient rejects %s', (_, wrong) => {
  expect(() => Reflect.apply(createClient, undefined, [{ ...options, ...wrong }])).toThrow(
    TypeError,
  )
})

describe('every other response than the success throws an ApiError', () => {
  const html = { 'Content-Type': 'text/html; charset=utf-8' }
  const response = (body: string | null, status: number, headers: Record<string, string> = html) =>
    new Response(body, { status, headers })
  const notJson = 'The response is not JSON. Check baseUrl.'
  const noMessage = 'The service returned status code 500'

  test.each<[string, Response, Partial<ApiError>]>([
    [
      'a plain-text 401',
      response('Unauthorized', 401, { ...html, ...rateLimit(998, 60) }),
      {
        message: 'Unauthorized',
        errors: [],
        body: 'Unauthorized',
        rateLimit: { limit: 1000, remaining: 998, resetSeconds: 60 },
      },
    ],
    [
      'an invalid request body',
      json(400, { message: 'Invalid request body', errors: ['shipTo.email: Required'] }),
      { message: 'Invalid request body', errors: ['shipTo.email: Required'] },
    ],
    [
      'a 404',
      json(404, { message: 'Order not found' }),
      { message: 'Order not found', errors: [], rateLimit: undefined },
    ],
    ['a proxy’s page', response('<h1>Oh</h1>', 502), { message: '<h1>Oh</h1>', errors: [] }],
    ['an empty body', response('', 500), { message: noMessage }],
    [
      'a wrong message',
      json(500, { message: 7, errors: 'none' }),
      { message: noMessage, errors: [] },
    ],
    ['JSON that is not an object', json(500, null), { message: noMessage }],
    ['a success that is not JSON', response('<h1>Log in</h1>', 200), { message: notJson }],
    ['a truncated success', response('[{"id":', 200), { message: notJson }],
    [
      'a success without a body',
      response('', 200, { 'Content-Length': '0' }),
      { message: notJson },
    ],
    [
      'a redirect',
      response(null, 308, { Location: 'https://other.example.com/' }),
      { message: 'The response is a redirect. Check baseUrl.' },
    ],
  ])('%s', async (_, given, expected) => {
    const { client, requests } = clientWith([given])
    const error = await thrownBy(client.orders.get('ord_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ ...expected, status: given.status, operation: 'getOrder' })
    expect(`${JSON.stringify(error)}${Object(error).stack}`).not.toContain(options.apiKey)
    expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
  })

  test('a network error is thrown as fetch throws it', async () => {
    const broken = new TypeError('fetch failed')
    const { client } = clientWith([broken])
    expect(await thrownBy(client.campaigns.list())).toBe(broken)
  })

  test('a status code narrows the type of the error', async () => {
    const { client } = clientWith([json(404, { message: 'Order not found' })])
    const error = await thrownBy(client.orders.get('x'))
    expect([isApiError(error), isApiError(error, 400, 404), isApiError(error, 400)]).toEqual([
      true,
      true,
      false,
    ])
    expect(isApiError(new Error('x'))).toBe(false)
    // An error of another package, and one of this package that was loaded twice.
    const other = Object.assign(new Error('x'), { name: 'ApiError', status: 404 })
    expect(isApiError(other)).toBe(false)
    const twin = Object.assign(other, { operation: 'getOrder' })
    expect([isApiError(twin, 404), isUncertain(twin)]).toEqual([true, false])
    if (isApiError(error, 400, 404)) expectTypeOf(error.status).toEqualTypeOf<400 | 404>()
    if (isApiError(error)) expectTypeOf(error.status).toEqualTypeOf<number>()
  })
})

test('isUncertain is true when a write may have taken effect', async () => {
  const isUncertainAfter = async (result: Response | Error) => {
    const { client } = clientWith([result])
    return isUncertain(await thrownBy(client.orders.cancel({ orderId: 'x' })))
  }
  for (const status of [400, 401, 404, 429])
    expect(await isUncertainAfter(json(status, {}))).toBe(false)
  for (const result of [
    json(500, {}),
    json(504, {}),
    new TypeError('fetch failed'),
    new DOMException('The operation timed out', 'TimeoutError'),
    new Response('{"id":', { status: 201 }),
  ])
    expect(await isUncertainAfter(result)).toBe(true)
})

describe('the rate limit', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
  })
  afterEach(() => void vi.useRealTimers())

  const over = (reset: number) => json(429, { message: 'Too many requests' }, rateLimit(0, reset))
  const waiting = { waitForRateLimit: true }

  test('the client exposes the rate limit of the latest response', async () => {
    const { client } = clientWith([
      json(200, [], rateLimit(7, 60)),
      new Response('Unauthorized', { status: 401, headers: rateLimit(6, 59) }),
      json(200, []),
    ])
    expect(client.rateLimit).toBeUndefined()
    await client.campaigns.list()
    expect(client.rateLimit).toEqual({ limit: 1000, remaining: 7, resetSeconds: 60 })
    for (let i = 0; i < 2; i++) {
      await thrownBy(client.campaigns.list())
      expect(client.rateLimit?.remaining).toBe(6)
    }
  })

  test.each(readOperations)('%s waits RateLimit-Reset seconds before each retry', async (id) => {
    const { client, requests } = clientWith([over(30), over(10), json(200, {})], waiting)
    const answer = everyCall(client)[id]()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toEqual({})
    expect(requests).toHaveLength(3)
  })

  test.each(clientOperations.filter((id) => !readOperations.includes(id)))(
    '%s is never retried',
    async (id) => {
      for (const result of [over(1), json(500, {}), new TypeError('fetch failed')]) {
        const { client, requests } = clientWith([result], waiting)
        const thrown = thrownBy(everyCall(client)[id]())
        // Not all timers: those of servers in this process repeat.
        await vi.advanceTimersByTimeAsync(200_000)
        expect(await thrown).toBeInstanceOf(Error)
        expect(requests).toHaveLength(1)
      }
    },
  )

  test.each<[string, Response | Error]>([
    ['400', json(400, { message: 'No' }, rateLimit(5, 1))],
    ['500', json(500, { message: 'Internal server error' }, rateLimit(5, 1))],
    ['a network error', new TypeError('fetch failed')],
    ['a 429 without RateLimit-Reset', json(429, { message: 'Slow down' })],
  ])('a read is not retried after %s', async (_, result) => {
    const { client, requests } = clientWith([result], waiting)
    expect(await thrownBy(client.campaigns.list())).toBeInstanceOf(Error)
    expect(requests).toHaveLength(1)
  })

  test.each([
    [false, 1, 0],
    [0, 1, 0],
    [59, 1, 0],
    [60, 2, 60],
    [119, 2, 60],
    [180, 4, 180],
  ])(
    'with waitForRateLimit %s it sends %d requests and waits %d seconds',
    async (waitForRateLimit, times, seconds) => {
      const { client, requests } = clientWith([over(60)], { waitForRateLimit })
      const ended = thrownBy(client.campaigns.list()).then((error) => [error, Date.now() / 1000])
      await vi.advanceTimersByTimeAsync(200_000)
      expect(await ended).toMatchObject([{ status: 429 }, seconds])
      expect(requests).toHaveLength(times)
    },
  )

  test.each([
    ['a reset of 0 seconds waits one second', 0, 999, 1000],
    ['a wait longer than the maximum timer does not end early', 3_000_000, 60_000, 2 ** 31],
  ])('%s', async (_, reset, before, after) => {
    const { client, requests } = clientWith([over(reset), json(200, [])], waiting)
    const answer = client.campaigns.list()
    await vi.advanceTimersByTimeAsync(before)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(after)
    expect(await answer).toEqual([])
  })

  test.each(['of the call', 'of the client'])('a signal %s aborts the wait', async (whose) => {
    const controller = new AbortController()
    const signal = { signal: controller.signal }
    const isOfClient = whose === 'of the client'
    const { client, requests } = clientWith(
      [over(60)],
      isOfClient ? { ...waiting, ...signal } : waiting,
    )
    const thrown = thrownBy(client.campaigns.list(isOfClient ? {} : signal))
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort(new Error('enough'))
    expect(await thrown).toEqual(new Error('enough'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(1)
  })
})

test('a signal aborts a pending request', async () => {
  const controller = new AbortController()
  const client = createClient({
    ...options,
    fetch: (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
        controller.abort(new Error('enough'))
      }),
  })
  await expect(client.orders.list({}, { signal: controller.signal })).rejects.toThrow('enough')
})

describe('deprecated operations', () => {
  const since = { Deprecation: '@1768435200' }
  const link = '<https://a.example/next>; rel="next", <https://a.example/v2>; rel="deprecation"'

  test.each<[Record<string, string>, Partial<Deprecation> | undefined]>([
    [
      { ...since, Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT', Link: link },
      {
        since: new Date('2026-01-15T00:00:00Z'),
        sunset: new Date('2026-07-15T00:00:00Z'),
        link: 'https://a.example/v2',
      },
    ],
    [since, { sunset: undefined, link: undefined }],
    [
      { Deprecation: '@0', Sunset: 'soon' },
      { since: new Date(0), sunset: undefined },
    ],
    [{ Deprecation: 'true' }, undefined],
    [{ Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT' }, undefined],
    [{}, undefined],
  ])('are reported once each: %j', async (headers, expected) => {
    const reported: Deprecation[] = []
    const onDeprecation = (deprecation: Deprecation) => reported.push(deprecation)
    const { client } = clientWith([json(200, [], headers)], { onDeprecation })
    await client.orders.list()
    await client.orders.list()
    await client.campaigns.list()
    const operations = ['listOrders', 'listCampaigns']
    expect(reported).toMatchObject(
      expected ? operations.map((operation) => ({ operation, ...expected })) : [],
    )
  })
})
