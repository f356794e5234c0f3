import { changed, json, where } from './change-response.ts'
import type { ChangeResponse, Mutant, MutantResponse } from './mutant.ts'

const remaining = ({ headers }: MutantResponse) => Number(headers.get('ratelimit-remaining'))

const withRemaining = (response: MutantResponse, value: number): MutantResponse =>
  changed(response, {
    set: { 'ratelimit-remaining': String(value), 'x-ratelimit-remaining': String(value) },
  })

const without = (name: string, status: number) =>
  where(
    (response) => response.status === status,
    (response) => changed(response, { set: { [name]: null } }),
  )

/** Does not count some requests: adds one to RateLimit-Remaining for each. */
const notCounting = (is: (response: MutantResponse) => boolean) => (): ChangeResponse => {
  let uncounted = 0
  return (response) => {
    if (is(response)) uncounted++
    return withRemaining(response, remaining(response) + uncounted)
  }
}

/** Mutants of the rate limit. */
export const budgetMutants: Mutant[] = [
  ...[
    ['RateLimit-Reset', 429],
    ['X-RateLimit-Limit', 429],
    ['RateLimit-Remaining', 401],
    ['X-RateLimit-Reset', 404],
  ].map(
    ([name, status]): Mutant => ({
      breaks: `${status} responses lack ${name}`,
      source: '§8',
      area: 'budget',
      change: without(String(name), Number(status)),
    }),
  ),
  {
    breaks: '500 responses lack RateLimit-Limit',
    source: '§8',
    area: 'faults',
    change: without('RateLimit-Limit', 500),
  },
  {
    breaks: 'X-RateLimit-Reset is in seconds from now',
    source: '§8',
    area: 'budget',
    change: () => (response) =>
      changed(response, { set: { 'x-ratelimit-reset': response.headers.get('ratelimit-reset') } }),
  },
  {
    breaks: 'X-RateLimit-Reset is in milliseconds',
    source: '§8',
    area: 'budget',
    change: () => (response) =>
      changed(response, {
        set: { 'x-ratelimit-reset': `${response.headers.get('x-ratelimit-reset')}000` },
      }),
  },
  {
    breaks: 'RateLimit-Reset is a Unix timestamp',
    source: '§8',
    area: 'budget',
    change: () => (response) =>
      changed(response, { set: { 'ratelimit-reset': response.headers.get('x-ratelimit-reset') } }),
  },
  {
    breaks: 'X-RateLimit-Remaining is one higher than RateLimit-Remaining',
    source: '§8',
    area: 'budget',
    change: () => (response) =>
      changed(response, { set: { 'x-ratelimit-remaining': String(remaining(response) + 1) } }),
  },
  {
    breaks: 'The rate limit allows one request too many',
    source: '§8',
    area: 'budget',
    budget: (budget) => budget + 1,
  },
  {
    breaks: 'The rate limit allows one request too few',
    source: '§8',
    area: 'budget',
    budget: (budget) => budget - 1,
  },
  {
    breaks: 'Requests with X-Forwarded-For have their own rate limit',
    source: '§8, design decision 10',
    area: 'budget',
    change: where(
      (_, { headers }) => headers.has('x-forwarded-for'),
      (response) => withRemaining(response, remaining(response) + 7),
    ),
  },
  {
    breaks: 'Requests rejected with 401 are not counted',
    source: '§8, design decision 9',
    area: 'budget',
    change: notCounting(({ status }) => status === 401),
  },
  {
    breaks: 'Requests rejected with 404 are not counted',
    source: '§8, design decision 9',
    area: 'budget',
    change: notCounting(({ status }) => status === 404),
  },
  {
    breaks: 'Requests rejected with 400 are not counted',
    source: '§8, design decision 9',
    area: 'budget',
    change: notCounting(({ status }) => status === 400),
  },
  {
    breaks: 'The rate limit, once exceeded, is never restored',
    source: '§8',
    area: 'budget',
    change: () => {
      let spent: MutantResponse | undefined
      return (response) => {
        if (response.status === 429) spent = response
        return spent ?? response
      }
    },
  },
  {
    breaks: 'The window is fixed: all requests leave it at once',
    source: '§8',
    area: 'budget',
    change: () => {
      let wasSpent = false
      return (response) => {
        if (response.status === 429) wasSpent = true
        if (!wasSpent || response.status === 429) return response
        return withRemaining(response, Number(response.headers.get('ratelimit-limit')) - 1)
      }
    },
  },
  {
    breaks: 'Requests rejected with 429 extend the window',
    source: '§8, design decision 9',
    area: 'budget',
    change: where(
      ({ status }) => status === 429,
      (response) => changed(response, { set: { 'ratelimit-reset': '86400' } }),
    ),
  },
  {
    breaks: 'RateLimit-Reset is one second too high',
    source: '§8',
    area: 'budget',
    change: where(
      ({ headers }) => headers.get('ratelimit-reset') !== '86400',
      (response) =>
        changed(response, {
          set: { 'ratelimit-reset': String(Number(response.headers.get('ratelimit-reset')) + 1) },
        }),
    ),
  },
  {
    breaks: 'The key is checked before the rate limit',
    source: 'design decision 7',
    area: 'budget',
    change: where(
      ({ status }, { authorization }) => status === 429 && authorization === '',
      (response) =>
        changed(response, {
          status: 401,
          text: 'Unauthorized',
          set: { 'content-type': 'text/html; charset=utf-8' },
        }),
    ),
  },
  {
    breaks: '429 responses are plain text',
    source: 'design decision 9',
    area: 'budget',
    change: where(
      ({ status }) => status === 429,
      (response) =>
        changed(response, { text: 'Too many requests', set: { 'content-type': 'text/plain' } }),
    ),
  },
  {
    breaks: 'The product list is served over the rate limit',
    source: '§8',
    area: 'budget',
    change: where(
      ({ status }, { operation }) => status === 429 && operation === 'listProducts',
      (response) => json(response, 200, []),
    ),
  },
]

/** Mutants of responses to internal failures. */
export const faultMutants: Mutant[] = [
  {
    breaks: '500 responses show the error and its source location',
    source: '§7',
    area: 'faults',
    change: where(
      ({ status }) => status === 500,
      (response) =>
        json(response, 500, { message: 'Error: The fault switch was thrown at orders.ts:12' }),
    ),
  },
  {
    breaks: '500 responses are plain text',
    source: '§7',
    area: 'faults',
    change: where(
      ({ status }) => status === 500,
      (response) =>
        changed(response, { text: 'Internal server error', set: { 'content-type': 'text/plain' } }),
    ),
  },
  {
    breaks: '500 responses of webhook management have a different message',
    source: '§7 rule 4',
    area: 'faults',
    change: where(
      ({ status }, { path }) => status === 500 && path.startsWith('/v1/webhooks'),
      (response) => json(response, 500, { message: 'Request failed' }),
    ),
  },
  {
    breaks: 'createOrder returns 400 on an internal failure',
    source: '§7',
    area: 'faults',
    change: where(
      ({ status }, { operation }) => status === 500 && operation === 'createOrder',
      (response) => json(response, 400, { message: 'Request failed' }),
    ),
  },
]
