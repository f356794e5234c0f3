import type { Api, ApiRequest, ApiResponse } from '../support/api.ts'
import { must, same } from '../support/assertions.ts'
import type { AreaLaw, Law } from '../support/law.ts'
import { allOperations } from '../support/requests.ts'

const number = ({ headers }: ApiResponse, name: string): number => Number(headers[name])

const remaining = (response: ApiResponse): number => number(response, 'ratelimit-remaining')
const reset = (response: ApiResponse): number => number(response, 'ratelimit-reset')

/** The rate limit's window (§8), in seconds. */
const window = 86_400

const probe: ApiRequest = { path: '/v1/auth' }

/** Uses up the rate limit. Returns the last response within it. */
const useUp = async (api: Api, budget: number): Promise<ApiResponse> => {
  let last = await api.send(probe)
  for (let i = 1; i < budget; i++) last = await api.send(probe)
  same([last.status, remaining(last)], [200, 0], 'the status and RateLimit-Remaining', last)
  return last
}

const second = (): number => Math.floor(Date.now() / 1000)

/** The maximum number of attempts to run a law within one second. */
const maxAttempts = 10

/**
 * Repeats a law that fails if the clock's second changed during the run. The server's clock may run, so
 * values in seconds are exact only within one second.
 */
const withinOneSecond =
  (run: Law['run']): Law['run'] =>
  async (context) => {
    for (let attempt = 1; ; attempt++) {
      const began = second()
      try {
        return await run(context)
      } catch (error) {
        if (second() === began || attempt === maxAttempts) throw error
      }
    }
  }

export const budget: AreaLaw[] = [
  {
    promise: 'Every response under /v1 counts one request and reports it in both header formats',
    source: '§8, design decisions 9 and 32',
    run: async ({ api }) => {
      const requests: ApiRequest[] = [
        probe,
        { path: '/v1/auth', key: null },
        { path: '/v1/nothing' },
        { method: 'DELETE', path: '/v1/orders/list' },
        { path: '/v1/orders/list?limit=0' },
        { path: '/v1/orders/unknown' },
        { method: 'HEAD', path: '/v1/auth' },
        { path: '/v1/nothing', key: null },
        // Any client can send this header. Only a configured proxy is trusted (design decision 10).
        { path: '/v1/auth', headers: { 'x-forwarded-for': '203.0.113.9' } },
        {
          method: 'POST',
          path: '/v1/orders/cancel',
          headers: { 'content-type': 'application/json' },
          body: '{',
        },
        probe,
      ]
      let before: ApiResponse | undefined
      for (const request of requests) {
        const response = await api.send(request)
        for (const name of ['limit', 'remaining'])
          same(
            response.headers[`x-ratelimit-${name}`],
            response.headers[`ratelimit-${name}`],
            `X-RateLimit-${name}`,
            response,
          )
        if (before) {
          same(remaining(response), remaining(before) - 1, 'RateLimit-Remaining', response)
          same(
            number(response, 'ratelimit-limit'),
            number(before, 'ratelimit-limit'),
            'RateLimit-Limit',
            response,
          )
        }
        before = response
      }
    },
  },
  {
    promise:
      'RateLimit-Reset is in seconds, at most one day; X-RateLimit-Reset is the same time as a Unix timestamp',
    source: '§8',
    run: async ({ api }) => {
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
        // A program that the system stops for a while sends a date of before.
        Math.abs(moment - seconds - date) <= 5 + elapsed,
        `X-RateLimit-Reset must be ${date + seconds}, not ${moment}`,
        response,
      )
    },
  },
  {
    promise:
      'Over the limit, every operation returns 429 with a message and the six headers, before the key is checked',
    source: '§8, design decisions 7 and 9',
    needs: ['fresh'],
    shows: ['* 429'],
    run: (context) =>
      context.onFresh(3, async ({ api }) => {
        const last = await useUp(api, 3)
        const limit = last.headers['ratelimit-limit']
        for (const { method, path } of allOperations)
          for (const key of [api.key, null]) {
            const there = path.replaceAll(/\{[^}]+\}/g, 'some-id')
            const response = await api.send({ method, path: there, key })
            same(response.status, 429, 'the status', response)
            same(remaining(response), 0, 'RateLimit-Remaining', response)
            same(response.headers['ratelimit-limit'], limit, 'RateLimit-Limit', response)
          }
        const elsewhere = await api.send({ path: '/v1/nothing' })
        same(elsewhere.status, 429, 'the status', elsewhere)
      }),
  },
  {
    promise:
      'Requests leave the window one by one, to the second; rejected requests are not counted',
    source: '§8, design decision 9',
    needs: ['fresh', 'advance'],
    run: withinOneSecond((context) =>
      context.onFresh(3, async ({ api, options }) => {
        const advance = async (seconds: number) => options.target.controls.advance?.(seconds)
        same(reset(await api.send(probe)), window, 'RateLimit-Reset of the first request')
        await advance(100)
        const second = await api.send(probe)
        same(reset(second), window - 100, 'RateLimit-Reset after 100 seconds', second)
        await advance(50)
        await api.send(probe)
        // Rejected requests must not extend the window.
        for (let i = 0; i < 3; i++) {
          const over = await api.send(probe)
          same(
            [over.status, reset(over)],
            [429, window - 150],
            'the status and RateLimit-Reset',
            over,
          )
        }
        await advance(window - 151)
        const early = await api.send(probe)
        same(
          [early.status, reset(early)],
          [429, 1],
          'the status and RateLimit-Reset one second before the first request leaves the window',
          early,
        )
        await advance(1)
        const rolled = await api.send(probe)
        same(
          [rolled.status, remaining(rolled)],
          [200, 0],
          'the status and RateLimit-Remaining after the first request left the window',
          rolled,
        )
        same(reset(rolled), 100, 'RateLimit-Reset, when the second request is the oldest,', rolled)
        const again = await api.send(probe)
        same(again.status, 429, 'the status, when the freed request is used,', again)
        await advance(window)
        const empty = await api.send(probe)
        same(
          [empty.status, remaining(empty)],
          [200, 2],
          'the status and RateLimit-Remaining after one day',
          empty,
        )
      }),
    ),
  },
]
