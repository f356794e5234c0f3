import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { ApiError, createClient, isApiError, isUncertain } from './index.ts'
import { answering, budget, json } from './testing/answers.ts'
import { called, everyCall, reads } from './testing/every-call.ts'

const options = { baseUrl: 'https://api.example.com', apiKey: 'k'.repeat(96) }
const writes = called.filter((id) => !reads.includes(id))

const errorOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('it was answered')
    },
    (error: unknown) => {
      if (isApiError(error)) return error
      throw error
    },
  )

describe('one error for every answer that is not the one that was asked for', () => {
  const html = { 'Content-Type': 'text/html; charset=utf-8' }

  test.each<[string, Response, Partial<ApiError>]>([
    [
      'the 401, which is plain text',
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
      'a body that does not validate',
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
    ['nothing', new Response('', { status: 500 }), { status: 500, message: 'The status is 500' }],
    [
      'JSON without a message',
      json(500, { message: 7, errors: 'none' }),
      { status: 500, message: 'The status is 500', errors: [] },
    ],
    ['JSON that is no object', json(500, null), { status: 500, message: 'The status is 500' }],
    [
      'a success that is no JSON',
      new Response('<h1>Log in</h1>', { status: 200, headers: html }),
      { status: 200, message: 'The answer is not JSON: is baseUrl where the service is?' },
    ],
    [
      'a success that is cut off',
      new Response('[{"id":', { status: 200 }),
      { status: 200, message: 'The answer is not JSON: is baseUrl where the service is?' },
    ],
    [
      'a success without a body',
      new Response('', { status: 200, headers: { 'Content-Length': '0' } }),
      { status: 200, message: 'The answer is not JSON: is baseUrl where the service is?' },
    ],
    [
      'a redirect',
      new Response(null, { status: 308, headers: { Location: 'https://other.example.com/' } }),
      { status: 308, message: 'The answer is a redirect: is baseUrl where the service is?' },
    ],
  ])('%s', async (_, response, expected) => {
    const { fetch, requests } = answering(response)
    const error = await errorOf(createClient({ ...options, fetch }).orders.get('ord_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ ...expected, operation: 'getOrder' })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.redirect).toBe('manual')
  })

  test('what never became an answer is thrown as fetch throws it', async () => {
    const broken = new TypeError('fetch failed')
    const { fetch } = answering(broken)
    await expect(createClient({ ...options, fetch }).campaigns.list()).rejects.toBe(broken)
  })

  test('its status narrows it', async () => {
    const { fetch } = answering(json(404, { message: 'Order not found' }))
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

  test('the key is nowhere in it', async () => {
    const { fetch } = answering(json(500, { message: 'Internal server error' }))
    const error = await errorOf(createClient({ ...options, fetch }).campaigns.list())
    expect(`${JSON.stringify(error)}${error.stack}`).not.toContain(options.apiKey)
  })
})

test('whether a write may have been done', async () => {
  const after = async (answer: Response | Error) => {
    const { fetch } = answering(answer)
    const client = createClient({ ...options, fetch })
    return isUncertain(await client.orders.cancel({ orderId: 'x' }).catch((error) => error))
  }
  for (const status of [400, 401, 404, 429]) expect(await after(json(status, {}))).toBe(false)
  for (const status of [500, 502, 503, 504]) expect(await after(json(status, {}))).toBe(true)
  expect(await after(new TypeError('fetch failed'))).toBe(true)
  expect(await after(new DOMException('The operation timed out', 'TimeoutError'))).toBe(true)
  expect(await after(new Response('{"id":', { status: 201 }))).toBe(true)
})

describe('the budget', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const over = (reset: number) => json(429, { message: 'Too many requests' }, budget(0, reset))

  test('the latest answer says what is left', async () => {
    const { fetch } = answering(
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

  test.each(reads)('%s waits as the answer says, each time', async (id) => {
    const { fetch, requests } = answering(over(30), over(10), json(200, {}))
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

  test.each(writes)('%s is never sent twice, whatever comes of it', async (id) => {
    for (const answer of [over(1), json(500, {}), new TypeError('fetch failed')]) {
      const { fetch, requests } = answering(answer)
      const client = createClient({ ...options, fetch, waitForBudget: true })
      const refused = expect(everyCall(client)[id]()).rejects.toBeInstanceOf(Error)
      await vi.runAllTimersAsync()
      await refused
      expect(requests).toHaveLength(1)
    }
  })

  test.each<[string, Response | Error]>([
    ['400', json(400, { message: 'No' }, budget(5, 1))],
    ['500', json(500, { message: 'Internal server error' }, budget(5, 1))],
    ['a connection that broke', new TypeError('fetch failed')],
    ['429 that does not say how long', json(429, { message: 'Slow down' })],
  ])('a read is not repeated after %s', async (_, answer) => {
    const { fetch, requests } = answering(answer)
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
    'with waitForBudget %s it asks %d times, and waits %d seconds in all',
    async (waitForBudget, times, seconds) => {
      const { fetch, requests } = answering(over(60))
      const client = createClient({ ...options, fetch, waitForBudget })
      const refused = expect(client.campaigns.list()).rejects.toMatchObject({ status: 429 })
      await vi.runAllTimersAsync()
      await refused
      expect([requests.length, Date.now() / 1000]).toEqual([times, seconds])
    },
  )

  test('a reset of no time at all is not asked for without end', async () => {
    const { fetch, requests } = answering(over(0), over(0), json(200, []))
    const client = createClient({ ...options, fetch, waitForBudget: true })
    const answer = client.campaigns.list()
    await vi.advanceTimersByTimeAsync(999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1001)
    expect(await answer).toEqual([])
  })

  test('who waits longer than timers can is not woken early', async () => {
    const { fetch, requests } = answering(over(3_000_000), json(200, []))
    const client = createClient({ ...options, fetch, waitForBudget: true })
    const answer = client.campaigns.list()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(1)
    await vi.runAllTimersAsync()
    expect(await answer).toEqual([])
  })

  test.each(['of the call', 'of the client'])('a signal %s ends the wait', async (whose) => {
    const { fetch, requests } = answering(over(60))
    const ending = new AbortController()
    const { signal } = ending
    const ofClient = whose === 'of the client'
    const client = createClient({
      ...options,
      fetch,
      waitForBudget: true,
      ...(ofClient ? { signal } : {}),
    })
    const answer = client.campaigns.list(ofClient ? {} : { signal })
    const refused = expect(answer).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(1000)
    ending.abort(new Error('enough'))
    await refused
    expect(vi.getTimerCount()).toBe(0)
    expect(requests).toHaveLength(1)
  })
})

test('a signal ends a request that is under way', async () => {
  const ending = new AbortController()
  const client = createClient({
    ...options,
    fetch: (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
        ending.abort(new Error('enough'))
      }),
  })
  await expect(client.orders.list({}, { signal: ending.signal })).rejects.toThrow('enough')
})
