import { expect, test } from 'vitest'
import { deprecationHeaders, unsupportedDeprecation } from './deprecation.ts'

test('a deprecation is announced in the standard headers', () => {
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

test('an x-deprecation that is not valid is reported', () => {
  expect(unsupportedDeprecation({ since: '2026-01-15' })).toBeUndefined()
  expect(unsupportedDeprecation({ since: 'soon' })).toBe('`x-deprecation` whose since is not valid')
  expect(unsupportedDeprecation('soon')).toBe('`x-deprecation` whose value is not valid')
})
