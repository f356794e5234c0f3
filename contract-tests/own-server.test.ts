import { afterAll, beforeAll, expect, test } from 'vitest'
import { laws } from './laws/all.ts'
import { ownServer } from './own/own-server.ts'
import { Coverage } from './report/coverage.ts'
import { failureReport } from './support/failure-report.ts'
import { runLaws } from './support/run-laws.ts'
import type { Running } from './support/target.ts'

const seed = 20_261_120
const runs = 25
const coverage = new Coverage()
let target: Running

beforeAll(async () => {
  target = await ownServer()
})
afterAll(() => target.stop())

test.each(laws.map((law) => [law.area, law.promise, law] as const))(
  '%s: %s',
  async (_, __, law) => {
    const recorder = { answered: coverage.see.bind(coverage) }
    const [result] = await runLaws([law], { target, seed, runs, recorder })
    const outcome = result?.outcome
    if (outcome?.kind === 'broken')
      expect.fail(failureReport({ law, error: outcome.error, target, seed, runs }))
    expect(outcome).toEqual({ kind: 'kept' })
  },
)

test('every answer that the document declares was seen', () => {
  const unseen = coverage
    .unobserved()
    .map(({ operation, status, example }) => [operation, status, example])
  expect(coverage.rows.length).toBeGreaterThan(150)
  expect(unseen).toEqual([])
})
