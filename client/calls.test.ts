import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { ApiError, createClient, isApiError, isUncertain } from './index.ts'
import { clientOperations, everyCall, readOperations } from './testing/every-call.ts'
import { budget, fakeFetch, json } from './testing/fake-fetch.ts'

const options = { baseUrl: 'https://api.example.com', apiKey: 'k'.repeat(96) }
const writeOperations = clientOperations.filter((id) => !readOperations.includes(id))

const errorOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error: unknown) => {
      if (isApiError(error)) return error
      throw error
    },
  )

describe('every other response than the success throws an ApiError', () => {
  const html = { 'Content-Type': 'text/html; charset=utf-8' }

  test.each<[string, Response, Partial<ApiError>]>([
    [
      'a plain-text 401',
      new Response('Unauthorized', { status: 401, headers: { ...html, ...budget(998, 60) } }),
      {
        status: 401,
        message: 'Unauthorized',
        errors: [],
        body: 'Unauthorized',
        rateLimit: { limit: 1000, remaining: 998, resetSeconds: 60 },
      },
    ],
    [
      'an invalid request body',
      json(400, { message: 'Invalid request body', errors: ['shipTo.email: Required'] }),
      { status: 400, message: 'Invalid request body', errors: ['shipTo.email: Required'] },
    ],
    [
      'another 400',
      json(400, { message: 'Order has already shipped' }),
      { status: 400, message: 'Order has already shipped', errors: [] },
    ],
    [
      '404',
      json(404, { message: 'Order not found' }),
      { status: 404, message: 'Order not found', rateLimit: undefined },
    ],
    [
      'a proxy’s page',
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: html }),
      { status: 502, message: '<h1>Bad gateway</h1>', errors: [] },
    ],
    [
      'an empty body',
      new Response('', { status: 500 }),
      { status: 500, message: 'The service returned status code 500' },
    ],
    [
      'JSON without a message',
      json(500, { message: 7, errors: 'none' }),
      { status: 500, message: 'The service returned status code 500', errors: [] },
    ],
    [
      'JSON that is not an object',
      json(500, null),
      { status: 500, message: 'The service returned status code 500' },
    ],
    [
      'a success that is not JSON',
      new Response('<h1>Log in</h1>', { status: 200, headers: html }),
      { status: 200, message: 'The response is not JSON. Check baseUrl.' },
    ],
    [
      'a truncated success',
      new Response('[{"id":', { status: 200 }),
      { status: 200, message: 'The response is not JSON. Check baseUrl.' },
    ],
    [
      'a success without a body',
      new Response('', { status: 200, headers: { 'Content-Length': '0' } }),
      { status: 200, message: 'The response is not JSON. Check baseUrl.' },
    ],
    [
      'a redirect',
      new Response(null, { status: 308, headers: { Location: 'https://other.example.com/' } }),
      { status: 308, message: 'The response is a redirect. Check baseUrl.' },
    ],
  ])('%s', async (_, response, expected) => {
    const { fetch, requests } = fakeFetch(response)
    const error = await errorOf(createClient({ ...options, fetch }).orders.get('ord_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ ...expected, operation: 'getOrder' })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.redirect).toBe('manual')
  })

  test('a network error is thrown as fetch throws it', async () => {
    const broken = new TypeError('fetch failed')
    const { fetch } = fakeFetch(broken)
    await expect(createClient({ ...options, fetch }).campaigns.list()).rejects.toBe(broken)
  })

  test('a status code narrows the type of the error', async () => {
    const { fetch } = fakeFetch(json(404, { message: 'Order not found' }))
    const error: unknown = await createClient({ ...options, fetch })
      .orders.get('x')
      .catch((thrown: unknown) => thrown)
    expect([isApiError(error), isApiError(error, 404), isApiError(error, 400, 404)]).toEqual([
      true,
      true,
      true,
    ])
    expect([isApiError(error, 400), isApiError(new Error('x')), isApiError(undefined)]).toEqual([
      false,
      false,
      false,
    ])
    if (isApiError(error, 400, 404)) expectTypeOf(error.status).toEqualTypeOf<400 | 404>()
    if (isApiError(error)) expectTypeOf(error.status).toEqualTypeOf<number>()
  })

  test('the error does not contain the API key', async () => {
    const { fetch } = fakeFetch(json(500, { message: 'Internal server error' }))
    const error = await errorOf(createClient({ ...options, fetch }).campaigns.list())
    expect(`${JSON.stringify(error)}${error.stack}`).not.toContain(options.apiKey)
  })
})

test('isUncertain is true when a write may have taken effect', async () => {
  const after = async (result: Response | Error) => {
    const { fetch } = fakeFetch(result)
    const client = createClient({ ...options, fetch })
    return isUncertain(await client.orders.cancel({ orderId: 'x' }).catch((error) => error))
  }
  for (const status of [400, 401, 404, 429]) expect(await after(json(status, {}))).toBe(false)
  for (const status of [500, 502, 503, 504]) expect(await after(json(status, {}))).toBe(true)
  expect(await after(new TypeError('fetch failed'))).toBe(true)
  expect(await after(new DOMException('The operation timed out', 'TimeoutError'))).toBe(true)
  expect(await after(new Response('{"id":', { status: 201 }))).toBe(true)
})

describe('the rate limit', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Longer than the client waits in these tests. Not all timers: those of servers in this process repeat. */
  const passTime = () => vi.advanceTimersByTimeAsync(200_000)

  const over = (reset: number) => json(429, { message: 'Too many requests' }, budget(0, reset))

  test('the client exposes the rate limit of the latest response', async () => {
    const { fetch } = fakeFetch(
      json(200, [], budget(7, 60)),
      new Response('Unauthorized', { status: 401, headers: budget(6, 59) }),
      json(200, []),
    )
    const client = createClient({ ...options, fetch })
    expect(client.rateLimit).toBeUndefined()
    await client.campaigns.list()
    expect(client.rateLimit).toEqual({ limit: 1000, remaining: 7, resetSeconds: 60 })
    await client.campaigns.list().catch(() => {})
    expect(client.rateLimit?.remaining).toBe(6)
    await client.campaigns.list()
    expect(client.rateLimit?.remaining).toBe(6)
  })

  test.each(readOperations)('%s waits RateLimit-Reset seconds before each retry', async (id) => {
    const { fetch, requests } = fakeFetch(over(30), over(10), json(200, {}))
    const client = createClient({ ...options, fetch, waitForBudget: true })
    const answer = everyCall(client)[id]()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toEqual({})
    expect(requests).toHaveLength(3)
  })

  test.each(writeOperations)('%s is never retried', async (id) => {
    for (const result of [over(1), json(500, {}), new TypeError('fetch failed')]) {
      const { fetch, requests } = fakeFetch(result)
      const client = createClient({ ...options, fetch, waitForBudget: true })
      const rejection = expect(everyCall(client)[id]()).rejects.toBeInstanceOf(Error)
      await passTime()
      await rejection
      expect(requests).toHaveLength(1)
    }
  })

  test.each<[string, Response | Error]>([
    ['400', json(400, { message: 'No' }, budget(5, 1))],
    ['500', json(500, { message: 'Internal server error' }, budget(5, 1))],
    ['a network error', new TypeError('fetch failed')],
    ['a 429 without RateLimit-Reset', json(429, { message: 'Slow down' })],
  ])('a read is not retried after %s', async (_, result) => {
    const { fetch, requests } = fakeFetch(result)
    const client = createClient({ ...options, fetch, waitForBudget: true })
    await expect(client.campaigns.list()).rejects.toBeInstanceOf(Error)
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
    'with waitForBudget %s it sends %d requests and waits %d seconds',
    async (waitForBudget, times, seconds) => {
      const { fetch, requests } = fakeFetch(over(60))
      const client = createClient({ ...options, fetch, waitForBudget })
      const rejection = expect(client.campaigns.list()).rejects.toMatchObject({ status: 429 })
      const ended = rejection.then(() => Date.now() / 1000)
      await passTime()
      expect([requests.length, await ended]).toEqual([times, seconds])
    },
  )

  test('a reset of 0 seconds waits one second', async () => {
    const { fetch, requests } = fakeFetch(over(0), over(0), json(200, []))
    const client = createClient({ ...options, fetch, waitForBudget: true })
    const answer = client.campaigns.list()
    await vi.advanceTimersByTimeAsync(999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1001)
    expect(await answer).toEqual([])
  })

  test('a wait longer than the maximum timer does not end early', async () => {
    const { fetch, requests } = fakeFetch(over(3_000_000), json(200, []))
    const client = createClient({ ...options, fetch, waitForBudget: true })
    const answer = client.campaigns.list()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(1)
    await vi.runAllTimersAsync()
    expect(await answer).toEqual([])
  })

  test.each(['of the call', 'of the client'])('a signal %s aborts the wait', async (whose) => {
    const { fetch, requests } = fakeFetch(over(60))
    const controller = new AbortController()
    const { signal } = controller
    const ofClient = whose === 'of the client'
    const client = createClient({
      ...options,
      fetch,
      waitForBudget: true,
      ...(ofClient ? { signal } : {}),
    })
    const answer = client.campaigns.list(ofClient ? {} : { signal })
    const rejection = expect(answer).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort(new Error('enough'))
    await rejection
    expect(vi.getTimerCount()).toBe(0)
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
