import { expect, inject, onTestFinished, test } from 'vitest'
import { laws } from './laws/all.ts'
import { startMock } from './own/mock-target.ts'
import { Coverage } from './report/coverage.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'

const runs = inject('isThorough') ? 25 : 1

test('the stateful mock keeps every law of the server, and has every declared response', async () => {
  const target = await startMock({ stateful: true })
  onTestFinished(target.stop)
  const coverage = new Coverage()
  for (const law of laws) await expectLawHolds(law, { target, coverage, seed: 20_261_120, runs })
  expect(coverage.unseen()).toEqual([])
}, 600_000)
