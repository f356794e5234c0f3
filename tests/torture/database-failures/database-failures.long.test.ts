import { expect, test } from 'vitest'
import { postgresPrograms } from '../../../testkit/postgres-cluster.ts'
import { runProgram } from '../../../testkit/run.ts'

test('while PostgreSQL fails, requests get a response within 5 s, and it recovers by itself with every acknowledged write', async ({
  skip,
}) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const args = ['--parallel', '4', '--only', '']
  const { stdout, stderr } = await runProgram('tests/torture/database-failures/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).not.toContain('✗')
  expect(stdout).toMatch(/✓ restarted[\s\S]*passed\n$/)
}, 300_000)
