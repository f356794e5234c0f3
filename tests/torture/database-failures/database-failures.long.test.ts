import { expect, test } from 'vitest'
import { postgresPrograms } from '../../../testkit/postgres-cluster.ts'
import { runProgram } from '../../../testkit/run.ts'

test('while PostgreSQL fails, requests get a response within 5 s, and it recovers by itself with every acknowledged write', {
  timeout: 300_000,
  // Its limits of time are for a machine that is not busy with other tests.
  retry: 1,
}, async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  // One of each kind. The command runs all.
  const some = 'restarted (fast),primary silent,network reset,pool'
  const args = ['--parallel', '2', '--only', some]
  const { stdout, stderr } = await runProgram('tests/torture/database-failures/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).not.toContain('✗')
  expect(stdout).toMatch(/✓ restarted[\s\S]*passed\n$/)
})
