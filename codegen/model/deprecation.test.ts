import { expect, test } from 'vitest'
import { deprecationHeaders, deprecationLoss } from './deprecation.ts'

test('an end is announced by the standards’ headers', () => {
  expect(
    deprecationHeaders({
      since: '2026-01-15',
      sunset: '2026-07-15',
      link: 'https://library.example/end',
    }),
  ).toEqual({
    Deprecation: '@1768435200',
    Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
    Link: '<https://library.example/end>; rel="deprecation"',
  })
  expect(deprecationHeaders({ since: '2026-01-15' })).toEqual({ Deprecation: '@1768435200' })
  expect(deprecationHeaders(undefined)).toBeUndefined()
})

test('one that could not be announced is named', () => {
  expect(deprecationLoss({ since: '2026-01-15' })).toBeUndefined()
  expect(deprecationLoss({ since: 'soon' })).toBe(
    '`x-deprecation` whose since is not what it must be',
  )
  expect(deprecationLoss('soon')).toBe('`x-deprecation` whose value is not what it must be')
})
