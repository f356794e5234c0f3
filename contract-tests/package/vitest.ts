import { beforeAll, describe, expect, test } from 'vitest'
import { type Area, laws } from '../laws/all.ts'
import { Coverage, excusedBy } from '../report/coverage.ts'
import { failureReport } from '../report/failure-report.ts'
import { randomSeed } from '../support/arguments.ts'
import { type Result, Run, type RunOptions } from '../support/run-laws.ts'
import type { Server } from '../support/server.ts'
import type { CheckOptions } from './index.ts'

/** Which laws are tested, and how. */
export type TestOptions = CheckOptions &
  Pick<RunOptions, 'leaveOut'> & {
    /** Only these areas. Default: all. */
    only?: readonly Area[] | undefined
    /** Whether error messages may differ from the document's examples where the specification does not fix them. */
    ownWords?: boolean | undefined
    /** The maximum duration of a law, in milliseconds. Default: 120,000. */
    timeout?: number | undefined
  }

/**
 * Defines a Vitest test for each law, and one that every declared response was seen. Skipped laws have their reason
 * as the note of the test. Each cause of failures is shown in full once, in the first test that it fails.
 * @param server the server, or a function that returns it before the first test
 * @example testLaws({ url: 'http://127.0.0.1:8080', key: 'mfk_…' })
 */
export const testLaws = (
  server: Server | (() => Server | Promise<Server>),
  {
    seed = randomSeed(),
    runs = 20,
    only,
    leaveOut = {},
    ownWords = false,
    timeout = 120_000,
  }: TestOptions = {},
): void => {
  const areas: readonly string[] | undefined = only
  const selected = laws.filter(({ area }) => areas?.includes(area) ?? true)
  const coverage = new Coverage(ownWords)
  const results: Result[] = []
  const reported = new Map<string, string>()
  const again = `testLaws with { seed: ${seed}, runs: ${runs} }`

  describe('the contract', { concurrent: false }, () => {
    let given: Server
    let run: Run
    beforeAll(async () => {
      given = typeof server === 'function' ? await server() : server
      const observe = coverage.see.bind(coverage)
      run = new Run({ server: given, seed, runs, leaveOut, observe })
      await run.checkServer()
    }, timeout)

    for (const law of selected)
      test(`${law.area}: ${law.promise}`, { timeout }, async ({ skip }) => {
        const hadEnded = run.ended !== undefined
        const result = await run.check(law)
        results.push(result)
        if (run.ended !== undefined && !hadEnded) expect.fail(run.ended)
        if (result.skipped !== undefined) skip(result.skipped)
        const { findings } = result
        const added = findings.filter(({ cause }) => !reported.has(cause))
        for (const { cause } of added) reported.set(cause, law.promise)
        if (added.length > 0)
          expect.fail(failureReport({ ...result, findings: added }, given, again))
        for (const { cause } of findings) expect.fail(`${cause} (as in “${reported.get(cause)}”)`)
      })

    test('every declared response was seen', ({ skip }) => {
      if (results.length < laws.length || Object.keys(leaveOut).length > 0)
        skip('only some laws were tested')
      if (reported.size > 0) skip('laws are broken')
      expect(coverage.unseen(excusedBy(given, results, false))).toEqual([])
    })
  })
}
