import { laws as all } from '../laws/all.ts'
import { failureReport } from '../report/failure-report.ts'
import { randomSeed } from '../support/arguments.ts'
import { Run } from '../support/run-laws.ts'
import type { Need, Server } from '../support/server.ts'

export type { Area } from '../laws/all.ts'
export type { Delivered, Need, Server, ServerControls } from '../support/server.ts'

/** A promise of the contract: its area, its sentence, its source and its prerequisites. */
export type Law = {
  readonly area: string
  readonly promise: string
  readonly source: string
  readonly needs?: readonly Need[]
}

/** Every law of the contract, the cheapest first. */
export const laws: readonly Law[] = all

/** How a law is checked. */
export type CheckOptions = {
  /** Two checks with one seed send the same requests. Default: random. Failures show it. */
  seed?: number | undefined
  /** The number of values per property. Default: 20. */
  runs?: number | undefined
}

/** The result of a law that is not broken. */
export type Checked = {
  /** Why the law was not checked: a missing control, or missing data. Undefined if the server keeps it. */
  skipped: string | undefined
}

/**
 * Checks one law, in any test runner. Removes the orders and subscriptions that it created.
 * @throws {Error} with the failure report, when the server breaks the law.
 * @example for (const law of laws) test(law.promise, () => checkLaw(law, server))
 */
export const checkLaw = async (
  law: Law,
  server: Server,
  { seed = randomSeed(), runs = 20 }: CheckOptions = {},
): Promise<Checked> => {
  const complete = all.find((each) => each === law)
  if (!complete) throw new Error(`This law is not one of the exported laws: ${law.promise}`)
  const run = new Run({ server, seed, runs })
  const result = await run.check(complete)
  if (run.ended !== undefined) throw new Error(run.ended)
  const again = `checkLaw with { seed: ${seed}, runs: ${runs} }`
  if (result.findings.length > 0) throw new Error(failureReport(result, server, again))
  return { skipped: result.skipped }
}
