import { expect, test } from 'vitest'
import { hasCitus } from '../citus-cluster.ts'

test('tests run on Citus too', ({ skip }) => {
  if (!hasCitus) skip('the extension Citus of PostgreSQL is not installed')
  expect(hasCitus).toBe(true)
})
