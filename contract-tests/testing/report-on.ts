import { onTestFinished } from 'vitest'
import { laws } from '../laws/all.ts'
import { type Change, startMutant } from '../mutants/changes.ts'
import { startOwnServer } from '../own/own-server.ts'
import type { Template } from '../own/template.ts'
import { Coverage } from '../report/coverage.ts'
import { makeReport, type Report } from '../report/report.ts'
import { Run, type RunOptions } from '../support/run-laws.ts'

type Options = Partial<Pick<RunOptions, 'limits' | 'leaveOut'>> & {
  /** Selects the laws, by area and promise. */
  only: RegExp
}

/** Runs laws on our server with a planted violation, and returns the report. */
export const reportOn = async (
  template: Template,
  change: Change,
  { only, ...options }: Options,
): Promise<Report> => {
  const server = await startMutant(await startOwnServer({ template }), change)
  onTestFinished(server.stop)
  const coverage = new Coverage()
  const run = new Run({
    server,
    seed: 7,
    runs: 20,
    ...options,
    observe: (each) => coverage.see(each),
  })
  const results = []
  for (const law of laws)
    if (only.test(`${law.area}: ${law.promise}`)) results.push(await run.check(law))
  const again = (area: string) => `the same seed and ${area}`
  return makeReport({ server, seed: 7, runs: 20, results, coverage, again, run, isPartial: true })
}
