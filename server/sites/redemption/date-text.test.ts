import { expect, test } from 'vitest'
import { closingTime, endText } from './redemption-page.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

test.each([
  ['2027-06-08T10:00:00Z', '8 June 2027 (in 200 days)'],
  ['2026-11-22T10:00:00Z', '22 November 2026 (in 2 days)'],
  ['2026-11-22T09:59:59Z', '22 November 2026 at 09:59 UTC (in 47 hours)'],
  ['2026-11-20T12:00:00Z', '20 November 2026 at 12:00 UTC (in 2 hours)'],
  ['2026-11-20T11:59:00Z', '20 November 2026 at 11:59 UTC (in 119 minutes)'],
  ['2026-11-20T10:00:01Z', '20 November 2026 at 10:00 UTC (in 1 minute)'],
])('until %s: %s', (end, words) => {
  expect(endText(Date.parse(end), now)).toBe(words)
})

const first = '2026-11-20T10:00:00.000Z'
const second = '2026-11-21T10:00:00.000Z'

test.each([
  [[], undefined],
  [['', 'never'], undefined],
  [[first], first],
  [['', second], second],
  [[second, first], first],
])('of %j, the first time is %s', (timestamps, closing) => {
  const time = closingTime(...timestamps)
  expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(closing)
})
