import { expect, test } from 'vitest'
import { postgresPrograms } from '../../../testkit/postgres-cluster.ts'
import { runProgram } from '../../../testkit/run.ts'

test('nodes behind a proxy keep the contract, race correctly and survive failures of PostgreSQL', {
  timeout: 300_000,
  // Its limits of time are for a machine that is not busy with other tests.
  retry: 1,
}, async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const args = ['--rounds', '3']
  const { status, stdout, stderr } = await runProgram('tests/torture/nodes/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
})
