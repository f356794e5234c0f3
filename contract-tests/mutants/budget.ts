import type { Mutant, Round, Said } from './mutant.ts'
import { changed, json, where } from './round.ts'

const remaining = ({ headers }: Said) => Number(headers.get('ratelimit-remaining'))

const withRemaining = (said: Said, value: number): Said =>
  changed(said, {
    set: { 'ratelimit-remaining': String(value), 'x-ratelimit-remaining': String(value) },
  })

const without = (name: string, status: number) =>
  where(
    (said) => said.status === status,
    (said) => changed(said, { set: { [name]: null } }),
  )

/** Does not count some requests: each that it does not count gives one back to all that follow. */
const notCounting = (is: (said: Said) => boolean) => (): Round => {
  let spared = 0
  return (said) => {
    if (is(said)) spared++
    return withRemaining(said, remaining(said) + spared)
  }
}

/** Mutants of the request budget. */
export const budgetMutants: Mutant[] = [
  ...[
    ['RateLimit-Reset', 429],
    ['X-RateLimit-Limit', 429],
    ['RateLimit-Remaining', 401],
    ['X-RateLimit-Reset', 404],
  ].map(
    ([name, status]): Mutant => ({
      breaks: `${status} has no ${name}`,
      source: '§8',
      area: 'budget',
      round: without(String(name), Number(status)),
    }),
  ),
  {
    breaks: '500 has no RateLimit-Limit',
    source: '§8',
    area: 'faults',
    round: without('RateLimit-Limit', 500),
  },
  {
    breaks: 'the legacy reset is in seconds from now',
    source: '§8',
    area: 'budget',
    round: () => (said) =>
      changed(said, { set: { 'x-ratelimit-reset': said.headers.get('ratelimit-reset') } }),
  },
  {
    breaks: 'the legacy reset is in milliseconds',
    source: '§8',
    area: 'budget',
    round: () => (said) =>
      changed(said, {
        set: { 'x-ratelimit-reset': `${said.headers.get('x-ratelimit-reset')}000` },
      }),
  },
  {
    breaks: 'RateLimit-Reset is a Unix time',
    source: '§8',
    area: 'budget',
    round: () => (said) =>
      changed(said, { set: { 'ratelimit-reset': said.headers.get('x-ratelimit-reset') } }),
  },
  {
    breaks: 'the legacy headers lag behind by one',
    source: '§8',
    area: 'budget',
    round: () => (said) =>
      changed(said, { set: { 'x-ratelimit-remaining': String(remaining(said) + 1) } }),
  },
  {
    breaks: 'the limit is off by one: one request too many gets through',
    source: '§8',
    area: 'budget',
    budget: (budget) => budget + 1,
  },
  {
    breaks: 'the limit is off by one: one request too few gets through',
    source: '§8',
    area: 'budget',
    budget: (budget) => budget - 1,
  },
  {
    breaks: 'whoever writes X-Forwarded-For has a budget of their own',
    source: '§8, design decision 10',
    area: 'budget',
    round: where(
      (_, { headers }) => headers.has('x-forwarded-for'),
      (said) => withRemaining(said, remaining(said) + 7),
    ),
  },
  {
    breaks: '401s are not counted',
    source: '§8, design decision 9',
    area: 'budget',
    round: notCounting(({ status }) => status === 401),
  },
  {
    breaks: 'unknown paths are not counted',
    source: '§8, design decision 9',
    area: 'budget',
    round: notCounting(({ status }) => status === 404),
  },
  {
    breaks: 'refused bodies are not counted',
    source: '§8, design decision 9',
    area: 'budget',
    round: notCounting(({ status }) => status === 400),
  },
  {
    breaks: 'the budget does not roll: once spent, it stays spent',
    source: '§8',
    area: 'budget',
    round: () => {
      let spent: Said | undefined
      return (said) => {
        if (said.status === 429) spent = said
        return spent ?? said
      }
    },
  },
  {
    breaks: 'the window is fixed: all requests leave it at once',
    source: '§8',
    area: 'budget',
    round: () => {
      let wasSpent = false
      return (said) => {
        if (said.status === 429) wasSpent = true
        if (!wasSpent || said.status === 429) return said
        return withRemaining(said, Number(said.headers.get('ratelimit-limit')) - 1)
      }
    },
  },
  {
    breaks: 'refused requests keep the window full',
    source: '§8, design decision 9',
    area: 'budget',
    round: where(
      ({ status }) => status === 429,
      (said) => changed(said, { set: { 'ratelimit-reset': '86400' } }),
    ),
  },
  {
    breaks: 'RateLimit-Reset is a second late',
    source: '§8',
    area: 'budget',
    round: where(
      ({ headers }) => headers.get('ratelimit-reset') !== '86400',
      (said) =>
        changed(said, {
          set: { 'ratelimit-reset': String(Number(said.headers.get('ratelimit-reset')) + 1) },
        }),
    ),
  },
  {
    breaks: 'the key is looked at before the budget',
    source: 'design decision 7',
    area: 'budget',
    round: where(
      ({ status }, { authorization }) => status === 429 && authorization === '',
      (said) =>
        changed(said, {
          status: 401,
          text: 'Unauthorized',
          set: { 'content-type': 'text/html; charset=utf-8' },
        }),
    ),
  },
  {
    breaks: '429 is plain text',
    source: 'design decision 9',
    area: 'budget',
    round: where(
      ({ status }) => status === 429,
      (said) => changed(said, { text: 'Too many requests', set: { 'content-type': 'text/plain' } }),
    ),
  },
  {
    breaks: 'over budget, lists are still answered',
    source: '§8',
    area: 'budget',
    round: where(
      ({ status }, { operation }) => status === 429 && operation === 'listProducts',
      (said) => json(said, 200, []),
    ),
  },
]

/** Mutants of answers to what nobody expected. */
export const faultMutants: Mutant[] = [
  {
    breaks: '500 shows the error and where it came from',
    source: '§7',
    area: 'faults',
    round: where(
      ({ status }) => status === 500,
      (said) => json(said, 500, { message: 'Error: The fault switch was thrown at orders.ts:12' }),
    ),
  },
  {
    breaks: '500 is plain text',
    source: '§7',
    area: 'faults',
    round: where(
      ({ status }) => status === 500,
      (said) =>
        changed(said, { text: 'Internal server error', set: { 'content-type': 'text/plain' } }),
    ),
  },
  {
    breaks: 'webhook management has a 500 of its own words',
    source: '§7 rule 4',
    area: 'faults',
    round: where(
      ({ status }, { path }) => status === 500 && path.startsWith('/v1/webhooks'),
      (said) => json(said, 500, { message: 'Request failed' }),
    ),
  },
  {
    breaks: 'a create that fails inside answers 400',
    source: '§7',
    area: 'faults',
    round: where(
      ({ status }, { operation }) => status === 500 && operation === 'createOrder',
      (said) => json(said, 400, { message: 'Request failed' }),
    ),
  },
]
