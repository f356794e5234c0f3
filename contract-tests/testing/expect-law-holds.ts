import { expect } from 'vitest'
import type { Coverage } from '../report/coverage.ts'
import { failureReport } from '../report/failure-report.ts'
import type { Law } from '../support/law.ts'
import { Run } from '../support/run-laws.ts'
import type { Server } from '../support/server.ts'

const seed = 20_261_120

/** Fails with the failure report unless a server keeps a law. */
export const expectLawHolds = async (
  law: Law,
  server: Server,
  runs: number,
  coverage: Coverage,
): Promise<void> => {
  const observe = coverage.see.bind(coverage)
  const result = await new Run({ server, seed, runs, observe }).check(law)
  const again = `seed ${seed}, ${runs} values for each property`
  if (result.findings.length > 0) expect.fail(failureReport(result, server, again))
  expect(result.skipped).toBeUndefined()
}
