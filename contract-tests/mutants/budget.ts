import { at, headers, json, send } from './change-response.ts'
import { type ChangeResponse, type MutantResponse, mutantsOf } from './mutant.ts'

const numberIn = (name: string, response: MutantResponse) => Number(response.headers.get(name))

const remaining = (response: MutantResponse) => numberIn('ratelimit-remaining', response)

/** Sets headers to values computed from the response. */
const computed =
  (values: (response: MutantResponse) => Record<string, string | number | null>): ChangeResponse =>
  (response, request) =>
    headers(values(response))(response, request)

const withRemaining = (value: number) =>
  headers({ 'ratelimit-remaining': value, 'x-ratelimit-remaining': value })

/** Does not count the requests with one status: adds one to RateLimit-Remaining for each. */
const notCounting = (status: number) => ({
  change: () => {
    let uncounted = 0
    return (...[response, request]: Parameters<ChangeResponse>) => {
      if (response.status === status) uncounted++
      return withRemaining(remaining(response) + uncounted)(response, request)
    }
  },
})

const all = () => true

/** Mutants of the rate limit. */
export const budgetMutants = [
  ...mutantsOf('budget', '§8', {
    '429 responses lack RateLimit-Reset': at(429, headers({ 'ratelimit-reset': null })),
    '429 responses lack X-RateLimit-Limit': at(429, headers({ 'x-ratelimit-limit': null })),
    '401 responses lack RateLimit-Remaining': at(401, headers({ 'ratelimit-remaining': null })),
    '404 responses lack X-RateLimit-Reset': at(404, headers({ 'x-ratelimit-reset': null })),
    'X-RateLimit-Reset is in seconds from now': at(
      all,
      computed((response) => ({ 'x-ratelimit-reset': numberIn('ratelimit-reset', response) })),
    ),
    'X-RateLimit-Reset is in milliseconds': at(
      all,
      computed((response) => ({
        'x-ratelimit-reset': numberIn('x-ratelimit-reset', response) * 1000,
      })),
    ),
    'RateLimit-Reset is a Unix timestamp': at(
      all,
      computed((response) => ({ 'ratelimit-reset': numberIn('x-ratelimit-reset', response) })),
    ),
    'X-RateLimit-Remaining is one higher than RateLimit-Remaining': at(
      all,
      computed((response) => ({ 'x-ratelimit-remaining': remaining(response) + 1 })),
    ),
    'RateLimit-Reset is one second too high': at(
      (response) => numberIn('ratelimit-reset', response) !== 86_400,
      computed((response) => ({ 'ratelimit-reset': numberIn('ratelimit-reset', response) + 1 })),
    ),
    'The rate limit allows one request too many': { budget: (budget) => budget + 1 },
    'The rate limit allows one request too few': { budget: (budget) => budget - 1 },
    'The rate limit, once exceeded, is never restored': {
      change: () => {
        let spent: MutantResponse | undefined
        return (response) => {
          if (response.status === 429) spent = response
          return spent ?? response
        }
      },
    },
    'The window is fixed: all requests leave it at once': {
      change: () => {
        let wasSpent = false
        return (response, request) => {
          if (response.status === 429) wasSpent = true
          if (!wasSpent || response.status === 429) return response
          return withRemaining(numberIn('ratelimit-limit', response) - 1)(response, request)
        }
      },
    },
    'The product list is served over the rate limit': at('listProducts 429', json(200, [])),
  }),
  ...mutantsOf('budget', '§8, design decision 9', {
    'Requests rejected with 401 are not counted': notCounting(401),
    'Requests rejected with 404 are not counted': notCounting(404),
    'Requests rejected with 400 are not counted': notCounting(400),
    'Requests rejected with 429 extend the window': at(429, headers({ 'ratelimit-reset': 86_400 })),
  }),
  ...mutantsOf('budget', '§8, design decision 10', {
    'Requests with X-Forwarded-For have their own rate limit': at(
      (_, request) => request.headers.has('x-forwarded-for'),
      (response, request) => withRemaining(remaining(response) + 7)(response, request),
    ),
  }),
  ...mutantsOf('budget', 'design decision 7', {
    'The key is checked before the rate limit': at(
      ({ status }, { authorization }) => status === 429 && authorization === '',
      send(401, 'Unauthorized', 'text/html; charset=utf-8'),
    ),
  }),
  ...mutantsOf('budget', 'design decision 9', {
    '429 responses are plain text': at(429, send(429, 'Too many requests', 'text/plain')),
  }),
]

/** Mutants of responses to internal failures. */
export const faultMutants = [
  ...mutantsOf('faults', '§8', {
    '500 responses lack RateLimit-Limit': at(500, headers({ 'ratelimit-limit': null })),
  }),
  ...mutantsOf('faults', '§7', {
    '500 responses show the error and its source location': at(
      500,
      json(500, { message: 'Error: The fault switch was thrown at orders.ts:12' }),
    ),
    '500 responses are plain text': at(500, send(500, 'Internal server error', 'text/plain')),
    'createOrder returns 400 on an internal failure': at(
      'createOrder 500',
      json(400, { message: 'Request failed' }),
    ),
  }),
  ...mutantsOf('faults', '§7 rule 4', {
    '500 responses of webhook management have a different message': at(
      ({ status }, { path }) => status === 500 && path.startsWith('/v1/webhooks'),
      json(500, { message: 'Request failed' }),
    ),
  }),
]
