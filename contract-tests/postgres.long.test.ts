import { expect, onTestFinished, test } from 'vitest'
import { postgresPrograms } from '../testkit/postgres-cluster.ts'
import { runProgram } from '../testkit/run.ts'
import { laws } from './laws/all.ts'
import { ownServer } from './own/own-server.ts'
import { Coverage } from './report/coverage.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'

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

test('all laws hold on PostgreSQL, and every declared response is seen', async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const coverage = new Coverage()
  const target = await ownServer('postgres')
  onTestFinished(target.stop)
  for (const law of laws) await expectLawHolds(law, { target, coverage, seed: 20_261_120, runs: 3 })
  expect(coverage.unseen()).toEqual([])
}, 240_000)
