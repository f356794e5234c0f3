import { expect, onTestFinished, test } from 'vitest'
import { postgresPrograms } from '../testkit/postgres-cluster.ts'
import { laws } from './laws/all.ts'
import { ownServerOn } from './own/own-server-on.ts'
import { Coverage } from './report/coverage.ts'
import { expectLawHolds, unseen } from './testing/expect-law-holds.ts'

test('all laws hold on PostgreSQL, and every declared response is seen', async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const coverage = new Coverage()
  const target = await ownServerOn('postgres')
  onTestFinished(target.stop)
  for (const law of laws) await expectLawHolds(law, { target, coverage, seed: 20_261_120, runs: 3 })
  expect(unseen(coverage)).toEqual([])
}, 240_000)
