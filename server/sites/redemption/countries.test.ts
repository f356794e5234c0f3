import { expect, test } from 'vitest'
import { countries } from './countries.ts'

test('each country has a name of its own, and they are sorted', () => {
  expect(countries.size).toBe(249)
  const names = [...countries.values()]
  expect(new Set(names).size).toBe(249)
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(names.at(0)).toBe('Afghanistan')
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'))
  expect(countries.get('GB')).toBe('United Kingdom')
})
