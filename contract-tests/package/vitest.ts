import { beforeAll, describe, expect, test } from 'vitest'
import { laws } from '../laws/all.ts'
import { Coverage, excusedBy } from '../report/coverage.ts'
import { failureReport } from '../report/failure.ts'
import { randomSeed } from '../support/program.ts'
import { type Result, runLaws, type Selection, selectLaws } from '../support/run-laws.ts'
import { checkTarget, type Server, type Target, targetOf } from '../support/target.ts'
import type { CheckOptions } from './index.ts'

/** Which laws are tested, and how. */
export type TestOptions = Selection &
  CheckOptions & {
    /** Whether error messages may differ from the document's examples where the specification does not fix them. */
    ownWords?: boolean | undefined
    /** The maximum duration of a law, in milliseconds. Default: 120,000. */
    timeout?: number | undefined
  }

/**
 * Defines a Vitest test for each law, and one that every declared response was seen. Skipped laws have their reason
 * as the note of the test.
 * @param server the server, or a function that returns it before the first test
 * @throws {Error} when a law to leave out does not exist or has no reason.
 */
export const testLaws = (
  server: Server | (() => Server | Promise<Server>),
  {
    seed = randomSeed(),
    runs = 20,
    ownWords = false,
    timeout = 120_000,
    ...selection
  }: TestOptions = {},
): void => {
  const selected = selectLaws(laws, selection)
  const coverage = new Coverage(ownWords)
  const results: Result[] = []
  const again = `testLaws with { seed: ${seed}, runs: ${runs} }`

  describe('the contract', { concurrent: false }, () => {
    let target: Target
    beforeAll(async () => {
      target = targetOf(typeof server === 'function' ? await server() : server)
      await checkTarget(target)
    }, timeout)

    for (const law of selected)
      test(`${law.area}: ${law.promise}`, { timeout }, async ({ skip }) => {
        const recorder = { received: coverage.see.bind(coverage) }
        const [result] = await runLaws([law], { target, seed, runs, recorder })
        if (!result) return
        results.push(result)
        const { outcome } = result
        if (outcome.kind === 'skipped') skip(outcome.reason)
        if (outcome.kind === 'broken')
          expect.fail(failureReport({ law, error: outcome.error, target, seed, again }))
      })

    test('every declared response was seen', ({ skip }) => {
      const isPartial =
        results.length < laws.length || selected.some(({ leftOut }) => leftOut !== undefined)
      if (isPartial) skip('only some laws were tested')
      const unobserved = coverage.unobserved(excusedBy(target, results, isPartial))
      expect(
        unobserved.map(({ operation, status, example }) => `${operation} ${status} ${example}`),
      ).toEqual([])
    })
  })
}
