import { expect, test } from 'vitest'
import { problemsOf, withOperation } from './lint.ts'

const announced = { since: '2027-01-15', sunset: '2027-07-15', link: 'https://a.example/v2' }

const problems = (operation: object) => problemsOf('announced-end', withOperation(operation))

test('an operation without a deprecation, or with a complete one, is accepted', async () => {
  expect(await problems({})).toEqual([])
  expect(await problems({ deprecated: true, 'x-deprecation': announced })).toEqual([])
})

test.each<[object, string[]]>([
  [{ deprecated: true }, ['`deprecated: true` and `x-deprecation` must be used together.']],
  [
    { 'x-deprecation': announced },
    ['`deprecated: true` and `x-deprecation` must be used together.'],
  ],
  [
    { deprecated: true, 'x-deprecation': { ...announced, since: '2020' } },
    ['x-deprecation.since: must be a date, such as 2027-01-15.'],
  ],
  [
    { deprecated: true, 'x-deprecation': { ...announced, sunset: '2027-01-15' } },
    ['x-deprecation.sunset: must be later than `since`.'],
  ],
  [
    { deprecated: true, 'x-deprecation': { ...announced, link: 'http://a.example/' } },
    ['x-deprecation.link: must be an https URL.'],
  ],
])('%j is rejected', async (operation, messages) => {
  expect(await problems(operation)).toEqual(messages)
})
