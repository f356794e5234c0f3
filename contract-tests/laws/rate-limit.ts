import { type ApiRequest, type ApiResponse, must, mustBe, same } from '../support/api.ts'
import type { Laws } from '../support/law.ts'
import { allOperations, withPath } from '../support/requests.ts'

const number = ({ headers }: ApiResponse, name: string): number => Number(headers[name])

const remaining = (response: ApiResponse): number => number(response, 'ratelimit-remaining')
const reset = (response: ApiResponse): number => number(response, 'ratelimit-reset')

/** The rate limit's window (§8), in seconds. */
const window = 86_400

const probe: ApiRequest = { path: '/v1/auth' }

/** Requests with all kinds of responses. Each counts. */
const counted: ApiRequest[] = [
  probe,
  { path: '/v1/auth', key: null },
  { path: '/v1/nothing' },
  { method: 'DELETE', path: '/v1/orders/list' },
  { path: '/v1/orders/list?limit=0' },
  { path: '/v1/orders/unknown' },
  { method: 'HEAD', path: '/v1/auth' },
  { path: '/v1/nothing', key: null },
  // Any client can send these headers. Only a configured proxy is trusted (design decision 10).
  ...['x-forwarded-for', 'x-real-ip', 'forwarded'].map((name) => ({
    path: '/v1/auth',
    headers: { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' },
  })),
  {
    method: 'POST',
    path: '/v1/orders/cancel',
    headers: { 'content-type': 'application/json' },
    body: '{',
  },
  probe,
]

/** The server's clock may run, so a value in seconds can have fallen a little. */
const slack = 5

export const rateLimit: Laws = {
  'Every response under /v1 counts one request and reports it in both header formats': {
    source: '§8, design decisions 9 and 32',
    async run({ api, options }) {
      let before: ApiResponse | undefined
      // All keys of an address share its limit.
      const { otherKey = api.key } = options.server.controls ?? {}
      for (const request of [...counted, { ...probe, key: otherKey }, probe]) {
        const response = await api.send(request)
        const { headers } = response
        for (const name of ['limit', 'remaining'])
          same(
            headers[`x-ratelimit-${name}`],
            headers[`ratelimit-${name}`],
            `X-RateLimit-${name}`,
            response,
          )
        if (before) {
          same(remaining(response), remaining(before) - 1, 'RateLimit-Remaining', response)
          const id = headers['x-request-id']
          must(id !== before.headers['x-request-id'], 'X-Request-Id must be new', response)
          const limit = before.headers['ratelimit-limit']
          same(headers['ratelimit-limit'], limit, 'RateLimit-Limit', response)
        }
        before = response
      }
    },
  },
  'RateLimit-Reset is at most one day of seconds; X-RateLimit-Reset is the same Unix time': {
    source: '§8',
    async run({ api }) {
      // A program that the system has stopped for a while may send an old date once.
      await api.send(probe)
      const start = performance.now()
      const response = await api.send(probe)
      const elapsed = (performance.now() - start) / 1000
      const seconds = reset(response)
      must(
        seconds > 0 && seconds <= window,
        `RateLimit-Reset must be within a day: ${seconds}`,
        response,
      )
      const moment = number(response, 'x-ratelimit-reset')
      const date = Date.parse(String(response.headers.date ?? new Date().toUTCString())) / 1000
      must(
        Math.abs(moment - seconds - date) <= 5 + elapsed,
        `X-RateLimit-Reset must be ${date + seconds}, not ${moment}`,
        response,
      )
    },
  },
  'Over the limit, every operation returns 429 with the six headers, before the key is checked': {
    source: '§8, design decisions 7 and 9',
    needs: ['fresh'],
    shows: ['* 429'],
    run: (context) =>
      context.onFresh(3, async ({ api }) => {
        for (const left of [2, 1, 0]) {
          const response = mustBe(200, await api.send(probe))
          same(remaining(response), left, 'RateLimit-Remaining', response)
        }
        const requests = allOperations.flatMap(({ method, path }) =>
          [api.key, null].map((key) => ({ method, path: withPath(path), key })),
        )
        for (const request of [...requests, { path: '/v1/nothing' }]) {
          const response = mustBe(429, await api.send(request))
          const { 'ratelimit-remaining': left, 'ratelimit-limit': limit } = response.headers
          same([left, limit], ['0', '3'], 'RateLimit-Remaining and RateLimit-Limit', response)
        }
      }),
  },
  'Requests leave the window one by one; rejected requests are not counted': {
    source: '§8, design decision 9',
    needs: ['fresh', 'advance'],
    run: (context) =>
      context.onFresh(3, async ({ api, options }) => {
        /** Sends a request after some seconds. Throws unless its status and RateLimit-Reset are as expected. */
        const after = async (seconds: number, status: number, expected: number) => {
          await options.server.controls?.advance?.(seconds)
          const response = mustBe(status, await api.send(probe))
          const actual = reset(response)
          must(
            actual <= expected && actual > expected - slack,
            `RateLimit-Reset must be ${expected}, not ${actual}`,
            response,
          )
          return remaining(response)
        }
        await after(0, 200, window)
        await after(100, 200, window - 100)
        await after(50, 200, window - 150)
        // Rejected requests must not extend the window.
        for (let i = 0; i < 3; i++) await after(0, 429, window - 150)
        await after(window - 150 - 2 * slack, 429, 2 * slack)
        // The first request leaves the window, and the second is the oldest.
        same(await after(2 * slack, 200, 100), 0, 'RateLimit-Remaining')
        await after(0, 429, 100)
        same(await after(window, 200, window), 2, 'RateLimit-Remaining after one day')
      }),
  },
}
