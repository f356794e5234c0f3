import { expect, test } from 'vitest'
import { requireSuitable } from './migrate.ts'

test('PostgreSQL 15 and UTF-8 are needed', () => {
  expect(() => requireSuitable('150000', 'UTF8')).not.toThrow()
  expect(() => requireSuitable('149999', 'UTF8')).toThrow('PostgreSQL 15 or newer is needed')
  expect(() => requireSuitable('180000', 'LATIN1')).toThrow('its encoding is LATIN1')
})
