import { expect, test } from 'vitest'
import { postgresPrograms } from '../testkit/postgres-cluster.ts'
import { runProgram } from '../testkit/run.ts'

test('laws and workflows run on PostgreSQL', async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const database = ['--database', 'postgres']
  const laws = ['--only', 'orders', '--runs', '5', ...database]
  const contract = await runProgram('contract-tests/main.ts', laws)
  expect(contract.stdout).toMatch(/ laws kept, 0 broken, 0 skipped/)
  const workflows = await runProgram('contract-tests/workflows/main.ts', database)
  expect(workflows.stdout).toMatch(/^(✓ .*\n)+$/)
  expect([contract.status, workflows.status]).toEqual([0, 0])
})
