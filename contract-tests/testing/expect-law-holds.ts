import { expect } from 'vitest'
import type { Coverage } from '../report/coverage.ts'
import { failureReport } from '../report/failure.ts'
import type { Law } from '../support/law.ts'
import { runLaws } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'

type Look = { target: Target; coverage: Coverage; seed: number; runs: number }

/** Fails with the failure report unless a target keeps a law. */
export const expectLawHolds = async (law: Law, look: Look): Promise<void> => {
  const { target, coverage, seed, runs } = look
  const recorder = { received: coverage.see.bind(coverage) }
  const [result] = await runLaws([law], { target, seed, runs, recorder })
  const outcome = result?.outcome
  const again = `seed ${seed}, ${runs} values for each property`
  if (outcome?.kind === 'broken')
    expect.fail(failureReport({ law, error: outcome.error, target, seed, again }))
  expect(outcome).toEqual({ kind: 'kept' })
}

/** Returns the declared responses that were never seen. */
export const unseen = (coverage: Coverage): string[] =>
  coverage.unobserved().map(({ operation, status, example }) => `${operation} ${status} ${example}`)
