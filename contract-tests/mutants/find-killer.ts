import { createOperations } from '../../server/operations/index.ts'
import { laws } from '../laws/all.ts'
import { startOwnServer } from '../own/own-server.ts'
import type { Template } from '../own/template.ts'
import { type Result, runLaws } from '../support/run-laws.ts'
import type { Running } from '../support/target.ts'
import { wrapApp } from './change-response.ts'
import type { Mutant } from './mutant.ts'

/** The result of a mutant: the law that detected it, if any, and the number of requests. */
export type MutantResult = { mutant: Mutant; killer: Result | undefined; requests: number }

/** Starts our own server with a mutant. */
export const startMutant = (template: Template, mutant: Mutant): Promise<Running> => {
  const { change, operations, deliverer = (given) => given, budget = (given) => given } = mutant
  const { keys } = template
  return startOwnServer({
    template,
    deliverer,
    budgeted: budget,
    operations: (given) => {
      const real = createOperations(given)
      return operations ? { ...real, ...operations(real, keys) } : real
    },
    around: (app) => (change ? wrapApp(change(), keys)(app) : app),
  })
}

/** Checks whether a law of the mutant's area detects it. */
export const findKiller = async (
  template: Template,
  mutant: Mutant,
  { seed, runs }: { seed: number; runs: number },
): Promise<MutantResult> => {
  const target = await startMutant(template, mutant)
  try {
    const ofArea = laws.filter(({ area }) => area === mutant.area)
    const results = await runLaws(ofArea, { target, seed, runs, stopAtFirst: true })
    return {
      mutant,
      killer: results.find(({ outcome }) => outcome.kind === 'broken'),
      requests: results.reduce((sum, each) => sum + each.requests, 0),
    }
  } finally {
    await target.stop()
  }
}
