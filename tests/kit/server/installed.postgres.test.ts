import { expect, test } from 'vitest'
import { postgresPrograms } from '../postgres-cluster.ts'

test('tests run on PostgreSQL too', ({ skip }) => {
  if (postgresPrograms === undefined) skip('PostgreSQL 15 or newer is not installed')
  expect(postgresPrograms).toBeDefined()
})
