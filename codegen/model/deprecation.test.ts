import { expect, test } from 'vitest'
import { deprecationHeaders } from './deprecation.ts'

let found: string[] = []
const headersOf = (announced: unknown) => {
  found = []
  return deprecationHeaders(announced, (message) => found.push(message))
}

test('a deprecation is announced in the standard headers', () => {
  expect(
    headersOf({
      since: '2026-01-15',
      sunset: '2026-07-15',
      link: 'https://library.example/end',
    }),
  ).toEqual({
    Deprecation: '@1768435200',
    Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
    Link: '<https://library.example/end>; rel="deprecation"',
  })
  expect(headersOf({ since: '2026-01-15' })).toEqual({ Deprecation: '@1768435200' })
  expect(headersOf(undefined)).toBeUndefined()
  expect(found).toEqual([])
})

test.each([
  [{ since: 'soon' }, 'since'],
  ['soon', 'value'],
])('an x-deprecation that is not valid is reported: %j', (announced, part) => {
  expect(headersOf(announced)).toBeUndefined()
  expect(found).toEqual([`\`x-deprecation\` whose ${part} is not valid is ignored`])
})
